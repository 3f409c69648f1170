from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and no settings of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("SAYWHY_", "ANTHROPIC_", "SLACK_", "TEAMS_")):
            monkeypatch.delenv(name)
    return tmp_path / ".saywhy"


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """The command line takes over the process's logging, as it may in a process of its own."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    logging.captureWarnings(False)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process: (exit code, stdout, stderr)."""

    def run_it(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run_it
