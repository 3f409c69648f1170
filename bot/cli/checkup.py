"""What `saywhy doctor` looks at. Every check ends in a finding; none changes anything but an absent home folder."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bot.domain.errors import IndexUnavailable, SaywhyError
from bot.settings import EXTRACTIVE, Settings

if TYPE_CHECKING:
    from bot.domain.ports import Embedder

Status = Literal["ok", "warn", "fail"]
OK: Status = "ok"
WARN: Status = "warn"
FAIL: Status = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    status: Status
    detail: str
    hint: str = ""  # what to do


async def examine(settings: Settings) -> tuple[Check, ...]:
    embedder: list[Embedder] = []  # opened by its own check, used by the two after it

    async def embedding() -> Check:
        from bot.wiring import open_embedding

        opened = await open_embedding(settings)
        length = len(opened.query("How many days of leave?"))
        embedder.append(opened)
        return Check("embedding", OK, f"{opened.name}, {length} numbers a passage")

    async def index() -> Check:
        return await _index(settings, embedder[0]) if embedder else _waits("index")

    async def model() -> Check:
        return await _model(settings, embedder[0]) if embedder else _waits("model")

    return (
        _configuration(settings),
        await _checked("home", lambda: _home(settings.home)),
        await _checked("database", lambda: _database(settings)),
        await _checked("embedding", embedding),
        await _checked("index", index),
        await _checked("model", model),
        await _checked("web", lambda: _web(settings)),
    )


async def _checked(name: str, look: Callable[[], Awaitable[Check]]) -> Check:
    try:
        return await look()
    except SaywhyError as exc:
        return Check(name, FAIL, exc.message, exc.hint)
    except Exception as exc:  # doctor must end with a list, whatever one part of it meets
        return Check(name, FAIL, f"the check itself failed ({type(exc).__name__})", "please report this")


def _waits(name: str) -> Check:
    return Check(name, WARN, "not checked: it needs the embedding model")


def _configuration(settings: Settings) -> Check:
    return Check("configuration", OK, str(settings.file or "no file, defaults and environment"))


async def _home(home: Path) -> Check:
    from bot.wiring import make_home

    make_home(home)
    if not os.access(home, os.W_OK | os.X_OK):
        return Check("home", FAIL, f"{home} may not be written to", "give this user the right to, or set home")
    return Check("home", OK, str(home))


async def _database(settings: Settings) -> Check:
    from store import schema
    from store.database import Database, is_sqlite, parse
    from store.failures import UPGRADE

    url = parse(settings.database.url)
    if is_sqlite(url) and not _exists(str(url.database)):
        return Check("database", OK, f"{url.database} is made at the first question")
    database = await Database.open(settings.database.url)
    try:
        differences = await schema.check(database)
    finally:
        await database.close()
    if differences:
        return Check("database", FAIL, f"{database.where}: {differences[0]}", UPGRADE)
    return Check("database", OK, database.where)


def _exists(file: str) -> bool:
    return Path(file).exists()


async def _index(settings: Settings, embedder: Embedder) -> Check:
    from bot.cli.documents import check_lines
    from bot.wiring import open_index

    async with open_index(settings, embedder=embedder) as index:
        try:
            found = await index.check()
        except IndexUnavailable as exc:
            return Check("index", FAIL, exc.message, exc.hint)
    first, *problems = check_lines(found)
    if problems:
        detail, _, hint = problems[0].partition("; ")
        return Check("index", FAIL, detail, hint)
    return Check("index", OK, first)


async def _model(settings: Settings, embedder: Embedder) -> Check:
    if settings.model.name == EXTRACTIVE:
        return Check("model", OK, "extractive, offline")
    from bot.models.claude import Claude
    from bot.text.meaning import Meaning
    from bot.wiring import open_model

    async with open_model(settings, Meaning(embedder)) as model:
        if not isinstance(model, Claude):
            return Check("model", OK, model.name)
        health = await model.check()
    return Check("model", OK if health.ok else FAIL, f"{settings.model.name}: {health.message}", health.hint)


async def _web(settings: Settings) -> Check:
    """Whether `serve` could listen there. In use is no fault: it may be saywhy itself."""
    host, port = settings.web.host, settings.web.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as exc:
        return Check("web", WARN, f"{settings.web.bind}: {exc.strerror}", "fine where `saywhy serve` runs already")
    return Check("web", OK, f"{settings.web.bind} is free")
