"""A chat page with nothing real behind it, and a reader without scripts who uses it over HTTP."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from types import TracebackType

from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request
from lxml import html

from bot.domain.decisions import CitedSource, DecidedBy, Decision, NextStep, Outcome, Reason
from bot.domain.documents import Catalogue, Passage, Reader, Source, Validity
from bot.domain.errors import IndexUnavailable
from bot.domain.exchanges import Exchange
from bot.domain.questions import Framed, Question
from bot.domain.retrieval import Candidate, Search
from bot.web.app import WebDeps, create_app
from tests.fakes.exchanges import FakeExchanges

TENANT = "acme"
TODAY = date(2026, 3, 1)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

VACATION = Source(id="hr/vacation.md", root="handbook", title="Vacation policy", effective=date(2024, 3, 1))
ENTITLEMENT = Passage(
    source=VACATION, offset=120, length=40, headings=("Vacation policy", "Entitlement"),
    text="Employees have 25 days a year.\n\nPart-time staff have a share.",
)  # fmt: skip
SALARIES = Passage(
    source=replace(VACATION, id="hr/salaries.md", title="Salary bands", audience=frozenset({"hr"})),
    offset=0, length=20, text="Band 4 is 60,000 euros.",
)  # fmt: skip


def cited(passage: Passage) -> CitedSource:
    return CitedSource(passage=passage.id, source=passage.source, headings=passage.headings)


def decision(
    text: str = "Employees have 25 days a year. [1]",
    outcome: Outcome = Outcome.ANSWERED,
    reason: Reason | None = None,
    next_step: NextStep = NextStep.NONE,
    sources: Iterable[Passage] = (),
) -> Decision:
    return Decision(
        outcome=outcome, reason=reason, next_step=next_step, decided_by=DecidedBy.MODEL, text=text,
        sources=tuple(map(cited, sources)),
    )  # fmt: skip


ANSWER = decision(sources=[ENTITLEMENT])


def exchange(decided: Decision = ANSWER, *, text: str = "How many days?", **question: object) -> Exchange:
    asked = Question(
        id="trace1", tenant=TENANT, channel="web", conversation="web:talk", asker="web:talk", reader=Reader(),
        text=text, asked_at=NOW, today=TODAY,
    )  # fmt: skip
    asked = replace(asked, **question)  # type: ignore[arg-type]
    framed = Framed(text=text, about=asked.today, about_said=False)
    return Exchange(question=asked, framed=framed, decision=decided)


class FakeAssistant:
    """Gives every question the same decision, or fails; `gate`, when set, holds it until the test lets go."""

    def __init__(self, exchanges: FakeExchanges) -> None:
        self.decision = ANSWER
        self.failure: Exception | None = None
        self.gate: asyncio.Event | None = None
        self.asked: list[Question] = []
        self.called = asyncio.Event()
        self._exchanges = exchanges

    async def handle(self, question: Question) -> Exchange:
        self.asked.append(question)
        self.called.set()
        if self.gate is not None:
            await self.gate.wait()
        if self.failure is not None:
            raise self.failure
        framed = Framed(text=question.text, about=question.today, about_said=False)
        made = Exchange(question=question, framed=framed, decision=self.decision)
        await self._exchanges.save(made)
        return made


class FakeIndex:
    def __init__(self, passages: Iterable[Passage]) -> None:
        self.failure: Exception | None = None
        self.hangs = False
        self.validity: dict[str, Validity] = {}
        self._passages = {passage.id: passage for passage in passages}

    async def version(self) -> str:
        if self.hangs:
            await asyncio.Event().wait()
        self._fail()
        return "v1"

    async def catalogue(self, tenant: str, reader: Reader) -> Catalogue:
        self._fail()
        sources = {p.source.id: p.source for p in self._passages.values() if reader.may_read(p.source.audience)}
        return Catalogue(sources=sources, validity=dict(self.validity))

    async def search(self, search: Search) -> tuple[Candidate, ...]:
        raise IndexUnavailable("the page never searches")

    async def passage(self, tenant: str, reader: Reader, passage_id: str) -> Passage | None:
        self._fail()
        found = self._passages.get(passage_id) if tenant == TENANT else None
        return found if found and reader.may_read(found.source.audience) else None

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure


@dataclass(frozen=True, slots=True)
class Word:
    person: str
    kind: str
    note: str
    at: datetime


class FakeFeedback:
    def __init__(self) -> None:
        self.words: dict[tuple[str, str], dict[str, Word]] = defaultdict(dict)
        self.writes = 0

    async def record(self, tenant: str, exchange_id: str, person: str, kind: str, at: datetime, note: str) -> bool:
        self.writes += 1
        self.words[tenant, exchange_id][person] = Word(person, kind, note, at)
        return True

    async def of(self, tenant: str, exchange_id: str) -> tuple[Word, ...]:
        return tuple(self.words[tenant, exchange_id].values())


class FakeClock:
    """Every look is a second later, so that the order of things is their order in time."""

    def __init__(self) -> None:
        self._ticks = itertools.count()

    def now(self) -> datetime:
        return NOW + timedelta(seconds=next(self._ticks))

    def monotonic(self) -> float:
        return float(next(self._ticks))


@dataclass
class World:
    exchanges: FakeExchanges = field(default_factory=FakeExchanges)
    feedback: FakeFeedback = field(default_factory=FakeFeedback)
    crashes: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.assistant = FakeAssistant(self.exchanges)
        self.index = FakeIndex([ENTITLEMENT, SALARIES])
        ids = itertools.count(1)
        self.deps = WebDeps(
            assistant=self.assistant, exchanges=self.exchanges, index=self.index, feedback=self.feedback,
            clock=FakeClock(), new_id=lambda: f"{next(ids):032x}", today=lambda: TODAY, tenant=TENANT,
            record_crash=self.crashes.append,
        )  # fmt: skip

    def visit(self) -> Visitor:
        return Visitor(create_app(self.deps))


class Page:
    """What came back, as a browser without scripts has it."""

    def __init__(self, response: ClientResponse, body: str) -> None:
        self.status = response.status
        self.headers = response.headers
        self.url = response.url
        self.body = body
        self.tree = html.fromstring(body) if body.startswith("<!doctype") else None

    def find(self, xpath: str) -> list[html.HtmlElement]:
        assert self.tree is not None
        return list(self.tree.xpath(xpath))  # type: ignore[arg-type]

    def text(self, xpath: str = "//main") -> str:
        return " ".join(" ".join(element.text_content().split()) for element in self.find(xpath))

    def form(self, css_class: str = "ask", **changed: str) -> tuple[str, dict[str, str]]:
        """Address and hidden fields of a form."""
        form = self.find(f"//form[contains(concat(' ', @class, ' '), ' {css_class} ')]")[0]
        hidden = {field.get("name", ""): field.get("value", "") for field in form.xpath(".//input[@type='hidden']")}
        return form.get("action", ""), hidden | changed


class Visitor:
    def __init__(self, app: Application) -> None:
        self._client: TestClient[Request, Application] = TestClient(TestServer(app))

    async def __aenter__(self) -> Visitor:
        await self._client.start_server()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.close()

    async def get(self, path: str = "/", **headers: str) -> Page:
        return await self._send("GET", path, headers=headers)

    async def post(self, path: str, data: object = None, *, follow: bool = True, **headers: str) -> Page:
        return await self._send("POST", path, data=data, headers=headers, allow_redirects=follow)

    async def ask(self, page: Page, text: str, *, follow: bool = True) -> Page:
        address, fields = page.form(question=text)
        return await self.post(address, fields, follow=follow)

    async def _send(self, method: str, path: str, **options: object) -> Page:
        from yarl import URL

        headers = {name.replace("_", "-"): value for name, value in options.pop("headers").items()}  # type: ignore[attr-defined]
        url = URL(path, encoded=True) if "://" not in path else URL(path)
        async with self._client.request(method, url, headers=headers, **options) as response:  # type: ignore[arg-type]
            return Page(response, await response.text())
