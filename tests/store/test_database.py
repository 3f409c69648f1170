"""Transactions that wait their turn, failures in words a person can act on, and a pool that is idle after a storm."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import QueuePool

from bot.domain.errors import ConfigError, DatabaseUnavailable
from store import schema
from store.database import Database, make_engine, parse, place
from store.exchanges import SqlExchanges
from store.failures import unavailable
from tests.postgres import LOCKED_ROLE, PostgresServer
from tests.samples import exchange, question


@pytest.mark.parametrize(
    ("url", "driver", "shown"),
    [
        ("sqlite:///a/b.db", "sqlite+aiosqlite", "a/b.db"),
        ("sqlite+aiosqlite:////srv/b.db", "sqlite+aiosqlite", "/srv/b.db"),
        ("postgresql://ada:secret@db.example/saywhy", "postgresql+asyncpg", "db.example:5432/saywhy"),
        ("postgres://ada:secret@db:6543/x?sslmode=require", "postgresql+asyncpg", "db:6543/x"),
        ("postgresql+psycopg://ada@/x?host=/run/pg&password=secret", "postgresql+asyncpg", "/run/pg:5432/x"),
    ],
)
def test_plain_addresses_get_their_driver(url: str, driver: str, shown: str) -> None:
    parsed = parse(url)
    assert (parsed.drivername, place(parsed)) == (driver, shown)
    assert "sslmode" not in parsed.query


@pytest.mark.parametrize("url", ["", "nonsense secret", "mysql://ada:secret@h/x", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_cannot_work_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ConfigError) as raised:
        parse(url)
    assert "secret" not in raised.value.message + raised.value.hint
    assert "sqlite:///" in raised.value.hint


async def test_sqlite_is_set_up_for_several_processes(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    async with database.read() as connection:
        found = {
            name: await connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "busy_timeout", "foreign_keys", "synchronous")
        }
    await database.close()
    assert found == {"journal_mode": "wal", "busy_timeout": 5_000, "foreign_keys": 1, "synchronous": 1}


async def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'new' / 'folder' / 'a.db'}")
    await database.close()
    assert (tmp_path / "new" / "folder" / "a.db").exists()


async def test_a_failed_block_leaves_nothing(database: Database) -> None:
    with pytest.raises(FileNotFoundError):  # nor is somebody else's OSError taken for the database's
        async with database.write() as connection:
            await connection.execute(text("CREATE TABLE started (n INTEGER)"))
            raise FileNotFoundError("not the database's")
    with pytest.raises(DatabaseUnavailable, match="schema"):
        async with database.read() as connection:
            await connection.execute(text("SELECT n FROM started"))


async def test_writers_that_read_first_are_never_refused(sqlite_url: str) -> None:
    processes = [await Database.open(sqlite_url) for _ in range(3)]
    async with processes[0].write() as connection:
        await connection.execute(text("CREATE TABLE counter (n INTEGER)"))
        await connection.execute(text("INSERT INTO counter VALUES (0)"))

    async def count(database: Database) -> None:
        async with database.write() as connection:
            n = await connection.scalar(text("SELECT n FROM counter"))
            await asyncio.sleep(0)
            await connection.execute(text("UPDATE counter SET n = :n"), {"n": n + 1})

    await asyncio.gather(*(count(database) for database in processes for _ in range(20)))
    async with processes[0].read() as connection:
        assert await connection.scalar(text("SELECT n FROM counter")) == 60
    for database in processes:
        await database.close()


async def test_the_pool_is_idle_after_a_storm_of_cancelled_tasks(database: Database) -> None:
    store, chance = SqlExchanges(database), random.Random(1)
    tasks: list[asyncio.Task[object]] = []
    for number in range(120):
        tasks.append(asyncio.create_task(store.save(exchange(question(id=f"t{number}")))))
        tasks.append(asyncio.create_task(store.get("local", f"t{number}")))
    for task in tasks:
        await asyncio.sleep(chance.choice([0, 0, 0.0005, 0.002]))
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await store.save(exchange())
    assert await store.get("local", "trace-1") == exchange()
    pool = database.engine.pool
    assert isinstance(pool, QueuePool)
    assert pool.checkedout() == 0


async def test_a_broken_rule_of_a_table_is_the_writers_business(database: Database) -> None:
    await SqlExchanges(database).save(exchange())
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await connection.execute(text("UPDATE exchanges SET tenant = NULL"))


# Failures, from the real thing.


async def test_a_database_that_was_never_migrated_says_what_to_run(empty_database_url: str) -> None:
    database = await Database.open(empty_database_url)
    with pytest.raises(DatabaseUnavailable) as raised:
        await SqlExchanges(database).history("local", "thread-1")
    await database.close()
    assert "saywhy db upgrade" in raised.value.hint
    assert "exchanges" not in raised.value.message  # no SQL


async def test_locked_by_another_process(sqlite_url: str) -> None:
    database = Database(make_engine(parse(sqlite_url), busy_timeout_ms=50))
    with closing(sqlite3.connect(parse(sqlite_url).database or "")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseUnavailable, match="locked by another process"):
            await SqlExchanges(database).save(exchange())
    await SqlExchanges(database).save(exchange())
    await database.close()


async def test_disk_full(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    with pytest.raises(DatabaseUnavailable, match="disk is full"):
        async with database.write() as connection:
            await connection.execute(text("PRAGMA max_page_count = 1"))
            await connection.execute(text("CREATE TABLE more AS SELECT zeroblob(1000000)"))
    await database.close()


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """A folder, and not being root, who may write everywhere."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        user = os.geteuid()
        yield folder
        os.seteuid(user)
        folder.chmod(0o755)


