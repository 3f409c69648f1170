"""The command line over the assembled product: real store, index, embedding and extractive model."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot import settings as configuration
from bot.cli import main
from tests.cli.conftest import Run
from tests.cli.loopback import Serving

ROOT = Path(__file__).parents[2]
FILES = {
    "leave.md": "---\ntitle: Leave\neffective: 2024-03-01\n---\n# Leave\n\nEmployees get 28 days of annual leave.\n",
    "refunds.md": "---\ntitle: Refunds\neffective: 2025-01-01\naudience: [public]\n---\n# Refunds\n\n"
    "A refund above €5,000 is approved by the Head of Support.\n",
    "pay.md": "---\ntitle: Pay\naudience: [board]\n---\n# Pay\n\nThe bonus of the chief executive is €90,000.\n",
}
REFUND = "Who approves a refund above €5,000?"
BONUS = "What is the bonus of the chief executive?"
ASKER_SEES = ("outcome", "sources", "options", "next_step")


@pytest.fixture(scope="session")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with documents and a home in which they are ingested. Tests copy it."""
    folder = tmp_path_factory.mktemp("assembled")
    (folder / "documents").mkdir()
    for name, text in FILES.items():
        (folder / "documents" / name).write_text(text, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "bot", "ingest", "documents"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("3 added, 0 changed, 0 unchanged, 0 removed; ")
    assert ran.stderr == ""
    return folder


@pytest.fixture
def there(ingested: Path, tmp_path: Path) -> Path:
    """This test's own copy, as the working directory."""
    shutil.copytree(ingested, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture
def bare(there: Path) -> None:
    """Nothing but the built embedding model, which takes seconds to build: no index, no database."""
    shutil.rmtree(there / ".saywhy" / "index")
    for file in (there / ".saywhy").glob("saywhy.db*"):
        file.unlink()


def asked(run: Run, *arguments: str, code: int = 0) -> dict[str, Any]:
    exit_code, out, err = run("ask", "--json", *arguments)
    assert (exit_code, err) == (code, ""), out
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.usefixtures("there")
def test_a_question_its_answer_and_its_trace(run: Run) -> None:
    answer = asked(run, REFUND, "--as", "ann", "--at", "2026-03-02")
    assert answer["outcome"] == "answered"
    assert "Head of Support" in answer["text"]
    assert answer["sources"][0]["path"] == "refunds.md"
    code, out, err = run("trace", answer["trace_id"], "--json")
    assert (code, err) == (0, "")
    trace = json.loads(out)
    assert {key: trace[key] for key in answer if key != "claims"} == {k: v for k, v in answer.items() if k != "claims"}
    assert (trace["question"]["asker"], trace["question"]["today"]) == ("ann", "2026-03-02")
    assert trace["timings_ms"]
    code, out, err = run("trace", answer["trace_id"][:20])
    assert (code, err) == (0, "")
    assert out.startswith("answered")
    assert "\x1b" not in out


@pytest.mark.usefixtures("there")
def test_a_trace_is_named_by_its_start_its_end_or_as_the_last(run: Run) -> None:
    assert json.loads(run("trace", "last", "--json")[1])["error"]["kind"] == "not_found"
    first, second = (asked(run, text)["trace_id"] for text in (REFUND, "thanks"))
    for part, id_ in ((first[-12:], first), (second[:25], second), ("last", second)):
        assert json.loads(run("trace", part, "--json")[1])["trace_id"] == id_
    code, out, err = run("trace", first[:6])
    assert (code, out) == (2, "")
    newest, older, said = err.splitlines()
    assert newest.startswith(f"{second} · 20")
    assert newest.endswith(" UTC · thanks")
    assert older.startswith(first)
    assert older.endswith(REFUND)
    assert said.startswith(f"several traces begin or end with {first[:6]}; give more")
    message = json.loads(run("trace", first[:6], "--json")[1])["error"]["message"]
    assert first in message
    assert REFUND in message


@pytest.mark.usefixtures("there")
def test_groups_that_are_no_utf8_are_names_nobody_has(run: Run) -> None:
    assert asked(run, BONUS, "--groups", "x\udcff")["outcome"] == "abstained"
    assert "€90,000" in asked(run, BONUS, "--groups", "x\udcff,board")["text"]


@pytest.mark.usefixtures("there")
def test_in_a_conversation_what_may_not_be_read_reads_like_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{BONUS}\n/trace\n"))
    assert main(["chat"]) == 0
    out = capsys.readouterr().out
    assert "abstained: missing_evidence" in out
    assert "abstained ← missing_evidence" in out
    assert "not_permitted" not in out
    assert "pay.md" not in out
    assert main(["trace", "last"]) == 0
    assert "abstained ← not_permitted" in capsys.readouterr().out


@pytest.mark.parametrize("part", ["data", "_indices", "_versions"])
def test_a_damaged_index_is_said_and_mended_by_a_rebuild(
    run: Run, there: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setenv("SAYWHY_WEB__BIND", "127.0.0.1:0")
    for file in (there / ".saywhy" / "index").glob(f"*.lance/{part}/**/*"):
        if file.is_file():
            file.write_bytes(b"damage" * 20)
    said = "the index is damaged; run `saywhy ingest --rebuild PATH`"
    assert run("index", "check") == (1, "", f"{said}\n")
    code, out, _ = run("doctor")
    assert code == 1
    assert said in out
    assert run("ingest", "--rebuild", "documents")[::2] == (0, "")
    assert asked(run, REFUND)["outcome"] == "answered"
    assert run("doctor")[0] == 0


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "the disk is full; free some space"),
        (errno.EROFS, "cannot be read or written; set home (SAYWHY_HOME)"),
        (errno.EACCES, "cannot be read or written; set home (SAYWHY_HOME)"),
    ],
)
@pytest.mark.usefixtures("there")
def test_a_home_that_takes_no_writing_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), ".saywhy/index/.writer.lock")

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    code, out, err = run("ingest", "documents")
    assert (code, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "cannot be written to: Read-only file system")],
)
def test_a_model_that_cannot_be_kept_is_no_fault_of_ours(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), str(home / "models"))

    monkeypatch.setattr("bot.embeddings.open_embedder", refuse)
    code, out, err = run("ingest", ".")
    assert (code, out) == (1, "")
    assert said in err
    assert "inside saywhy" not in err


