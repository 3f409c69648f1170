"""Right and wrong: one word a conversation and answer, the latest."""

from __future__ import annotations

import pytest

from bot.channels.webchat import MAX_NOTE_CHARS
from bot.domain.decisions import Outcome, Reason
from bot.domain.documents import Reader
from tests.web.world import TENANT, Page, Visitor, World, decision, exchange

PRESSED = "//button[@aria-pressed='true']/@value"


async def answered(world: World, visitor: Visitor) -> Page:
    return await visitor.ask(await visitor.get(), "How many days?")


async def press(visitor: Visitor, page: Page, kind: str) -> Page:
    address, fields = page.form("rate", kind=kind)
    return await visitor.post(address, fields)


async def test_the_latest_word_stands_and_is_shown() -> None:
    world = World()
    async with world.visit() as visitor:
        page = await answered(world, visitor)
        assert page.find(PRESSED) == []
        for kind in ("right", "wrong", "right"):
            page = await press(visitor, page, kind)
            assert page.find(PRESSED) == [kind]
            assert "Noted" in page.text()
    (question,) = world.assistant.asked
    assert {word.person for word in (await world.feedback.of(TENANT, question.id))} == {question.conversation}


async def test_a_note_says_what_is_wrong_and_a_second_press_leaves_it() -> None:
    world = World()
    async with world.visit() as visitor:
        page = await press(visitor, await answered(world, visitor), "wrong")
        address, fields = page.form("note", note="It is <i>30</i>\0 days.")
        page = await visitor.post(address, fields)
        writes = world.feedback.writes
        page = await press(visitor, page, "wrong")
        assert page.find("//input[@name='note']/@value") == ["It is <i>30</i> days."]
        assert world.feedback.writes == writes
        page = await visitor.post(address, fields | {"note": "x" * 5_000})
        assert page.find("//input[@name='note']/@value") == ["x" * MAX_NOTE_CHARS]
        assert not (await press(visitor, page, "right")).find("//input[@name='note']")


@pytest.mark.parametrize("kind", ["", "RIGHT", "maybe", "<script>"])
async def test_there_are_two_words(kind: str) -> None:
    world = World()
    async with world.visit() as visitor:
        assert (await press(visitor, await answered(world, visitor), kind)).status == 400
    assert world.feedback.writes == 0


async def test_only_an_answer_of_this_conversation_is_rated() -> None:
    world = World()
    abstained = decision("Nothing.", Outcome.ABSTAINED, Reason.MISSING_EVIDENCE)
    hr = Reader(groups=frozenset({"hr"}))
    await world.exchanges.save(exchange(id="elsewhere", conversation="web:other"))
    await world.exchanges.save(exchange(id="in-slack", conversation="talk"))
    await world.exchanges.save(exchange(abstained, id="no-answer"))
    await world.exchanges.save(exchange(id="for-hr", reader=hr))
    bodies = set()
    async with world.visit() as visitor:
        for trace_id in ("elsewhere", "in-slack", "no-answer", "for-hr", "unknown"):
            page = await visitor.post(f"/c/talk/feedback/{trace_id}", {"kind": "right"})
            assert page.status == 404
            bodies.add(page.body)
    assert len(bodies) == 1
    assert world.feedback.writes == 0


async def test_what_is_no_answer_has_no_buttons() -> None:
    world = World()
    world.assistant.decision = decision("Nothing.", Outcome.ABSTAINED, Reason.MISSING_EVIDENCE)
    async with world.visit() as visitor:
        assert not (await answered(world, visitor)).find("//form[contains(@class, 'rate')]")
