"""Versions of the index kept under a name: a tag on a commit, which no clean-up takes away."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bot.domain.errors import UsageError
from store.passages import filters
from store.passages.place import Place, metadata
from store.passages.snapshot import Digest, Snapshot, read_heads, whole_version

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")  # a little narrower than what LanceDB allows


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """The version named `name`; "" is the newest one, pinned or not."""

    name: str
    version: str
    commit: int  # of the table
    documents: int
    passages: int
    model: str  # name of the embedding model it was built with
    chunker: str


async def pin(snapshot: Snapshot, name: str) -> Pinned:
    """Raises UsageError for a name that can't be one, or that another commit has. Pinning the same again is fine."""
    if not _NAME.fullmatch(name) or ".." in name or name.endswith((".", ".lock")):
        raise UsageError(f"{name!r} can't be the name of a version", "use letters, digits, `.`, `-` and `_`")
    taken = (await snapshot.table.tags.list()).get(name)
    if taken is not None and taken["version"] != snapshot.commit:
        raise UsageError(f"a version is pinned as {name!r} already", "choose another name")
    if taken is None:
        await snapshot.table.tags.create(name, snapshot.commit)
    return await _describe(snapshot.table, name, snapshot.commit, snapshot.version)


async def pinned(place: Place, digest: Digest) -> tuple[Pinned, ...]:
    """The newest version, then the pinned ones by name. Reads each, also those of other models."""
    table = await place.open()
    commits = {"": await table.version()}
    commits |= {name: tag["version"] for name, tag in sorted((await table.tags.list()).items())}
    found = []
    for name, commit in commits.items():
        await table.checkout(commit)
        version = whole_version(await read_heads(table), digest)
        found.append(await _describe(table, name, commit, version))
    return tuple(found)


async def _describe(table: Any, name: str, commit: int, version: str) -> Pinned:
    built = await metadata(table)
    return Pinned(
        name=name,
        version=version,
        commit=commit,
        documents=await table.count_rows(filters.heads()),
        passages=await table.count_rows(),
        model=built.get("model", ""),
        chunker=built.get("chunker", ""),
    )