@pytest.mark.usefixtures("there")
def test_who_asks_decides_what_is_read_and_what_is_not_reads_like_what_is_missing(run: Run) -> None:
    assert "€90,000" in asked(run, BONUS, "--groups", "staff, board")["text"]
    hidden, missing = asked(run, BONUS), asked(run, "What is the bonus of the head gardener?")
    assert (hidden["reason"], missing["reason"]) == ("not_permitted", "missing_evidence")
    assert {key: hidden[key] for key in ASKER_SEES} == {key: missing[key] for key in ASKER_SEES}
    assert hidden["text"].replace("chief executive", "head gardener") == missing["text"]
    assert "pay.md" not in json.dumps(hidden)
    assert asked(run, BONUS, "--groups", "board", "--guest")["outcome"] == "abstained"
    assert asked(run, REFUND, "--guest")["outcome"] == "answered"


@pytest.mark.usefixtures("there")
def test_a_thread_goes_on_by_its_name_or_by_any_trace_id_in_it(run: Run) -> None:
    first = asked(run, REFUND)["trace_id"]
    second = asked(run, "thanks", "--thread", first)["trace_id"]
    third = asked(run, "thanks", "--thread", second)["trace_id"]
    named = asked(run, "thanks", "--thread", "mine")["trace_id"]
    threads = [json.loads(run("trace", id_, "--json")[1])["question"]["conversation"] for id_ in (second, third, named)]
    assert threads == [first, first, "mine"]


