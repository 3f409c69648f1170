"""What every `Exchanges` does: the fake, SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings

from bot.domain.decisions import NextStep, Outcome
from bot.domain.evidence import Reading
from bot.domain.exchanges import Exchange
from store.database import Database
from store.exchanges import SqlExchanges
from tests import samples
from tests.fakes.exchanges import FakeExchanges
from tests.samples import NOON, exchange, question

Both = FakeExchanges | SqlExchanges


@pytest.fixture(params=["fake", "sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str | None:
    return None if request.param == "fake" else str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
async def store(url: str | None) -> AsyncIterator[Both]:
    if url is None:
        yield FakeExchanges()
        return
    database = await Database.open(url)
    yield SqlExchanges(database)
    await database.close()


async def test_what_was_saved_comes_back_equal(store: Both) -> None:
    await store.save(exchange())
    assert await store.get("local", "trace-1") == exchange()


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn=samples.exchanges)
async def test_any_exchange_comes_back_equal(store: Both, drawn: Exchange) -> None:
    if await store.get(drawn.question.tenant, drawn.question.id) is None:
        await store.save(drawn)
        assert await store.get(drawn.question.tenant, drawn.question.id) == drawn


async def test_a_second_save_of_one_id_changes_nothing(store: Both) -> None:
    await store.save(exchange(text="first"))
    await store.save(exchange(text="second"))
    saved = await store.get("local", "trace-1")
    assert saved is not None
    assert saved.decision.text == "first"
    assert len(await store.history("local", "thread-1")) == 1


async def test_one_id_in_two_tenants_is_two_exchanges(store: Both) -> None:
    await store.save(exchange())
    await store.save(exchange(question(tenant="other"), text="theirs"))
    mine, theirs = await store.get("local", "trace-1"), await store.get("other", "trace-1")
    assert mine is not None
    assert theirs is not None
    assert (mine.decision.text, theirs.decision.text) == ("25 days a year [1].", "theirs")
    assert await store.get("third", "trace-1") is None
    assert await store.history("third", "thread-1") == ()


async def test_history_is_the_last_turns_oldest_first(store: Both) -> None:
    for minute in (3, 1, 4, 2):  # as late deliveries arrive
        await store.save(exchange(question(id=f"t{minute}", asked_at=NOON + timedelta(minutes=minute))))
    await store.save(exchange(question(id="elsewhere", conversation="thread-2", asked_at=NOON)))
    assert [turn.exchange for turn in await store.history("local", "thread-1", limit=3)] == ["t2", "t3", "t4"]


async def test_what_was_asked_at_one_instant_keeps_its_order_of_arrival(store: Both) -> None:
    for id_ in ("b", "a", "c"):
        await store.save(exchange(question(id=id_)))
    assert [turn.exchange for turn in await store.history("local", "thread-1")] == ["b", "a", "c"]


async def test_history_orders_instants_of_different_zones(store: Both) -> None:
    tokyo = timezone(timedelta(hours=9))
    await store.save(exchange(question(id="first", asked_at=NOON.astimezone(tokyo))))
    await store.save(exchange(question(id="second", asked_at=NOON + timedelta(seconds=1))))
    assert [turn.exchange for turn in await store.history("local", "thread-1")] == ["first", "second"]


async def test_a_turn_holds_what_framing_needs(store: Both) -> None:
    asked = exchange(question(text="And in Spain?"))
    readings = (Reading(label="Annual leave", passages=("hr/leave.md#0",)), Reading(label="Parental leave"))
    decision = replace(asked.decision, outcome=Outcome.CLARIFY, next_step=NextStep.CLARIFY, readings=readings)
    framed = replace(asked.framed, text="How many days of leave in Spain?", round=1)
    await store.save(replace(asked, decision=decision, framed=framed))
    (turn,) = await store.history("local", "thread-1")
    assert (turn.text, turn.standalone) == ("And in Spain?", "How many days of leave in Spain?")
    assert (turn.outcome, turn.options, turn.round) == ("clarify", ("Annual leave", "Parental leave"), 1)
    assert turn.at == NOON
    assert turn.at.tzinfo is UTC or turn.at.utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("NUL \0 inside", "NUL \ufffd inside"),
        ("lone \ud83d surrogate", "lone \ufffd surrogate"),
        ("🦔 é — 漢字 \u202e \x07 \\u0000", "🦔 é — 漢字 \u202e \x07 \\u0000"),
        ("'; DROP TABLE exchanges; --", "'; DROP TABLE exchanges; --"),
        ("x" * 20_000, "x" * 20_000),
    ],
    ids=["nul", "surrogate", "unicode", "sql", "long"],
)
async def test_hostile_text_is_kept_or_made_harmless(store: Both, written: str, read: str) -> None:
    made = exchange(question(text=written, id=f"id {written[:30]}"), text=written)
    await store.save(replace(made, config={"key": [written]}, features={written: 1.0}, error=written))
    saved = await store.get("local", f"id {written[:30]}")
    assert saved is not None
    assert (saved.question.text, saved.decision.text, saved.error) == (read, read, read)
    assert (saved.config, list(saved.features.values())) == ({"key": [read]}, [1.0])


async def test_numbers_that_json_has_not_come_back(store: Both) -> None:
    await store.save(replace(exchange(), features={"up": float("inf"), "none": float("nan")}))
    saved = await store.get("local", "trace-1")
    assert saved is not None
    assert saved.features["up"] == float("inf")
    assert saved.features["none"] != saved.features["none"]


async def test_one_passage_id_with_two_texts_stays_two_passages(store: Both) -> None:
    before, after = samples.hit(samples.passage(), 1), samples.hit(samples.passage(text="The index changed."), 1)
    made = replace(exchange(), kept=(before,), dropped=(after,))
    await store.save(made)
    assert await store.get("local", "trace-1") == made


async def test_an_unknown_id_is_none(store: Both) -> None:
    assert await store.get("local", "nobody\0") is None
    assert await store.history("local", "nowhere\ud800") == ()


async def test_a_naive_time_is_refused(store: Both) -> None:
    with pytest.raises(Exception, match="naive"):
        await store.save(exchange(question(asked_at=NOON.replace(tzinfo=None))))


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("ab", ("abd", "abc")),
        ("abc", ("abc",)),
        ("ABC", ()),
        ("a%", ("a%_1",)),
        ("a%_1", ("a%_1",)),
        ("x", ("x",)),
        ("zz", ()),
        ("2", ("x2",)),
        ("_1", ("a%_1",)),
        ("d", ("abd",)),
        ("longer than any", ()),
        ("", ("x2", "x", "a%_1", "abd", "abc")),
    ],
)
async def test_find_gives_the_ids_that_begin_or_end_so(store: Both, part: str, found: tuple[str, ...]) -> None:
    for id_ in ("abc", "abd", "a%_1", "x", "x2"):
        await store.save(exchange(question(id=id_)))
    await store.save(exchange(question(id="abe", tenant="other")))
    assert await store.find("local", part) == found


async def test_fifty_at_once_are_all_saved(store: Both) -> None:
    asked = [exchange(question(id=f"t{number}")) for number in range(50)]
    await asyncio.gather(*(store.save(each) for each in asked), *(store.save(each) for each in asked))
    assert len(await store.history("local", "thread-1", limit=200)) == 50
