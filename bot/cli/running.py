"""From a parsed command to running code: settings, logs, the event loop, and what a crash inside it becomes."""

from __future__ import annotations

import asyncio
import contextlib
import errno
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

from bot import settings as configuration
from bot.domain.errors import ConfigError, SaywhyError
from bot.settings import Settings

Result = TypeVar("Result")


class InternalError(SaywhyError):
    """A fault of ours, not of the world: the person gets one line, the log file the rest."""

    kind = "internal"


class NotFound(SaywhyError):
    kind = "not_found"


def run(
    config: Path | None, work: Callable[[Settings], Coroutine[Any, Any, Result]], *, log_level: str | None = None
) -> Result:
    """Runs one command to its end. Raises SaywhyError only (and KeyboardInterrupt)."""
    settings = prepared(config, log_level=log_level)
    with crashes_recorded(settings.home):
        return asyncio.run(work(settings))


def prepared(config: Path | None, *, log_level: str | None = None) -> Settings:
    from bot import logs

    settings = configuration.load(config)
    # A level that somebody chose beats a command's own.
    chosen = settings.origin("log.level") != "default"
    logs.configure(settings.log, level=None if chosen else log_level)
    return settings


@contextlib.contextmanager
def crashes_recorded(home: Path) -> Iterator[None]:
    try:
        yield
    except (SaywhyError, BrokenPipeError):
        raise
    except OSError as exc:
        raise _of_the_disk(home, exc) or crash(home, exc) from exc
    except Exception as exc:
        raise crash(home, exc) from exc


def _of_the_disk(home: Path, exc: OSError) -> SaywhyError | None:
    """A disk that is full, or a home that may not be written to, is the world's fault."""
    if exc.errno in (errno.ENOSPC, errno.EDQUOT):
        return ConfigError("the disk is full", "free some space, then try again")
    named = Path(exc.filename) if isinstance(exc.filename, str) else None
    if exc.errno in (errno.EROFS, errno.EACCES, errno.EPERM) and named is not None and named.is_relative_to(home):
        return ConfigError(
            f"the home folder {home} cannot be written to: {exc.strerror}",
            "set home (SAYWHY_HOME) to a folder that may be written to",
        )
    return None


def crash(home: Path, exc: Exception) -> InternalError:
    from bot.clock import SystemClock
    from bot.logs import record_crash

    file = record_crash(home, exc, SystemClock().now())
    where = f"the details are in {file}" if file else "the details could not be written to the log folder"
    return InternalError(
        f"something went wrong inside saywhy ({type(exc).__name__})",
        f"{where}; run `saywhy doctor`, and report it with them if that finds nothing",
    )
