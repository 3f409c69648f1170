"""The indices of the table: made once, brought up to date after every load, old commits cleaned up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from store.passages.rows import KEY

ROWS_FOR_VECTOR_INDEX = 10_000  # below it an exact search is as fast
# A reader stays at a commit for the length of one search; an hour lets even a stopped process finish
KEEP = timedelta(hours=1)
# The table tells the age of a commit in local time, whose clock may be put back by an hour
CLOCK_MARGIN = timedelta(hours=2)


async def prepare(table: Any) -> None:
    """The key and the indices that every table has. Repeatable: makes what is missing."""
    from lancedb.index import FTS, Bitmap, BTree, LabelList

    if not (await table.schema()).field(KEY).metadata:
        # Without it, two writers that merge one new key at the same moment both add it
        await table.set_unenforced_primary_key([KEY])
    # It only splits at spaces: what a term is, is settled in bot.text.tokens, for questions too
    words = FTS(
        base_tokenizer="whitespace",
        lower_case=False,
        stem=False,
        remove_stop_words=False,
        ascii_folding=False,
        max_token_length=None,
    )
    wanted = {KEY: BTree(), "tenant": Bitmap(), "doc": BTree(), "acl": LabelList(), "search_text": words}
    there = {column for index in await table.list_indices() for column in index.columns}
    for column, config in wanted.items():
        if column not in there:
            await table.create_index(column, config=config)


async def cover(table: Any) -> None:
    """Brings every row into the indices; makes the vector index once the table is large."""
    from lancedb.index import IvfSq

    there = {column for index in await table.list_indices() for column in index.columns}
    if "vector" not in there and await table.count_rows() > ROWS_FOR_VECTOR_INDEX:
        await table.create_index("vector", config=IvfSq(distance_type="cosine"))
    await compact(table)


async def compact(table: Any) -> None:
    """Small files become large ones, rows join the indices, commits nobody can want any more go."""
    await table.optimize(cleanup_older_than=await _window(table))


async def _window(table: Any) -> timedelta:
    """How old a commit must be to go: an hour, but never so little that a pinned one is touched.

    The library refuses to optimise at all where the window would reach a pinned commit. What lies between two pinned
    commits therefore stays until the older one is unpinned.
    """
    tagged = {tag["version"] for tag in (await table.tags.list()).values()}
    if not tagged:
        return KEEP
    made = [commit["timestamp"] for commit in await table.list_versions() if commit["version"] in tagged]
    oldest: datetime = min(made).astimezone(UTC)
    return max(KEEP, datetime.now(UTC) - oldest + CLOCK_MARGIN)
