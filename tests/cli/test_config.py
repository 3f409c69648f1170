"""`saywhy config`: what is in force and where it came from, in the wording people and scripts get."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.settings import KEYS, SECRETS
from tests.cli.conftest import Run


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("other.toml").write_text("[limits]\ndeadline_s = 12\n", encoding="utf-8")
    monkeypatch.setenv("SAYWHY_TENANT", "acme")
    monkeypatch.setenv("SAYWHY_DATABASE__URL", "postgresql+asyncpg://app:hunter2@db/saywhy")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-1")


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("before", [True, False])
def test_json_has_every_key_with_its_origin(run: Run, before: bool) -> None:
    named = ("--config", "other.toml")
    code, out, err = run(*named, "config", "--json") if before else run("config", "--json", *named)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["file"] == "other.toml"
    assert set(found["settings"]) == set(KEYS)
    assert found["settings"]["limits.deadline_s"] == {"value": 12.0, "origin": "file"}
    assert found["settings"]["tenant"] == {"value": "acme", "origin": "env"}
    assert found["settings"]["web.bind"] == {"value": "127.0.0.1:8080", "origin": "default"}
    assert found["settings"]["database.url"]["value"] == "postgresql+asyncpg://app:********@db/saywhy"
    assert set(found["secrets"]) == set(SECRETS)
    assert found["secrets"]["ANTHROPIC_API_KEY"] == {"value": "********", "origin": "env"}
    assert found["secrets"]["SLACK_BOT_TOKEN"] == {"value": None, "origin": None}


@pytest.mark.usefixtures("settings")
def test_text_masks_secrets_and_names_origins(run: Run) -> None:
    code, out, err = run("config")
    assert (code, err) == (0, "")
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert lines["tenant"].endswith("acme  (env)")
    assert lines["web.bind"].endswith("127.0.0.1:8080  (default)")
    assert lines["ANTHROPIC_API_KEY"].endswith("********  (env)")
    assert lines["SLACK_BOT_TOKEN"].endswith("–  (not set)")
    assert "hunter2" not in out
    assert "sk-ant-1" not in out


def test_it_makes_no_folder(run: Run, home: Path) -> None:
    assert run("config")[0] == 0
    assert not home.exists()
