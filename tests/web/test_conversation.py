"""A conversation without scripts: asked by form, shown from the record."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.domain.decisions import NextStep, Outcome, Reason
from bot.domain.documents import Reader
from bot.domain.errors import DatabaseUnavailable, IndexUnavailable, ModelUnavailable, SaywhyError
from bot.domain.evidence import Reading
from bot.web.chat import SHOWN
from tests.web.world import ENTITLEMENT, NOW, World, decision, exchange


async def test_a_question_is_answered_and_the_answer_has_an_address() -> None:
    world = World()
    async with world.visit() as visitor:
        start = await visitor.get()
        sent = await visitor.ask(start, "How many <b>days</b>?", follow=False)
        assert sent.status == 303
        address = sent.headers["Location"]
        page = await visitor.get(address.partition("#")[0])
    assert address.partition("#")[0] == start.form()[0]
    assert page.find(f"//article[@id='{address.partition('#')[2]}']")
    assert "How many <b>days</b>?" in page.text("//h2")
    assert "Employees have 25 days a year. 1" in page.text("//div[@class='text']")
    assert page.find("//a[@class='mark']/@href") == page.find("//section//li/a/@href")
    assert "As of 1 March 2026" in page.text()
    assert world.assistant.asked[0].id in page.text("//code")
    assert world.assistant.asked[0].reader == Reader()


async def test_a_conversation_is_shown_from_the_record_oldest_first_and_no_other() -> None:
    world = World()
    async with world.visit() as visitor:
        first = await visitor.ask(await visitor.get(), "One?")
        both = await visitor.ask(first, "Two?")
        other = await visitor.ask(await visitor.get(), "Three?")
    assert [h.text_content() for h in both.find("//h2")] == ["You asked: One?", "You asked: Two?"]
    assert [h.text_content() for h in other.find("//h2")] == ["You asked: Three?"]
    asked = [question.conversation for question in world.assistant.asked]
    assert asked[0] == asked[1] != asked[2]


async def test_the_same_form_sent_twice_is_one_question() -> None:
    world = World()
    async with world.visit() as visitor:
        start = await visitor.get()
        pages = [await visitor.ask(start, "How many days?") for _ in range(3)]
    assert len(world.assistant.asked) == 1
    assert all(len(page.find("//article")) == 1 for page in pages)


async def test_a_double_click_waits_for_the_first() -> None:
    world = World()
    world.assistant.gate = asyncio.Event()
    async with world.visit() as visitor:
        start = await visitor.get()
        clicks = [asyncio.create_task(visitor.ask(start, "How many days?", follow=False)) for _ in range(3)]
        await world.assistant.called.wait()
        await asyncio.sleep(0.05)
        world.assistant.gate.set()
        addresses = {page.headers["Location"] for page in await asyncio.gather(*clicks)}
    assert len(world.assistant.asked) == len(addresses) == 1


async def test_other_words_on_a_page_from_the_history_are_another_question() -> None:
    world = World()
    async with world.visit() as visitor:
        start = await visitor.get()
        await visitor.ask(start, "How many days?")
        await visitor.ask(start, "And in Spain?")
        page = await visitor.ask(start, "And in Spain?")
    assert [question.text for question in world.assistant.asked] == ["How many days?", "And in Spain?"]
    assert len(page.find("//article")) == 2


async def test_an_id_of_another_conversation_gives_nothing_of_it() -> None:
    world = World()
    await world.exchanges.save(exchange(text="Secret?", id="taken", conversation="slack:C1"))
    async with world.visit() as visitor:
        page = await visitor.post("/c/mine", {"id": "taken", "question": "Secret?"})
    assert [question.conversation for question in world.assistant.asked] == ["web:mine"]
    assert len(page.find("//article")) == 1
    assert page.find("//article/@id") != ["x-taken"]


async def test_no_address_opens_a_thread_of_another_channel_or_for_other_eyes() -> None:
    world = World()
    hr = Reader(groups=frozenset({"hr"}))
    await world.exchanges.save(exchange(text="In Slack?", id="a", conversation="C1"))
    await world.exchanges.save(exchange(text="For HR?", id="b", conversation="web:C1", reader=hr))
    async with world.visit() as visitor:
        page = await visitor.get("/c/C1")
    assert page.status == 200
    assert not page.find("//article")


@pytest.mark.parametrize("path", ["/c/" + "a" * 65, "/c/a%20b", "/c/%3Cscript%3E", "/c/", "/c/a/b", "/c/../etc"])
async def test_what_is_no_conversation(path: str) -> None:
    async with World().visit() as visitor:
        assert (await visitor.get(path)).status == 404


@pytest.mark.parametrize("text", ["", " \r\n ", "\u202e\0"])
async def test_an_empty_question_is_met_kindly(text: str) -> None:
    world = World()
    async with world.visit() as visitor:
        page = await visitor.ask(await visitor.get(), text)
    assert page.status == 422
    assert "no question in it yet" in page.text("//*[@role='alert']")
    assert not world.assistant.asked


async def test_a_question_too_long_is_handed_back_whole() -> None:
    world = World()
    text = "é<" * 2_001
    async with world.visit() as visitor:
        page = await visitor.ask(await visitor.get(), text)
        assert page.status == 422
        assert "4,000 characters" in page.text("//*[@role='alert']")
        assert page.find("//textarea")[0].text_content().strip() == text
        assert not world.assistant.asked
        assert (await visitor.ask(page, text[:4_000])).status == 200
    assert len(world.assistant.asked) == 1


async def test_the_longest_question_fits_and_what_is_far_larger_is_not_read() -> None:
    world = World()
    async with world.visit() as visitor:
        assert (await visitor.ask(await visitor.get(), "😀" * 4_000)).status == 200
        page = await visitor.ask(await visitor.get(), "x" * 70_000)
    assert page.status == 413
    assert "go back one page" in page.text()
    assert len(world.assistant.asked) == 1


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b'{"question": "x"}', "application/json"),
        (b"--b\r\n\r\n", "multipart/form-data; boundary=b"),
        (b"question=x", "text/plain"),
        (b"&".join(b"f%d=1" % n for n in range(50)), "application/x-www-form-urlencoded"),
    ],
)
async def test_what_is_no_form(body: bytes, content_type: str) -> None:
    async with World().visit() as visitor:
        assert (await visitor.post("/c/talk", body, Content_Type=content_type)).status == 400


async def test_bytes_that_are_no_text_do_no_harm() -> None:
    world = World()
    kind = "application/x-www-form-urlencoded; charset=klingon"
    async with world.visit() as visitor:
        page = await visitor.post("/c/talk", b"question=a\xff%ff%00b&id=f1", Content_Type=kind)
    assert page.status == 200
    assert world.assistant.asked[0].text == "a\ufffd\ufffdb"


async def test_a_clarifying_question_is_answered_by_a_button_once() -> None:
    world = World()
    back = decision("Which plan?", Outcome.CLARIFY, Reason.AMBIGUITY, NextStep.CLARIFY)
    world.assistant.decision = replace(back, readings=(Reading(label='Pro "EU" & <b>'), Reading(label="Basic")))
    async with world.visit() as visitor:
        page = await visitor.ask(await visitor.get(), "How much?")
        buttons = page.find("//form[@class='options']/button/@value")
        world.assistant.decision = decision()
        address, fields = page.form("options", question=str(buttons[0]))
        for _ in range(2):
            page = await visitor.post(address, fields)
    assert buttons == ['Pro "EU" & <b>', "Basic", "None of these"]
    assert [question.text for question in world.assistant.asked] == ["How much?", 'Pro "EU" & <b>']
    assert not page.find("//form[@class='options']"), "what was asked before is not asked again"
    assert 'Pro "EU" & <b>' in page.text("//ul[@class='past']")


async def test_smalltalk_has_no_apparatus() -> None:
    world = World()
    world.assistant.decision = decision("Hello!", Outcome.SMALLTALK)
    async with world.visit() as visitor:
        page = await visitor.ask(await visitor.get(), "hi")
    assert page.text("//div[starts-with(@class, 'reply')]") == "Hello!"


@pytest.mark.parametrize("step", NextStep)
async def test_the_page_of_a_hidden_document_is_the_page_of_a_missing_one(step: NextStep) -> None:
    pages = []
    for reason, next_step in ((Reason.MISSING_EVIDENCE, NextStep.ESCALATE), (Reason.NOT_PERMITTED, step)):
        world = World()
        world.assistant.decision = decision("Nothing states it.", Outcome.ABSTAINED, reason, next_step)
        async with world.visit() as visitor:
            pages.append((await visitor.ask(await visitor.get(), "What does band 4 earn?")).body)
    assert pages[0] == pages[1]


async def test_a_long_conversation_shows_its_end() -> None:
    world = World()
    for n in range(SHOWN + 5):
        await world.exchanges.save(exchange(id=f"t{n}", text=f"Question {n}?", asked_at=NOW.replace(minute=n)))
    async with world.visit() as visitor:
        page = await visitor.get("/c/talk")
    assert len(page.find("//article")) == SHOWN
    assert page.find("//article/@id")[-1] == f"x-t{SHOWN + 4}"
    assert "Earlier questions" in page.text("//p[@class='hint'][1]")


@pytest.mark.parametrize(
    ("failure", "status", "is_ours"),
    [
        (DatabaseUnavailable("postgres://user:hunter2@db"), 503, False),
        (IndexUnavailable("hunter2"), 503, False),
        (ModelUnavailable("hunter2"), 503, False),
        (SaywhyError("hunter2"), 503, False),
        (ValueError("hunter2"), 500, True),
    ],
)
async def test_a_failure_keeps_the_question_and_shows_nothing_of_the_fault(
    failure: Exception, status: int, is_ours: bool
) -> None:
    world = World()
    async with world.visit() as visitor:
        start = await visitor.get()
        world.assistant.failure = failure
        page = await visitor.ask(start, "How many days?")
        assert page.status == status
        assert page.find("//textarea")[0].text_content().strip() == "How many days?"
        assert "kept below" in page.text("//*[@role='alert']")
        assert "hunter2" not in page.body
        assert "Traceback" not in page.body
        world.assistant.failure = None
        again = await visitor.ask(page, "How many days?")
    assert len(again.find("//article")) == 1
    assert {question.id for question in world.assistant.asked} == {start.form()[1]["id"]}
    assert world.crashes == ([failure] if is_ours else [])


async def test_without_a_database_the_question_is_kept_and_other_pages_say_so() -> None:
    world = World()
    async with world.visit() as visitor:
        start = await visitor.get()
        world.exchanges.failure = DatabaseUnavailable("locked")
        page = await visitor.ask(start, "How many days?")
        shown = await visitor.get("/c/talk")
    assert (page.status, shown.status) == (503, 503)
    assert page.find("//textarea")[0].text_content().strip() == "How many days?"
    assert "database can't be reached" in shown.text()
    assert not world.assistant.asked


async def test_only_the_ways_in_that_there_are() -> None:
    async with World().visit() as visitor:
        page = await visitor.post("/", {"question": "x"})
        assert page.status == 405
        assert "GET" in page.headers["Allow"]
        assert (await visitor.get("/c/talk/feedback/x")).status == 405
        assert (await visitor.get("/static/..%2Fpages.py")).status == 404
        assert (await visitor.get("/static/chat.html")).status == 404


async def test_hostile_texts_stay_text() -> None:
    world = World()
    evil = (
        "<script>alert(1)</script><img src=x onerror=alert(1)> <!channel> <@U1> [x](javascript:alert(1)) \u202egnp.exe"
    )
    source = replace(ENTITLEMENT.source, title=evil + "\"'", url="javascript:alert(1)", owner=evil, version="{{ 7*7 }}")
    passage = replace(ENTITLEMENT, source=source, headings=(evil,))
    hostile = decision(f"{evil} [1] {{{{ 7*7 }}}}", Outcome.CLARIFY, Reason.AMBIGUITY, sources=[passage])
    world.assistant.decision = replace(hostile, readings=(Reading(label=evil),))
    async with world.visit() as visitor:
        page = await visitor.ask(await visitor.get(), evil)
    assert not page.find("//script[not(starts-with(@src, '/static/'))] | //img | //@onerror")
    assert not [address for address in page.find("//@href") if "script:" in str(address)]
    assert "\u202e" not in page.body
    assert "{{ 7*7 }}" in page.text()
    assert page.text("//h2").count("<!channel>") == 1


async def test_a_web_address_in_metadata_is_a_link_that_tells_nothing() -> None:
    world = World()
    source = replace(ENTITLEMENT.source, url="https://wiki.example.com/?a=1&b=\"2'")
    world.assistant.decision = decision(sources=[replace(ENTITLEMENT, source=source)])
    async with world.visit() as visitor:
        page = await visitor.ask(await visitor.get(), "How many?")
    (link,) = page.find("//a[starts-with(@href, 'http')]")
    assert link.get("href") == source.url
    assert link.get("rel") == "noopener noreferrer nofollow"