@pytest.mark.usefixtures("there")
def test_a_pinned_version_still_answers(run: Run) -> None:
    more = Path("more")
    more.mkdir()
    for name, text in {"parking.md": "A parking space costs €35 a month.", "gym.md": "The gym is free."}.items():
        (more / name).write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    assert run("ingest", "more")[0] == 0
    assert run("index", "pin", "before")[0] == 0
    (more / "parking.md").unlink()
    code, out, _ = run("ingest", "more", "--json")
    assert (code, json.loads(out)["removed"]) == (0, 1)
    question = "What does a parking space cost?"
    assert asked(run, question, "--index", "before")["outcome"] == "answered"
    assert asked(run, question)["outcome"] == "abstained"
    versions = json.loads(run("index", "versions", "--json")[1])["versions"]
    assert [version["name"] for version in versions] == ["", "before"]
    assert "before" in run("index", "versions")[1]
    assert asked(run, REFUND, "--index", "never", code=1)["error"]["kind"] == "index_unavailable"
    assert run("index", "pin", "a/b")[0] == 2
    assert json.loads(run("index", "check", "--json")[1])["ok"] is True


@pytest.mark.usefixtures("there")
def test_files_that_need_a_look_exit_with_3(run: Run) -> None:
    Path("documents/broken.md").write_text("---\ntitle: [\n---\ntext\n", encoding="utf-8")
    code, out, err = run("ingest", "documents")
    assert (code, err) == (3, "")
    assert "not in    broken.md: unreadable_metadata" in out
    code, out, err = run("ingest", "documents", "--json")
    assert (code, err) == (3, "")
    assert json.loads(out)["reported"][0]["indexed"] is False


@pytest.mark.parametrize("command", [("ask", REFUND), ("index", "check"), ("index", "versions"), ("index", "pin", "x")])
@pytest.mark.usefixtures("bare")
def test_without_an_index_one_line_says_what_to_do(run: Run, command: tuple[str, ...]) -> None:
    code, out, err = run(*command)
    assert (code, out, err) == (1, "", "there is no index yet; run `saywhy ingest PATH`\n")
    code, out, err = run(*command, "--json")
    assert (code, err) == (1, "")
    assert json.loads(out)["error"]["kind"] == "index_unavailable"


@pytest.mark.usefixtures("bare")
def test_a_folder_that_never_was_is_wrong_usage(run: Run) -> None:
    code, out, err = run("ingest", "nowhere")
    assert (code, out) == (2, "")
    assert "nowhere" in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("there")
def test_a_trace_that_is_not_there(run: Run) -> None:
    code, out, err = run("trace", "f00")
    assert (code, out) == (1, "")
    assert "there is no trace f00" in err
    assert json.loads(run("trace", "f00", "--json")[1])["error"]["kind"] == "not_found"


