"""The assistant with everything around it in memory, and what its asker gets of a reply."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.assistant import Assistant
from bot.channels.payload import exchange_to_json
from bot.domain.decisions import Policy
from bot.domain.documents import Document, Passage, Reader
from bot.domain.exchanges import Exchange
from bot.domain.ports import Model
from bot.domain.questions import Question
from bot.ingest.ports import Record
from bot.ingest.versions import catalogue
from bot.models.extractive import Extractive
from bot.models.fitted import ranking
from bot.models.prompts import system
from bot.setup import Setup
from bot.text.meaning import Meaning
from bot.text.passage_text import embedding_text
from tests.fakes.embedder import BagOfStems
from tests.fakes.exchanges import FakeExchanges
from tests.fakes.index import MemoryIndex
from tests.fakes.ingest_store import MemoryIngestStore
from tests.samples import NOON

TENANT = "acme"
EMBEDDER = BagOfStems(256)
SETUP = Setup(
    policy=Policy(), rules=system(), model="scripted", embedding=EMBEDDER.name, chunker="1", ranking=ranking()
)


class TickingClock:
    """A millisecond passes whenever somebody looks."""

    def __init__(self) -> None:
        self._ticks = itertools.count()

    def now(self) -> datetime:
        return NOON + timedelta(milliseconds=next(self._ticks))

    def monotonic(self) -> float:
        return next(self._ticks) / 1_000


def extractive() -> Extractive:
    return Extractive(Meaning(EMBEDDER), ranking())


@dataclass
class World:
    model: Model = field(default_factory=extractive)
    setup: Setup = SETUP
    store: MemoryIngestStore = field(default_factory=MemoryIngestStore)
    exchanges: FakeExchanges = field(default_factory=FakeExchanges)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.index = MemoryIndex(self.store, EMBEDDER, catalogue)
        self.assistant = Assistant(
            index=self.index,
            model=self.model,
            meaning=Meaning(EMBEDDER),
            exchanges=self.exchanges,
            clock=TickingClock(),
            setup=self.setup,
        )

    async def put(self, *passages: Passage) -> World:
        """Passages of one document share its source."""
        by_document: dict[str, list[Passage]] = {}
        for one in passages:
            by_document.setdefault(one.source.id, []).append(one)
        async with self.store.writing(TENANT):
            for id_, mine in by_document.items():
                text = "\n".join(one.text for one in mine)
                record = Record(root=mine[0].source.root, fingerprint=hashlib.sha256(text.encode()).hexdigest())
                vectors = EMBEDDER.passages([embedding_text(one) for one in mine])
                await self.store.put(TENANT, Document(source=mine[0].source, text=text), mine, vectors, record)
                assert id_ == mine[0].source.id
            await self.store.finish(TENANT)
        return self

    def question(self, text: str, **changes: object) -> Question:
        number = next(self._numbers)
        sample = Question(
            id=f"q{number}", tenant=TENANT, channel="terminal", conversation="talk", asker="ann", reader=Reader(),
            text=text, asked_at=NOON + timedelta(minutes=number), today=NOON.date(),
        )  # fmt: skip
        return replace(sample, **changes)  # type: ignore[arg-type]

    async def ask(self, text: str, **changes: object) -> Exchange:
        return await self.assistant.answer(self.question(text, **changes))

    async def say(self, text: str, **changes: object) -> Exchange:
        """As a channel does: with the thread, and recorded."""
        return await self.assistant.handle(self.question(text, **changes))


async def world(*passages: Passage, model: Model | None = None, setup: Setup = SETUP) -> World:
    made = World(model=model or extractive(), setup=replace(setup, model=(model or extractive()).name))
    return await made.put(*passages)


def seen(exchange: Exchange) -> dict[str, object]:
    """What reaches the asker, as the outside contract has it: a difference in anything here tells something."""
    found = exchange_to_json(exchange)
    return {
        key: found[key]
        for key in (
            "outcome",
            "text",
            "claims",
            "sources",
            "missing",
            "options",
            "next_step",
            "probability",
            "threshold",
        )
    }


def shown(exchange: Exchange) -> str:
    """All words that the asker could see, in one."""
    decision = exchange.decision
    readings: Iterable[str] = (reading.label for reading in decision.readings)
    return "\n".join([decision.text, *decision.missing, *readings])
