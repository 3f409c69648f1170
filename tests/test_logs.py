from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import structlog
from aiohttp.http_exceptions import BadHttpMessage

from bot import logs
from bot.settings.values import LogSection

NOW = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root, server = logging.getLogger(), logging.getLogger("aiohttp.server")
    handlers, level, cutoff = root.handlers[:], root.level, logging.root.manager.disable
    server.disabled, server.propagate, server.filters[:] = False, True, []
    server.setLevel(logging.NOTSET)  # also empties what loggers remember of their levels
    logging.disable(logging.NOTSET)
    yield
    logging.disable(cutoff)
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)


def test_both_loggings_are_json_lines_on_stderr_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(LogSection())
    structlog.get_logger("saywhy").warning("asked", trace_id="0190")
    logging.getLogger("some.library").warning("slow %s", "disk")
    logging.getLogger("some.library").info("chatter")
    said = capsys.readouterr()
    assert said.out == ""
    ours, theirs = map(json.loads, said.err.splitlines())
    assert (ours["event"], ours["trace_id"], ours["level"]) == ("asked", "0190", "warning")
    assert (theirs["event"], theirs["logger"]) == ("slow disk", "some.library")


@pytest.mark.parametrize(("level", "said"), [("info", False), ("debug", True)])
def test_chatty_libraries_speak_at_debug_only(capsys: pytest.CaptureFixture[str], level: str, said: bool) -> None:
    logs.configure(LogSection(format="console"), level=level)
    logging.getLogger("alembic.runtime").info("context")
    assert ("context" in capsys.readouterr().err) is said


@pytest.mark.parametrize("level", ["info", "debug"])
def test_malformed_http_is_one_line_at_debug(capsys: pytest.CaptureFixture[str], level: str) -> None:
    logs.configure(LogSection(format="json"), level=level)
    server = logging.getLogger("aiohttp.server")
    try:
        raise BadHttpMessage("no HTTP")
    except BadHttpMessage as exc:
        server.exception("Error handling request from %s", "::1", exc_info=exc)
    server.error("Unhandled exception")
    *quiet, loud = map(json.loads, capsys.readouterr().err.splitlines())
    assert (loud["event"], loud["level"]) == ("Unhandled exception", "error")
    assert [(line["event"], line["level"], "exception" in line) for line in quiet] == [
        ("Error handling request from ::1: malformed HTTP (BadHttpMessage)", "debug", False)
    ][: level == "debug"]


def test_a_crash_is_written_down_with_its_traceback(tmp_path: Path) -> None:
    try:
        raise ValueError("bad \ud800 text")
    except ValueError as exc:
        file = logs.record_crash(tmp_path, exc, NOW)
        assert logs.record_crash(tmp_path, exc, NOW) == file
    assert file == tmp_path / "logs" / "crashes.log"
    text = file.read_text("utf-8")
    assert text.count("--- 2026-03-02T00:00:00+00:00") == 2
    assert "Traceback" in text
    assert "ValueError: bad" in text


def test_the_file_of_crashes_starts_anew_when_it_is_large(tmp_path: Path) -> None:
    file = logs.record_crash(tmp_path, ValueError("first"), NOW)
    assert file is not None
    file.write_text("x" * 1_000_001, encoding="utf-8")
    logs.record_crash(tmp_path, ValueError("second"), NOW)
    assert file.stat().st_size < 1_000
    assert file.with_suffix(".log.1").stat().st_size == 1_000_001


def test_where_it_cannot_be_written_nothing_else_happens(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file in the way", encoding="utf-8")
    assert logs.record_crash(tmp_path, ValueError("x"), NOW) is None
