"""Brings a database to the schema this program knows, and says where the two differ.

Migrations stand in `alembic/` at the top of a checkout, and in `store/migrations` of an installed wheel. The
folder has no `__init__.py`: Python takes a regular package anywhere on its path before a bare folder, so
`import alembic` is the library, in the checkout too (tests/store/test_migrations.py holds us to it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, select, table, text

from bot.domain.errors import DatabaseUnavailable
from store.database import Database, make_engine, parse
from store.failures import UPGRADE
from store.tables import metadata

_LOCK = 0x5A_1747_5C4E  # of the advisory lock: any number nobody else uses
_WAIT_MS = 60_000  # another process may be migrating


def migrations_dir() -> Path:
    here = Path(__file__).resolve().parent
    installed = here / "migrations"
    return installed if installed.is_dir() else here.parent / "alembic"


async def upgrade(url: str, revision: str = "head") -> str:
    """Returns the revision reached. Repeatable and safe to race: one at a time, the others find nothing to do."""
    return await _migrate(url, command.upgrade, revision)


async def downgrade(url: str, revision: str = "base") -> str:
    """For tests: it drops what the later schema held."""
    return await _migrate(url, command.downgrade, revision)


async def require(database: Database) -> None:
    """Raises DatabaseUnavailable where the schema is not exactly this program's, and says which way to go."""
    async with database.read() as connection:
        await connection.run_sync(lambda c: _require(_revision(c), database.where))


async def check(database: Database) -> list[str]:
    """The differences between the database and this program, one a line; none is good."""
    async with database.read() as connection:
        return await connection.run_sync(_differences)


async def _migrate(url: str, run: Callable[[Config, str], None], revision: str) -> str:
    # Foreign keys off: a batch migration replaces the parent table, which would delete its children.
    database = Database(make_engine(parse(url), busy_timeout_ms=_WAIT_MS, foreign_keys=False))
    try:
        async with database.write() as connection:
            return await connection.run_sync(_locked, run, revision, database.where)
    finally:
        await database.close()


def _locked(connection: Connection, run: Callable[[Config, str], None], revision: str, where: str) -> str:
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))  # SQLite: BEGIN IMMEDIATE is the lock
    _refuse_newer(_revision(connection), where)
    before = _row_counts(connection)
    run(_config(connection), revision)
    _nothing_lost(connection, before, where)
    return _revision(connection) or "base"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _known() -> list[str]:
    """This program's revisions, newest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _require(revision: str | None, where: str) -> None:
    _refuse_newer(revision, where)
    newest = _known()[0]
    if revision is None:
        raise DatabaseUnavailable(f"the database {where} has no tables yet", UPGRADE)
    if revision != newest:
        raise DatabaseUnavailable(f"the database {where} is on schema {revision}, this program needs {newest}", UPGRADE)


def _refuse_newer(revision: str | None, where: str) -> None:
    known = _known()
    if revision is not None and revision not in known:
        raise DatabaseUnavailable(
            f"the database {where} is on schema {revision}, this program knows none later than {known[0]}",
            "install the newer saywhy that made it, or use another database",
        )


def _row_counts(connection: Connection) -> dict[str, int]:
    """Of every table, on SQLite, where migrations copy tables; counting all of PostgreSQL's could take minutes."""
    if connection.dialect.name != "sqlite":
        return {}
    names = inspect(connection).get_table_names()
    return {name: connection.scalar(select(func.count()).select_from(table(name))) or 0 for name in names}


def _nothing_lost(connection: Connection, before: dict[str, int], where: str) -> None:
    """Raises, so that the transaction is rolled back."""
    if connection.dialect.name != "sqlite":
        return
    after = _row_counts(connection)
    lost = [name for name in before if after.get(name, before[name]) < before[name] and name != "alembic_version"]
    lost += [str(row[0]) for row in connection.execute(text("PRAGMA foreign_key_check"))]
    if lost:
        raise DatabaseUnavailable(
            f"migrating {where} would have lost rows of {', '.join(sorted(set(lost)))}; nothing was changed",
            "please report this, with both versions of saywhy",
        )


def _differences(connection: Connection) -> list[str]:
    revision, newest = _revision(connection), _known()[0]
    found = [] if revision == newest else [f"revision: the database has {revision}, this program {newest}"]
    context = MigrationContext.configure(connection, opts={"include_object": _ours, "compare_type": True})
    return found + [_words(difference) for difference in _flat(compare_metadata(context, metadata))]


def _ours(item: object, name: str | None, kind: str, reflected: bool, compare_to: object | None) -> bool:
    """Leaves out tables of somebody else's in the same database."""
    return not (kind == "table" and reflected and compare_to is None)


def _flat(differences: Iterable[Any]) -> Iterable[tuple[Any, ...]]:
    """Alembic gives a tuple a difference, but a list of tuples for the changes of one column."""
    for difference in differences:
        yield from difference if isinstance(difference, list) else [difference]


def _words(difference: tuple[Any, ...]) -> str:
    """`add` is what the database lacks, `remove` what it has too much."""
    operation, *rest = difference
    named = [str(getattr(part, "name", part)) for part in rest if part is not None and not isinstance(part, dict)]
    return f"{operation.replace('_', ' ')}: {' '.join(named)}"