@pytest.mark.slow
def test_a_locked_database_is_said(run: Run, there: Path) -> None:
    asked(run, REFUND)
    holder = sqlite3.connect(there / ".saywhy" / "saywhy.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        code, out, err = run("ask", REFUND)
    finally:
        holder.close()
    assert (code, out) == (1, "")
    assert "locked by another process" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (
            "SAYWHY_DATABASE__URL",
            "postgresql+asyncpg://app:hunter2@127.0.0.1:9/saywhy",
            "127.0.0.1:9/saywhy cannot be reached",
        ),
        ("SAYWHY_HOME", "/proc/nowhere", "the home folder /proc/nowhere cannot be made"),
        ("SAYWHY_MODEL__NAME", "claude-sonnet-4-5", "ANTHROPIC_API_KEY is not set"),
        ("SAYWHY_EMBEDDING__MODEL", "absent", "no embedding model"),
    ],
)
@pytest.mark.usefixtures("there")
def test_settings_that_cannot_work_are_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    code, out, err = run("ask", REFUND)
    assert (code, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1
    assert "hunter2" not in err


@pytest.fixture
def dead_model(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    monkeypatch.setenv("SAYWHY_MODEL__BASE_URL", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
    monkeypatch.setenv("SAYWHY_LIMITS__DEADLINE_S", "3")


@pytest.mark.slow
@pytest.mark.usefixtures("dead_model")
def test_a_dead_model_server_is_an_honest_reply_and_exit_code_1(run: Run) -> None:
    reply = asked(run, REFUND, code=1)
    assert (reply["outcome"], reply["reason"]) == ("abstained", "model_unavailable")
    assert reply["trace_id"] in reply["text"]
    code, out, err = run("ask", REFUND)
    assert code == 1
    assert "model_unavailable" in out
    assert err == "the model or the index could not be asked; `saywhy doctor` says why\n"


@pytest.mark.slow
@pytest.mark.usefixtures("there")
def test_doctor_finds_a_wrong_key(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_: web.Request) -> web.Response:
        error = {"type": "authentication_error", "message": "invalid x-api-key"}
        return web.json_response({"type": "error", "error": error}, status=401)

    with Serving(refuse) as address:
        monkeypatch.setenv("SAYWHY_MODEL__BASE_URL", address)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-wrong")
        code, out, err = run("doctor")
    assert (code, err) == (1, "")
    line = next(line for line in out.splitlines() if " model " in line)
    assert line.startswith("fail")
    assert "refused the API key" in line
    assert "sk-ant-wrong" not in out


@pytest.mark.usefixtures("there")
def test_doctor_is_content_with_a_working_installation(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAYWHY_WEB__BIND", "127.0.0.1:0")
    code, out, err = run("doctor", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["ok"] is True
    names = ["configuration", "home", "database", "embedding", "index", "model", "web"]
    assert [check["name"] for check in found["checks"]] == names
    assert {check["status"] for check in found["checks"]} == {"ok"}


@pytest.mark.usefixtures("bare")
def test_doctor_on_a_bare_machine_says_to_ingest(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAYWHY_WEB__BIND", "127.0.0.1:0")
    code, out, _ = run("doctor")
    assert code == 1
    assert [line.split()[1] for line in out.splitlines() if line.startswith("fail")] == ["index"]
    assert "run `saywhy ingest PATH`" in out


def test_the_database_is_upgraded_and_checked(run: Run) -> None:
    assert run("db", "check")[0] == 1
    assert run("db", "upgrade", "--json")[1].startswith('{"revision": ')
    assert run("db", "check")[:2] == (0, "the database has this program's schema\n")
    assert json.loads(run("db", "check", "--json")[1]) == {"ok": True, "differences": []}


@pytest.mark.usefixtures("there")
def test_a_conversation(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = [
        "/right",
        "hello",
        REFUND,
        "/wrong",
        "/trace",
        "",
        "x" * 5_000,
        "/new",
        "/right",
        "/huh",
        "/quit",
        "never read",
    ]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(said) + "\n"))
    assert main(["chat", "--as", "ann"]) == 0
    out = capsys.readouterr().out
    assert out.count("There is no reply yet.") == 2
    assert "Head of Support" in out
    assert "Noted: wrong." in out
    assert "decided by" in out
    assert "the question has 5,000 characters" in out
    assert out.count("/quit ends") == 2
    trace_id = out.rpartition("· trace ")[2].split()[0]
    assert main(["trace", trace_id, "--json"]) == 0
    trace = json.loads(capsys.readouterr().out)
    assert [(entry["person"], entry["kind"]) for entry in trace["feedback"]] == [("ann", "wrong")]


@pytest.mark.usefixtures("there")
def test_the_end_of_the_input_ends_a_conversation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["chat"]) == 0


@pytest.mark.usefixtures("home")
def test_logs_never_reach_stdout_and_settings_never_the_log(
    run: Run, there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYWHY_LOG__LEVEL", "debug")
    monkeypatch.setenv("SAYWHY_LOG__FORMAT", "json")
    code, out, err = run("ask", REFUND, "--json")
    assert code == 0
    json.loads(out)
    for line in err.splitlines():
        assert isinstance(json.loads(line), dict)
    assert configuration.load().home == there / ".saywhy"
