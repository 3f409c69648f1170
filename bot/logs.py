"""Logs for operators: to stderr, as JSON lines where that is not a terminal. Crashes go to a file under home.

Nothing here may print a traceback: people get one line and the name of the file.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from structlog.typing import Processor

    from bot.settings.values import LogSection

CRASH_FILE = "crashes.log"
_CHATTY = ("alembic", "aiohttp.access", "httpx2", "httpx", "anthropic")  # their "info" is everybody else's "debug"
_SERVER = "aiohttp.server"
_MAX_CRASH_BYTES = 1_000_000  # then the file starts anew, the former one kept beside it


def configure(section: LogSection, *, level: str | None = None) -> None:
    """Routes structlog and the standard library's logging, libraries' included, to one handler. Repeatable."""
    import structlog

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(section)],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel((level or section.level).upper())
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.NOTSET if root.level <= logging.DEBUG else logging.WARNING)
    logging.getLogger(_SERVER).addFilter(_quieten_malformed)
    # Deprecations of libraries are for us, not for whoever asks a question.
    logging.captureWarnings(True)
    logging.getLogger("py.warnings").setLevel(logging.ERROR)


def _quieten_malformed(record: logging.LogRecord) -> bool:
    """Bytes that are no HTTP are their sender's fault: one line at debug, where the server logs an error in full."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None or not any(kind.__module__ == "aiohttp.http_exceptions" for kind in type(error).__mro__):
        return True
    record.msg, record.args = f"{record.getMessage()}: malformed HTTP ({type(error).__name__})", ()
    record.exc_info = record.exc_text = None
    record.levelno, record.levelname = logging.DEBUG, "DEBUG"
    return logging.getLogger(_SERVER).isEnabledFor(logging.DEBUG)


def _rendering(section: LogSection) -> list[Processor]:
    import structlog

    if section.format == "json" or (section.format == "auto" and not sys.stderr.isatty()):
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]


def record_crash(home: Path, error: BaseException, now: datetime) -> Path | None:
    """Appends the traceback to home/logs/crashes.log and names the file; None where it cannot be written."""
    file = home / "logs" / CRASH_FILE
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and file.stat().st_size > _MAX_CRASH_BYTES:
            file.replace(file.with_suffix(".log.1"))
        with file.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"--- {now.isoformat()}\n{''.join(traceback.format_exception(error))}\n")
    except OSError:
        return None
    return file
