"""The composition root: the one place that opens adapters, hands them to one another and closes them.

Each function opens what one kind of command needs: a trace reads no index, an index check asks no model. Adapters are
imported inside, since most are slow to import.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from bot.clock import Ids, SystemClock, id_factory
from bot.domain.errors import ConfigError, DatabaseUnavailable
from bot.domain.ports import Clock, Embedder, Model
from bot.settings import EXTRACTIVE, Settings
from bot.text.meaning import Meaning

if TYPE_CHECKING:
    from bot.assistant import Assistant
    from bot.ingest.ports import Finished, Record
    from store.database import Database
    from store.exchanges import SqlExchanges
    from store.feedback import SqlFeedback
    from store.passages import PassageIndex, PassageWriter


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """What was asked and said before."""

    settings: Settings
    clock: Clock
    new_id: Ids
    database: Database
    exchanges: SqlExchanges
    feedback: SqlFeedback


@dataclass(frozen=True, slots=True, kw_only=True)
class Services(Records):
    """Everything that a channel needs."""

    embedder: Embedder
    index: PassageIndex
    model: Model
    assistant: Assistant


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """Everything that ingest needs."""

    settings: Settings
    clock: Clock
    embedder: Embedder
    writer: PassageWriter[Record, Finished]


@asynccontextmanager
async def open_records(settings: Settings) -> AsyncIterator[Records]:
    """Raises ConfigError, DatabaseUnavailable."""
    from store.database import Database
    from store.exchanges import SqlExchanges
    from store.feedback import SqlFeedback

    make_home(settings.home)
    clock = SystemClock()
    database = await Database.open(settings.database.url)
    try:
        await _on_schema(database, settings)
        yield Records(
            settings=settings,
            clock=clock,
            new_id=id_factory(clock),
            database=database,
            exchanges=SqlExchanges(database),
            feedback=SqlFeedback(database),
        )
    finally:
        await database.close()


@asynccontextmanager
async def open_services(
    settings: Settings, *, index_name: str | None = None, offline_model: bool = False
) -> AsyncIterator[Services]:
    """`index_name`: a pinned version instead of the newest. `offline_model`: extractive, whatever is configured."""
    async with AsyncExitStack() as stack:
        records = await stack.enter_async_context(open_records(settings))
        embedder = await open_embedding(settings)
        meaning = Meaning(embedder)
        index = stack.enter_context(closing(_index(settings, embedder, index_name)))
        model = await stack.enter_async_context(open_model(settings, meaning, offline=offline_model))
        yield Services(
            settings=settings,
            clock=records.clock,
            new_id=records.new_id,
            database=records.database,
            exchanges=records.exchanges,
            feedback=records.feedback,
            embedder=embedder,
            index=index,
            model=model,
            assistant=_assistant(records, index, model, meaning),
        )


@asynccontextmanager
async def open_index(settings: Settings, *, embedder: Embedder | None = None) -> AsyncIterator[PassageIndex]:
    """Raises ConfigError; IndexUnavailable comes at the first use."""
    with closing(_index(settings, embedder or await open_embedding(settings), None)) as index:
        yield index


@asynccontextmanager
async def open_library(settings: Settings, *, rebuild: bool = False) -> AsyncIterator[Library]:
    """`rebuild`: starts an empty index where the present one was built with another set-up."""
    from bot.ingest.chunk import CHUNKER_VERSION
    from bot.ingest.ports import Finished, Record, index_version
    from store.passages import PassageWriter

    embedder = await open_embedding(settings)
    writer = PassageWriter(
        settings.index.uri,
        embedder,
        chunker=CHUNKER_VERSION,
        record=Record,
        finished=Finished,
        digest=index_version,
        rebuild=rebuild,
    )
    with closing(writer):
        yield Library(settings=settings, clock=SystemClock(), embedder=embedder, writer=writer)


@asynccontextmanager
async def open_model(settings: Settings, meaning: Meaning, *, offline: bool = False) -> AsyncIterator[Model]:
    """Raises ConfigError where the model cannot be asked at all."""
    from bot.models.extractive import Extractive
    from bot.models.fitted import ranking

    if offline or settings.model.name == EXTRACTIVE:
        yield Extractive(meaning, ranking())
        return
    from bot.models.claude import Claude

    key = settings.secret("ANTHROPIC_API_KEY")
    if not key:
        raise ConfigError(
            f"model.name is {settings.model.name}, but ANTHROPIC_API_KEY is not set",
            f"set ANTHROPIC_API_KEY or ANTHROPIC_API_KEY_FILE, or model.name = {EXTRACTIVE!r}",
        )
    model = Claude(
        api_key=key,
        model=settings.model.name,
        base_url=settings.model.base_url,
        max_tokens=settings.model.max_tokens,
        effort=None if settings.model.effort == "none" else settings.model.effort,
    )
    try:
        yield model
    finally:
        await model.close()


def _assistant(records: Records, index: PassageIndex, model: Model, meaning: Meaning) -> Assistant:
    from bot.assistant import Assistant
    from bot.ingest.chunk import CHUNKER_VERSION
    from bot.models.fitted import calibrator, ranking
    from bot.models.prompts import system
    from bot.setup import Setup

    settings = records.settings
    setup = Setup(
        policy=settings.policy.value(),
        rules=system(),
        model=model.name,
        embedding=meaning.name,
        chunker=CHUNKER_VERSION,
        deadline_s=settings.limits.deadline_s,
        ranking=ranking(),
        calibrator=calibrator(),
        code_version=code_version(),
    )
    return Assistant(
        index=index,
        model=model,
        meaning=meaning,
        exchanges=records.exchanges,
        clock=records.clock,
        setup=setup,
    )


def code_version() -> str:
    try:
        return metadata.version("saywhy")
    except metadata.PackageNotFoundError:  # run from a checkout that was not installed
        return "unknown"


async def open_embedding(settings: Settings) -> Embedder:
    from bot.embeddings import open_embedder

    make_home(settings.home)
    # In a thread: the first run builds the model, which takes a while.
    return await asyncio.to_thread(
        open_embedder, settings.embedding.model, settings.home, threads=settings.embedding.threads
    )


def _index(settings: Settings, embedder: Embedder, name: str | None) -> PassageIndex:
    from bot.ingest.chunk import CHUNKER_VERSION
    from bot.ingest.ports import index_version
    from bot.ingest.versions import catalogue
    from store.passages import PassageIndex

    return PassageIndex(
        settings.index.uri, embedder, chunker=CHUNKER_VERSION, resolve=catalogue, digest=index_version, index=name
    )


def make_home(home: Path) -> None:
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise ConfigError(
            f"the home folder {home} cannot be made: {exc.strerror}",
            "set home (SAYWHY_HOME) to a folder that may be written to",
        ) from exc


async def _on_schema(database: Database, settings: Settings) -> None:
    """An embedded database is brought up to date in passing; one that others share is its operator's to change."""
    from store import schema
    from store.database import is_sqlite, parse
    from store.failures import UPGRADE

    try:
        await schema.require(database)
    except DatabaseUnavailable as exc:
        embedded = is_sqlite(parse(settings.database.url))
        if not (embedded and exc.hint == UPGRADE):
            raise
        await schema.upgrade(settings.database.url)
