"""One engine for SQLite or PostgreSQL, and the two kinds of transaction. Knows no table.

Whatever fails outside (locked, unreachable, refused, another schema, full) leaves here as DatabaseUnavailable.
IntegrityError and DataError pass: those are about the row, and its writer knows what they mean.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy.exc as sa
from sqlalchemy import URL, Connection, Table, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.domain.errors import ConfigError, DatabaseUnavailable
from store.failures import unavailable

BUSY_TIMEOUT_MS = 5_000  # how long SQLite waits for another process
CONNECT_TIMEOUT_S = 5.0
_WRITE_JSON = partial(json.dumps, ensure_ascii=False)  # searchable, and shorter, as it is
_ABOUT_THE_ROW = (sa.IntegrityError, sa.DataError)
_OUTSIDE = (sa.DBAPIError, sa.TimeoutError)


class Database:
    def __init__(self, engine: AsyncEngine) -> None:
        """For `open` and for migrations; everyone else opens."""
        self.engine = engine
        self.where = place(engine.url)
        self._writer = engine.execution_options(begin="BEGIN IMMEDIATE")
        # SQLite has one writer whatever we do; waiting here is fair and holds no connection.
        self._turn: AbstractAsyncContextManager[Any] = asyncio.Lock() if is_sqlite(engine.url) else nullcontext()

    @classmethod
    async def open(cls, url: str) -> Database:
        """Connects once, so that a wrong address shows now. Raises ConfigError, DatabaseUnavailable."""
        database = cls(make_engine(parse(url)))
        try:
            async with database.read() as connection:
                await connection.execute(text("SELECT 1"))
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that takes the write lock at its start: one that reads first is never refused half-way.

        Committed when the block ends, rolled back when it raises. Do nothing but SQL inside.
        """
        async with self._turn, self._transaction(self._writer) as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that must not write."""
        async with self._transaction(self.engine) as connection:
            yield connection

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with AsyncExitStack() as stack:
            # Two steps, so that an OSError of the block is not taken for the database's.
            with self._told(*_OUTSIDE, OSError):
                connection = await stack.enter_async_context(engine.connect())
            with self._told(*_OUTSIDE):
                async with connection.begin():
                    yield connection

    @contextmanager
    def _told(self, *kinds: type[Exception]) -> Iterator[None]:
        try:
            yield
        except _ABOUT_THE_ROW:
            raise
        except kinds as error:
            raise unavailable(error, self.where) from error


def insert_into(table: Table, connection: AsyncConnection) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that can say ON CONFLICT, in the connection's dialect."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def parse(url: str) -> URL:
    """Plain `sqlite:` and `postgresql:` addresses get their async driver. Raises ConfigError."""
    try:
        parsed = make_url(url)
    except (sa.ArgumentError, ValueError):
        raise ConfigError("`database.url` is not a database address", _FORMS) from None
    kind = parsed.drivername.partition("+")[0]
    if kind == "sqlite":
        return _parse_sqlite(parsed)
    if kind in ("postgresql", "postgres"):
        return _parse_postgres(parsed)
    raise ConfigError(f"`database.url` names a database that is not supported: {kind}", _FORMS)


_FORMS = "write sqlite:///path/to/file.db or postgresql://user@host/database"


def _parse_sqlite(url: URL) -> URL:
    if url.database in (None, "", ":memory:"):
        raise ConfigError("`database.url` names no file: a database in memory forgets every exchange", _FORMS)
    return url.set(drivername="sqlite+aiosqlite")


def _parse_postgres(url: URL) -> URL:
    query = dict(url.query)
    if "sslmode" in query:  # libpq's name, as hosting services print it; asyncpg's is `ssl`
        query["ssl"] = query.pop("sslmode")
    query.pop("channel_binding", None)  # libpq's alone
    return url.set(drivername="postgresql+asyncpg", query=query)


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def place(url: URL) -> str:
    """How a message names the database: no user, no password, no options."""
    if is_sqlite(url):
        return str(url.database)
    host = url.host or str(url.query.get("host", "localhost"))
    return f"{host}:{url.port or 5432}/{url.database or ''}"


def make_engine(url: URL, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS, foreign_keys: bool = True) -> AsyncEngine:
    """Connects to nothing yet. `foreign_keys` is SQLite's check, which migrations must turn off."""
    if is_sqlite(url):
        return _sqlite_engine(url, busy_timeout_ms, foreign_keys)
    return create_async_engine(
        url,
        json_serializer=_WRITE_JSON,
        hide_parameters=True,  # questions stay out of tracebacks and logs
        pool_size=10,
        max_overflow=10,
        pool_timeout=10,
        pool_pre_ping=True,  # a restarted server costs a round trip, not a lost question
        connect_args={"timeout": CONNECT_TIMEOUT_S, "server_settings": {"application_name": "saywhy"}},
    )


def _sqlite_engine(url: URL, busy_timeout_ms: int, foreign_keys: bool) -> AsyncEngine:
    _make_folder(url)
    engine = create_async_engine(url, json_serializer=_WRITE_JSON, hide_parameters=True, pool_timeout=10)

    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver begins nothing: `begin` below does
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {busy_timeout_ms:d}")
        cursor.execute("PRAGMA journal_mode = WAL")  # readers and the writer don't wait for one another
        cursor.execute("PRAGMA synchronous = NORMAL")  # safe with WAL: a power cut loses the last commits at most
        cursor.execute(f"PRAGMA foreign_keys = {int(foreign_keys)}")
        cursor.close()

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    event.listen(engine.sync_engine, "connect", set_up)
    event.listen(engine.sync_engine, "begin", begin)
    return engine


def _make_folder(url: URL) -> None:
    try:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnavailable(
            f"the folder of the database {url.database} cannot be made", "choose a folder that may be written to"
        ) from error
