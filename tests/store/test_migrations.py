"""Up, down and up again; racing; and whatever a migration could destroy."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.domain.errors import DatabaseUnavailable
from store import schema
from store.database import Database
from store.exchanges import SqlExchanges
from store.feedback import Kind, Signal, SqlFeedback
from tests.samples import NOON, exchange

ROOT = Path(__file__).parents[2]
HEAD = "0001"


async def _run(url: str, *statements: str) -> None:
    database = await Database.open(url)
    async with database.write() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await database.close()


async def _check(url: str) -> list[str]:
    database = await Database.open(url)
    try:
        return await schema.check(database)
    finally:
        await database.close()


async def _require(url: str) -> None:
    database = await Database.open(url)
    try:
        await schema.require(database)
    finally:
        await database.close()


async def test_up_down_and_up_again(empty_database_url: str) -> None:
    assert await schema.upgrade(empty_database_url) == HEAD
    assert await _check(empty_database_url) == []
    assert await schema.downgrade(empty_database_url) == "base"
    assert "add table: exchanges" in await _check(empty_database_url)
    assert await schema.upgrade(empty_database_url) == HEAD
    assert await schema.upgrade(empty_database_url) == HEAD
    assert await _check(empty_database_url) == []
    await _require(empty_database_url)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("ALTER TABLE exchanges DROP COLUMN cost_usd", "add column: exchanges cost_usd"),
        ("ALTER TABLE exchanges ADD COLUMN mood TEXT", "remove column: exchanges mood"),
        ("DROP INDEX ix_exchanges_tenant_asked_at", "add index: ix_exchanges_tenant_asked_at"),
        ("DROP TABLE feedback", "add table: feedback"),
    ],
)
async def test_check_names_what_was_changed_by_hand(database_url: str, change: str, said: str) -> None:
    assert await _check(database_url) == []
    await _run(database_url, change)
    assert said in await _check(database_url)


async def test_a_table_of_somebody_elses_is_no_difference(database_url: str) -> None:
    await _run(database_url, "CREATE TABLE theirs (n INTEGER)")
    assert await _check(database_url) == []


async def test_an_empty_database_is_not_ready(empty_database_url: str) -> None:
    with pytest.raises(DatabaseUnavailable, match="no tables yet") as raised:
        await _require(empty_database_url)
    assert "saywhy db upgrade" in raised.value.hint


async def test_an_old_program_leaves_a_newer_schema_alone(database_url: str) -> None:
    await _run(database_url, "UPDATE alembic_version SET version_num = '9999'")
    for attempt in (_require(database_url), schema.upgrade(database_url), schema.downgrade(database_url)):
        with pytest.raises(DatabaseUnavailable, match="9999") as raised:
            await attempt
        assert "newer" in raised.value.hint
    assert (await _check(database_url))[0].startswith("revision: ")


@pytest.mark.slow
async def test_racing_upgrades_in_several_processes(empty_database_url: str) -> None:
    program = f"import asyncio; from store import schema; print(asyncio.run(schema.upgrade({empty_database_url!r})))"
    racers = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-W", "error", "-c", program, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(4)
    ]
    for racer in racers:
        out, err = await racer.communicate()
        assert (racer.returncode, out.strip(), err) == (0, HEAD.encode(), b"")
    assert await _check(empty_database_url) == []


async def test_the_library_is_not_shadowed_by_the_folder() -> None:
    program = "import alembic, alembic.command; print(alembic.__file__)"
    found = await asyncio.create_subprocess_exec(sys.executable, "-c", program, cwd=ROOT, stdout=subprocess.PIPE)
    out, _ = await found.communicate()
    assert b"site-packages" in out


# A migration that is not ours to write yet: it makes `exchanges` anew, as SQLite needs for most changes.

_BATCH = """
from alembic import op
import sqlalchemy as sa
revision, down_revision = "0002", "0001"

def upgrade():
    anew = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("exchanges", recreate=anew) as batch:
        batch.add_column(sa.Column("mood", sa.Text()))
    op.execute("{extra}")
"""


@pytest.fixture
def write_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    """Adds revision 0002 to a copy of the migrations; it ends with the given statement."""
    folder = shutil.copytree(schema.migrations_dir(), tmp_path / "with a % sign")
    monkeypatch.setattr(schema, "migrations_dir", lambda: folder)
    return lambda end: (folder / "versions" / "0002_next.py").write_text(_BATCH.format(extra=end))


async def _count(url: str, table: str) -> int:
    database = await Database.open(url)
    async with database.read() as connection:
        found = await connection.scalar(text(f"SELECT count(*) FROM {table}"))
    await database.close()
    return int(found)


async def _with_rows(url: str) -> None:
    database = await Database.open(url)
    await SqlExchanges(database).save(exchange())
    signal = Signal(id="e", tenant="local", exchange="trace-1", person="ada", kind=Kind.RIGHT, at=NOON)
    assert await SqlFeedback(database).record(signal)
    await database.close()


async def test_a_batch_migration_keeps_the_children(database_url: str, write_next: Callable[[str], object]) -> None:
    await _with_rows(database_url)
    write_next("SELECT 1")
    with pytest.raises(DatabaseUnavailable, match="needs 0002"):
        await _require(database_url)
    assert await schema.upgrade(database_url) == "0002"
    assert await _count(database_url, "exchanges") == 1
    assert await _count(database_url, "feedback") == 1
    assert await _check(database_url) == ["remove column: exchanges mood"]


@pytest.mark.parametrize(
    ("extra", "lost"), [("DELETE FROM feedback", "feedback"), ("UPDATE exchanges SET id = 'x'", "feedback")]
)
async def test_a_migration_that_would_lose_rows_changes_nothing(
    sqlite_url: str, write_next: Callable[[str], object], extra: str, lost: str
) -> None:
    await _with_rows(sqlite_url)
    write_next(extra)
    with pytest.raises(DatabaseUnavailable, match=f"rows of {lost}"):
        await schema.upgrade(sqlite_url)
    assert await _count(sqlite_url, "feedback") == 1
    assert await _check(sqlite_url) == ["revision: the database has 0001, this program 0002"]
