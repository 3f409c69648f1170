"""Databases for tests. A test that names `database_url` runs twice: on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from store import schema
from store.database import Database, make_engine, parse
from tests.postgres import PostgresServer

# No deadline for an example: the machine may be busy, and a timed test tells nothing of the code.
settings.register_profile("saywhy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("saywhy")

_TEMPLATE = "migrated"
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One a worker; 0.6 s."""
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.stop()


async def _statement(server: PostgresServer, sql: str) -> None:
    engine = make_engine(parse(server.url()))
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.exec_driver_sql(sql)
    await engine.dispose()


@pytest.fixture
async def empty_postgres_url(postgres_server: PostgresServer) -> AsyncIterator[str]:
    """A database of the test's own, without tables."""
    name = f"empty_{next(_numbers)}"
    await _statement(postgres_server, f"CREATE DATABASE {name}")
    yield postgres_server.url(name)
    await _statement(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def postgres_url(postgres_server: PostgresServer) -> AsyncIterator[str]:
    """A migrated database of the test's own: a copy of one that is migrated once."""
    name = f"test_{next(_numbers)}"
    if not postgres_server.has_template:
        await _statement(postgres_server, f"CREATE DATABASE {_TEMPLATE}")
        await schema.upgrade(postgres_server.url(_TEMPLATE))
        postgres_server.has_template = True
    await _statement(postgres_server, f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE} STRATEGY FILE_COPY")
    yield postgres_server.url(name)
    await _statement(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def empty_sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'empty.db'}"


@pytest.fixture
async def sqlite_url(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A migrated database of the test's own, made like `postgres_url`."""
    template = tmp_path_factory.getbasetemp() / "migrated.db"
    if not template.exists():
        await schema.upgrade(f"sqlite:///{template}")
    return f"sqlite:///{shutil.copy(template, tmp_path / 'test.db')}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture(params=["sqlite", "postgres"])
def empty_database_url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"empty_{request.param}_url"))


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = await Database.open(database_url)
    yield opened
    await opened.close()