def _take_rights(folder: Path) -> None:
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    if os.geteuid() == 0:
        os.seteuid(65534)


async def test_a_file_that_may_only_be_read(as_nobody: Path) -> None:
    url = f"sqlite:///{as_nobody / 'a.db'}"
    await schema.upgrade(url)
    _take_rights(as_nobody)
    with pytest.raises(DatabaseUnavailable) as raised:
        await SqlExchanges(await Database.open(url)).save(exchange())
    assert "permissions" in raised.value.hint or "may be written to" in raised.value.hint


async def test_a_path_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database " * 1_000)
    for path, said in (
        (tmp_path, "cannot be opened"),
        (tmp_path / "notes.txt", "is not a SQLite database"),
        (tmp_path / "notes.txt" / "a.db", "folder"),
    ):
        with pytest.raises(DatabaseUnavailable, match=said):
            await Database.open(f"sqlite:///{path}")


async def test_a_server_that_is_not_there() -> None:
    started = time.monotonic()
    with pytest.raises(DatabaseUnavailable) as raised:
        await Database.open("postgresql://ada:secret@127.0.0.1:1/saywhy")
    assert time.monotonic() - started < 6
    assert raised.value.message == "the database 127.0.0.1:1/saywhy cannot be reached"
    assert "secret" not in raised.value.hint


@pytest.mark.slow
async def test_a_server_that_does_not_answer() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        started = time.monotonic()
        with pytest.raises(DatabaseUnavailable, match="cannot be reached"):
            await Database.open(f"postgresql://ada:secret@127.0.0.1:{silent.getsockname()[1]}/saywhy")
    assert time.monotonic() - started < 6


async def test_a_wrong_password(postgres_server: PostgresServer, postgres_url: str) -> None:
    database = await Database.open(postgres_url)
    async with database.write() as connection:
        await connection.execute(text(f"DROP ROLE IF EXISTS {LOCKED_ROLE}"))
        await connection.execute(text(f"CREATE ROLE {LOCKED_ROLE} LOGIN PASSWORD 'right'"))
    await database.close()
    name = parse(postgres_url).database or ""
    await (await Database.open(postgres_server.url(name, user=LOCKED_ROLE, password="right"))).close()
    with pytest.raises(DatabaseUnavailable) as raised:
        await Database.open(postgres_server.url(name, user=LOCKED_ROLE, password="hunter2"))
    assert "refused the user name or password" in raised.value.message
    assert "hunter2" not in f"{raised.value.message} {raised.value.hint} {raised.value.__cause__}"


async def test_a_database_that_does_not_exist(postgres_server: PostgresServer) -> None:
    with pytest.raises(DatabaseUnavailable, match="does not exist"):
        await Database.open(postgres_server.url("nowhere"))


async def test_a_server_that_goes_away_and_comes_back(postgres_url: str) -> None:
    database, killer = await Database.open(postgres_url), await Database.open(postgres_url)

    async def kill(pid: int) -> None:
        async with killer.read() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})

    with pytest.raises(DatabaseUnavailable):
        async with database.write() as connection:
            pid = await connection.scalar(text("SELECT pg_backend_pid()"))
            await kill(pid)
            await asyncio.sleep(0.05)
            await connection.execute(text("SELECT 1"))
    async with database.read() as connection:
        pid = await connection.scalar(text("SELECT pg_backend_pid()"))
    await kill(pid)
    await SqlExchanges(database).save(exchange())
    await database.close()
    await killer.close()


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("53100", "disk is full"),
        ("53300", "no connection left"),
        ("25006", "may not be written to"),
        ("42P01", "another schema"),
        ("42501", "does not grant"),
        ("57P03", "starting or shutting down"),
        ("28000", "refused the user name"),
        ("99999", "refused the request"),
    ],
)
def test_what_postgresql_says_in_words(state: str, said: str) -> None:
    error = Exception("hunter2")
    error.sqlstate = state  # type: ignore[attr-defined]
    told = unavailable(error, "db:5432/saywhy")
    assert said in told.message
    assert "hunter2" not in told.message
    assert told.hint
