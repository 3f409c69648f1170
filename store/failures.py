"""What a database's failure means for the person in front of it. Words only: it connects to nothing.

No text of the driver is passed on: it is long, differs by version and may hold what was being written.
"""

from __future__ import annotations

import sqlite3

import sqlalchemy.exc as sa

from bot.domain.errors import DatabaseUnavailable

UPGRADE = "run `saywhy db upgrade`"

# (what happened, what to do) by the code that SQLite gives …
_SQLITE = {
    "SQLITE_BUSY": ("is locked by another process", "end the other process, or try again"),
    "SQLITE_LOCKED": ("is locked by another process", "end the other process, or try again"),
    "SQLITE_READONLY": ("may not be written to", "check the permissions of the file and its folder"),
    "SQLITE_PERM": ("may not be written to", "check the permissions of the file and its folder"),
    "SQLITE_CANTOPEN": ("cannot be opened", "check that the path is a file in a folder that may be written to"),
    "SQLITE_FULL": ("cannot grow: the disk is full", "free some space, then try again"),
    "SQLITE_NOTADB": ("is not a SQLite database", "check `database.url`"),
    "SQLITE_CORRUPT": ("is damaged", "restore it from a backup"),
    "SQLITE_IOERR": ("could not be read or written", "check the disk"),
    "SQLITE_ERROR": ("has another schema than this program expects", UPGRADE),
}
# … and by the SQLSTATE that PostgreSQL gives; a longer prefix wins.
_POSTGRES = {
    "08": ("broke off the connection", "check that the server runs, then try again"),
    "25006": ("may not be written to", "connect to the primary, not to a replica"),
    "28": ("refused the user name or password", "check `database.url`"),
    "3D000": ("does not exist on its server", "create it, or check `database.url`"),
    "40": ("was busy with a conflicting change", "try again"),
    "42501": ("does not grant this user the right to do that", "grant the user its rights on the schema"),
    "42": ("has another schema than this program expects", UPGRADE),
    "53100": ("cannot grow: the disk is full", "free some space on the server, then try again"),
    "53300": ("has no connection left", "raise `max_connections`, or run fewer replicas"),
    "53": ("has no resources left", "look at the server's log"),
    "55": ("is locked by another process", "end the other process, or try again"),
    "57014": ("took too long to answer", "try again; look at the server's load"),
    "57": ("is starting or shutting down", "try again in a moment"),
    "58": ("could not be read or written", "look at the server's log"),
    "XX": ("is damaged", "look at the server's log"),
}
_UNREACHABLE = ("cannot be reached", "check that the server runs and that `database.url` names it")
_REFUSED = ("refused the request", "look at the server's log")
_OVERLOADED = ("has no connection free", "try again; fewer questions at once, or more replicas")


def unavailable(error: BaseException, where: str) -> DatabaseUnavailable:
    """`where` names the database as people know it, without user or password."""
    what, hint = _meaning(error)
    return DatabaseUnavailable(f"the database {where} {what}", hint)


def _meaning(error: BaseException) -> tuple[str, str]:
    if isinstance(error, sa.TimeoutError):  # the pool's own
        return _OVERLOADED
    cause = _driver_error(error)
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    return _of_postgres(getattr(cause, "sqlstate", None) or "")


def _driver_error(error: BaseException) -> BaseException:
    """The error of sqlite3 or asyncpg below the wrappings of SQLAlchemy and its adapters."""
    while isinstance(error, sa.DBAPIError) and error.orig is not None:
        error = error.orig
    return error


def _of_sqlite(error: sqlite3.Error) -> tuple[str, str]:
    name = getattr(error, "sqlite_errorname", "SQLITE_IOERR")  # extended codes add a word: SQLITE_READONLY_DIRECTORY
    primary = "_".join(name.split("_")[:2])
    return _SQLITE.get(primary, _SQLITE["SQLITE_IOERR"])


def _of_postgres(sqlstate: str) -> tuple[str, str]:
    for length in range(len(sqlstate), 1, -1):
        if sqlstate[:length] in _POSTGRES:
            return _POSTGRES[sqlstate[:length]]
    return _REFUSED if sqlstate else _UNREACHABLE
