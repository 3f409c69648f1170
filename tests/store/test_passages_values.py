"""Filters with any text in them, and metadata there and back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.documents import Source
from store.passages import Place, filters, sources

NASTY = st.text(st.sampled_from("'\"\\`%_;-)(][,\n\0 é🙂a"), max_size=12)


@pytest.fixture(scope="module")
def readable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str], bool]]:
    """Whether a row for the one group is found by a reader with the other; every kind of filter must agree."""
    import pyarrow as pa

    place = Place(tmp_path_factory.mktemp("filters"))

    async def found(audience: str, group: str) -> bool:
        row = pa.table({"acl": pa.array([[audience]]), "tenant": [audience], "doc": [audience]})
        table = await (await place.connect()).create_table("t", row, mode="overwrite")
        by_list = await table.query().where(filters.readable((group,))).to_list()
        by_expression = await table.query().where(filters.owned(group, [group])).to_list()
        others = await table.query().where(filters.without(audience, frozenset({group}))).to_list()
        assert bool(by_list) == bool(by_expression) == (not others)
        return bool(by_list)

    with asyncio.Runner() as runner:
        yield lambda audience, group: runner.run(found(audience, group))
        place.close()


class TestFilters:
    @settings(max_examples=60, deadline=None)
    @given(audience=NASTY, group=NASTY)
    def test_a_name_is_data_whatever_is_in_it(
        self, readable: Callable[[str, str], bool], audience: str, group: str
    ) -> None:
        assert readable(audience, audience)
        assert readable(audience, group) == (audience == group)


class TestSources:
    @given(
        st.builds(
            Source,
            id=st.text(),
            root=st.text(),
            title=st.text(),
            effective=st.none() | st.dates(),
            ingested_at=st.none() | st.datetimes(timezones=st.just(UTC)),
            audience=st.none() | st.frozensets(st.text(), max_size=3),
            supersedes=st.lists(st.text(), max_size=2).map(tuple),
            facets=st.lists(st.tuples(st.text(), st.text()), max_size=2).map(tuple),
            version=st.none() | st.text(),
        )
    )
    def test_there_and_back(self, source: Source) -> None:
        assert sources.decode(sources.encode(source)) == source
