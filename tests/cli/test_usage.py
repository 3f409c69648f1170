"""Wrong usage: one line that says what to do, exit code 2, and with --json one object."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bot import cli
from bot.cli import app
from tests.cli.conftest import Run

WRONG = [
    (("ask", "hello", "--nope"), "No such option: --nope", "saywhy ask --help"),
    (("ask", "hello", "--mod", "verified"), "No such option: --mod", "--mode"),
    (("bogus",), "No such command 'bogus'", "saywhy --help"),
    (("index", "bogus"), "No such command 'bogus'", "saywhy index --help"),
    (("index",), "Missing command", "saywhy index --help"),
    (("ask",), "Missing argument 'TEXT'", "saywhy ask --help"),
    (("ask", "two", "arguments"), "unexpected extra argument", "saywhy ask --help"),
    (("ingest",), "Missing argument", "saywhy ingest --help"),
    (("trace",), "Missing argument 'ID'", "saywhy trace --help"),
    (("trace", " "), "the trace id is empty", "saywhy ask"),
    (("ask", "hello", "--mode", "guess"), "'guess' is not one of 'verified', 'suggest'", "saywhy ask --help"),
    (("ask", "hello", "--at"), "requires an argument", "saywhy ask --help"),
    (("ask", "hello", "--at", "31.12.2025"), "--at '31.12.2025' is not a date", "YYYY-MM-DD"),
    (("ask", "hello", "--at", "2025-02-30"), "is not a date", "YYYY-MM-DD"),
    (("chat", "--at", "yesterday"), "is not a date", "YYYY-MM-DD"),
    (("ask", ""), "the question is empty", "in quotes"),
    (("ask", " \n\t "), "the question is empty", "in quotes"),
    (("ask", "x" * 20_000), "the question has 20,000 characters; at most 4,000", "shorten it"),
    (("ask", "x" * 4_001), "the question has 4,001 characters", "shorten it"),
    (("config", "--config", "absent.toml"), "no configuration file absent.toml", "existing file"),
    (("--config", "absent.toml", "config"), "no configuration file absent.toml", "existing file"),
]


@pytest.mark.parametrize(("arguments", "said", "hint"), WRONG)
def test_one_line_and_exit_code_2(run: Run, arguments: tuple[str, ...], said: str, hint: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert said in err
    assert hint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said", "hint"), [row for row in WRONG if row[0][0] in ("ask", "trace", "config")]
)
def test_with_json_one_object_and_nothing_else(run: Run, arguments: tuple[str, ...], said: str, hint: str) -> None:
    code, out, err = run(*arguments[:1], "--json", *arguments[1:])
    assert code == 2
    assert err == ""
    error = json.loads(out)["error"]
    assert set(error) == {"kind", "message", "hint"}
    assert error["kind"] == "usage"
    assert said in error["message"] + "; " + error["hint"]


def test_json_behind_two_dashes_is_text(run: Run) -> None:
    code, out, err = run("trace", "--", "--json", "x")
    assert (code, out) == (2, "")
    assert "unexpected extra argument" in err


@pytest.mark.parametrize(
    "arguments",
    [(), ("--help",), *((name, "--help") for name, _ in app.COMMANDS), ("index", "--help"), ("db", "--help")],
)
def test_help_stands_on_stdout(run: Run, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert out.startswith("Usage: saywhy")


def test_a_mistake_in_the_configuration_exits_with_1(run: Run) -> None:
    Path("saywhy.toml").write_text('[modle]\nname = "x"\n', encoding="utf-8")
    code, out, err = run("ask", "hello")
    assert (code, out) == (1, "")
    assert err == "saywhy.toml line 2: unknown key modle.name; did you mean model.name?\n"
    code, out, err = run("ask", "hello", "--json")
    assert (code, err) == (1, "")
    assert json.loads(out)["error"]["kind"] == "config"


def test_a_fault_of_ours_is_one_line_and_a_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise KeyError("a secret of the inside")

    monkeypatch.setattr(app, "build", broken)
    code, out, err = run("config")
    assert (code, out) == (1, "")
    assert err.startswith("something went wrong inside saywhy (KeyError); the details are in ")
    assert err.count("\n") == 1
    assert "a secret of the inside" not in err
    assert "a secret of the inside" in Path(".saywhy/logs/crashes.log").read_text("utf-8")


@pytest.mark.parametrize(("raised", "code"), [(KeyboardInterrupt(), 130), (BrokenPipeError(), 1)])
def test_an_interrupt_and_a_closed_pipe_are_quiet(
    run: Run, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int
) -> None:
    def stopped() -> None:
        raise raised

    monkeypatch.setattr(app, "build", stopped)
    assert run("config") == (code, "", "")


def test_the_entry_point_reads_the_arguments_of_the_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["saywhy", "config", "--json"])
    assert cli.main() == 0
    assert "settings" in json.loads(capsys.readouterr().out)
