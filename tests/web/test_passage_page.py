"""A passage on its own page: for those who may read it, and for nobody else so much as a hint."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from bot.channels.webchat import passage_href
from bot.domain.documents import PassageKind, Reader, Source, Status, Validity
from bot.domain.errors import IndexUnavailable
from bot.web.passages import standing_of, to_passage
from tests.web.world import ENTITLEMENT, SALARIES, TODAY, VACATION, FakeIndex, World


def with_passages(*passages: object) -> World:
    world = World()
    world.index = FakeIndex(passages)  # type: ignore[arg-type]
    world.deps = replace(world.deps, index=world.index)
    return world


async def test_a_passage_stands_in_its_place() -> None:
    source = replace(
        VACATION, version="2", owner="People team", url="https://wiki.example.com/v", expires=date(2027, 1, 1)
    )
    async with with_passages(replace(ENTITLEMENT, source=source)).visit() as visitor:
        page = await visitor.get(passage_href(ENTITLEMENT.id, "talk"))
    assert page.status == 200
    assert page.text("//h1") == "Vacation policy"
    assert page.text("//p[@class='path']") == "Entitlement"
    assert page.find("//blockquote")[0].text == ENTITLEMENT.text
    assert "In effect today, 1 March 2026." in page.text()
    for said in ("1 March 2024", "1 January 2027", "People team", "hr/vacation.md"):
        assert said in page.text("//dl")
    assert page.find("//dl//a/@rel") == ["noopener noreferrer nofollow"]
    assert page.find("//p[@class='back']/a/@href") == ["/c/talk"]


async def test_a_document_may_have_a_line_break_in_its_name() -> None:
    odd = replace(ENTITLEMENT, source=replace(VACATION, id="hr/two\nlines\r.md"))
    async with with_passages(odd).visit() as visitor:
        page = await visitor.get(passage_href(odd.id))
    assert page.status == 200
    assert page.find("//blockquote")[0].text == odd.text


async def test_unknown_and_hidden_are_one_page() -> None:
    bodies = set()
    async with World().visit() as visitor:
        for id_ in (SALARIES.id, "hr/nothing.md#0", "", "x" * 3_000, "nul\0", "hr/salaries.md#1", "\N{PILE OF POO}"):
            page = await visitor.get(passage_href(id_, "talk") if id_ else "/passages/%20")
            assert page.status == 404
            bodies.add(page.body)
    assert len(bodies) == 1
    assert "Salary" not in bodies.pop()


async def test_the_reader_of_the_page_decides() -> None:
    world = World()
    world.deps = replace(world.deps, reader=Reader(groups=frozenset({"hr"})))
    async with world.visit() as visitor:
        assert "Band 4" in (await visitor.get(passage_href(SALARIES.id))).text()
    world.deps = replace(world.deps, reader=Reader(member=False))
    async with world.visit() as visitor:
        assert (await visitor.get(passage_href(ENTITLEMENT.id))).status == 404


@pytest.mark.parametrize(
    "path", ["a b.md", "50% off?.md", "it's.md", 'say "hi".md', "a#b.md", "a%2Fb.md", "ü/日本.md", "a+b&c=d.md", "..md"]
)
async def test_any_file_name_has_an_address(path: str) -> None:
    passage = replace(ENTITLEMENT, source=replace(VACATION, id=path))
    async with with_passages(passage).visit() as visitor:
        assert path in (await visitor.get(passage_href(passage.id, "talk"))).text("//dl")


async def test_a_table_is_a_table() -> None:
    rows = "Plan | Seats\nBasic | 10\nPro <b> | 25 | more"
    async with with_passages(replace(ENTITLEMENT, kind=PassageKind.TABLE, text=rows)).visit() as visitor:
        page = await visitor.get(passage_href(ENTITLEMENT.id))
    assert [cell.text for cell in page.find("//th")] == ["Plan", "Seats"]
    assert [cell.text for cell in page.find("//td")] == ["Basic", "10", "Pro <b>", "25", "more"]


async def test_hostile_passages_stay_text() -> None:
    evil = "</blockquote><script>alert(1)</script>\u202e{{ 7*7 }}"
    source = replace(VACATION, title=evil, url="javascript:alert(1)", owner=evil)
    for kind in PassageKind:
        hostile = replace(ENTITLEMENT, kind=kind, text=evil, source=source, headings=(evil, evil))
        async with with_passages(hostile).visit() as visitor:
            page = await visitor.get(passage_href(hostile.id) + "?c=%22%3E%3Cscript%3E")
        assert len(page.find("//script")) == 1
        assert "javascript:" not in page.body
        assert "\u202e" not in page.body
        assert not page.find("//p[@class='back']")


@pytest.mark.parametrize(
    ("status", "since", "until", "words", "counts"),
    [
        (Status.CURRENT, None, None, "In effect today", True),
        (Status.CURRENT, TODAY, None, "In effect today", True),
        (Status.CURRENT, date(2026, 3, 2), None, "Not in effect yet. It will be from 2 March 2026", False),
        (Status.CURRENT, None, TODAY, "No longer in effect, since 1 March 2026", False),
        (Status.CURRENT, None, date(2026, 3, 2), "In effect today", True),
        (Status.SUPERSEDED, None, date(2025, 1, 1), "No longer in effect, since 1 January 2025", False),
        (Status.SUPERSEDED, None, None, "Superseded", False),
        (Status.DRAFT, None, None, "Draft", False),
        (Status.DRAFT, date(2027, 1, 1), None, "Draft", False),
    ],
)
def test_standing(status: Status, since: date | None, until: date | None, words: str, counts: bool) -> None:
    validity = Validity(line="x", since=since, until=until)
    said, does_count = standing_of(replace(VACATION, status=status), validity, TODAY)
    assert said.startswith(words)
    assert does_count is counts


def test_a_document_without_dates() -> None:
    view = to_passage(replace(ENTITLEMENT, source=Source(id="a.md", root="r", title="A")), None, TODAY, "")
    assert view.counts
    assert ("Effective from", "no date given") in view.facts


async def test_an_index_that_is_down_is_said_so() -> None:
    world = World()
    world.index.failure = IndexUnavailable("/secret/path")
    async with world.visit() as visitor:
        page = await visitor.get(passage_href(ENTITLEMENT.id))
    assert page.status == 503
    assert "/secret/path" not in page.body


async def test_a_fault_of_ours_is_written_down_and_not_shown() -> None:
    world = World()
    world.index.failure = RuntimeError("hunter2")
    async with world.visit() as visitor:
        page = await visitor.get(passage_href(ENTITLEMENT.id))
    assert page.status == 500
    assert "hunter2" not in page.body
    assert world.crashes == [world.index.failure]
