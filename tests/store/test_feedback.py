"""One word a person and exchange: the one said last, in whatever order they arrive."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import timedelta

import pytest

from store.database import Database
from store.exchanges import SqlExchanges
from store.feedback import Kind, Signal, SqlFeedback
from tests.samples import NOON, exchange

FIRST = Signal(id="e1", tenant="local", exchange="trace-1", person="ada", kind=Kind.RIGHT, at=NOON, note="thanks \0")
SECOND = replace(FIRST, id="e2", kind=Kind.WRONG, at=NOON + timedelta(seconds=5), note="the old figure")
BY_BOB = replace(FIRST, id="e3", person="bob", note="")


@pytest.mark.parametrize("order", [*itertools.permutations([FIRST, SECOND, SECOND]), (SECOND, FIRST, FIRST)])
async def test_the_last_word_counts(sqlite_url: str, order: tuple[Signal, ...]) -> None:
    database = await Database.open(sqlite_url)
    await SqlExchanges(database).save(exchange())
    for signal in order:
        assert await SqlFeedback(database).record(signal)
    assert await SqlFeedback(database).of("local", "trace-1") == (SECOND,)
    await database.close()


async def test_each_person_has_one_word(database: Database) -> None:
    await SqlExchanges(database).save(exchange())
    for signal in (SECOND, FIRST, BY_BOB, BY_BOB):
        assert await SqlFeedback(database).record(signal)
    assert await SqlFeedback(database).of("local", "trace-1") == (BY_BOB, SECOND)
    assert await SqlFeedback(database).of("other", "trace-1") == ()


async def test_an_exchange_that_is_not_there(database: Database) -> None:
    assert not await SqlFeedback(database).record(FIRST)


async def test_text_is_cleaned(database: Database) -> None:
    await SqlExchanges(database).save(exchange())
    await SqlFeedback(database).record(FIRST)
    (kept,) = await SqlFeedback(database).of("local", "trace-1")
    assert kept == replace(FIRST, note="thanks \ufffd")
