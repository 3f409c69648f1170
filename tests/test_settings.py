"""The configuration: where values come from, what is refused and in which words, and that secrets stay secret."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot import settings
from bot.domain.decisions import Policy
from bot.domain.errors import ConfigError, UsageError
from bot.models.claude import DEFAULT_MODEL

EXAMPLE = Path(__file__).parents[1] / "saywhy.toml.example"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(text: str, name: str = "saywhy.toml") -> Path:
    file = Path(name)
    file.write_text(text, encoding="utf-8")
    return file


def test_defaults(tmp_path: Path) -> None:
    found = settings.load(environ={})
    assert found.home == tmp_path / ".saywhy"
    assert found.database.url == f"sqlite+aiosqlite:///{tmp_path}/.saywhy/saywhy.db"
    assert found.index.uri == f"{tmp_path}/.saywhy/index"
    assert (found.model.name, found.model.base_url) == ("extractive", None)
    assert (found.web.host, found.web.port) == ("127.0.0.1", 8080)
    assert (found.limits.deadline_s, found.tenant) == (30.0, "default")
    assert found.embedding.model == "minilm-l6-int8"
    assert found.policy.value() == Policy()
    assert found.file is None
    assert {found.origin(key) for key in settings.KEYS} == {"default"}


def test_what_lives_under_home_moves_with_it() -> None:
    found = settings.load(environ={"SAYWHY_HOME": "/srv/saywhy"})
    assert found.database.url == "sqlite+aiosqlite:////srv/saywhy/saywhy.db"
    assert found.index.uri == "/srv/saywhy/index"
    assert (found.origin("home"), found.origin("database.url")) == ("env", "default")


def test_the_environment_beats_the_file_and_the_file_the_default() -> None:
    write('tenant = "acme"\n[model]\nname = "from-file"\n[limits]\ndeadline_s = 5\n')
    found = settings.load(environ={"SAYWHY_MODEL__NAME": "from-env"})
    assert (found.model.name, found.origin("model.name")) == ("from-env", "env")
    assert (found.limits.deadline_s, found.origin("limits.deadline_s")) == (5.0, "file")
    assert (found.tenant, found.origin("tenant")) == ("acme", "file")
    assert found.origin("web.bind") == "default"


def test_a_named_file_is_read_instead_of_the_usual_one() -> None:
    write('tenant = "usual"\n')
    named = write('tenant = "named"\n', "other.toml")
    assert settings.load(named, environ={}).tenant == "named"


def test_a_byte_order_mark_is_no_key() -> None:
    write('\ufefftenant = "acme"\n')
    assert settings.load(environ={}).tenant == "acme"


def test_an_empty_variable_counts_as_unset() -> None:
    found = settings.load(environ={"SAYWHY_MODEL__NAME": "", "ANTHROPIC_API_KEY": " "})
    assert (found.model.name, found.origin("model.name")) == ("extractive", "default")


def test_with_a_key_the_default_model_is_a_current_claude() -> None:
    assert settings.load(environ={"ANTHROPIC_API_KEY": "sk-1"}).model.name == DEFAULT_MODEL
    chosen = settings.load(environ={"ANTHROPIC_API_KEY": "sk-1", "SAYWHY_MODEL__NAME": "extractive"})
    assert chosen.model.name == "extractive"


def test_the_example_lists_every_key_with_its_default(tmp_path: Path) -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    bare = "\n".join(line.removeprefix("#") if line.startswith("#") and " = " in line else line for line in lines)
    keys: set[str] = set()
    for name, value in tomllib.loads(bare).items():
        keys |= {f"{name}.{key}" for key in value} if isinstance(value, dict) else {name}
    assert keys == set(settings.KEYS)
    found, default = settings.load(write(bare, "example.toml"), environ={}), settings.load(environ={})
    derived = ("home", "database", "index", "model", "file", "origins")
    for part in ("tenant", "embedding", "web", "slack", "limits", "policy", "log"):
        assert part not in derived
        assert getattr(found, part) == getattr(default, part)
    assert found.home.resolve() == default.home
    assert found.model.max_tokens == default.model.max_tokens


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ('[model]\nnmae = "x"\n', "saywhy.toml line 2: unknown key model.nmae", "model.name"),
        ('# a\n\nhoem = "x"\n', "saywhy.toml line 3: unknown key hoem", "home"),
        ("[limits]\ndeadline = 3\n", "saywhy.toml line 2: unknown key limits.deadline", "limits.deadline_s"),
        ('[modle]\nname = "x"\n', "saywhy.toml line 2: unknown key modle.name", "model.name"),
        ('model_name = "x"\n', "line 1: unknown key model_name", "model.name"),
        ('model = "extractive"\n', "line 1: model is a section", "[model]"),
        ("[model.name]\nx = 1\n", "model.name must be a single value", "model.name ="),
        ("tenant = [1]\n", "tenant must be a single value", ""),
        ("tenant = 5\n", "saywhy.toml: tenant: Input should be a valid string", ""),
        ("home = 5\n", "saywhy.toml: home: must be the path", ""),
        ("[limits]\ndeadline_s = 0\n", "limits.deadline_s: Input should be greater than 0", ""),
        ('[limits]\ndeadline_s = "soon"\n', "limits.deadline_s: Input should be a valid number", ""),
        ('[web]\nbind = "8080"\n', "web.bind: must be HOST:PORT", ""),
        ('[web]\nbind = "localhost:99999"\n', "web.bind: must be HOST:PORT", ""),
        ('[database]\nurl = "mysql://host/db"\n', "database.url", ""),
        ('[log]\nlevel = "loud"\n', "log.level", ""),
        ("[policy]\nloss_wrong = 1\n", "policy.loss_wrong: loss_wrong must be greater", ""),
        ("[policy]\nmax_passages = 0\n", "policy.max_passages", ""),
        ("home = \n", "saywhy.toml is not valid TOML", "saywhy.toml.example"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_place(text: str, said: str, hint: str) -> None:
    write(text)
    with pytest.raises(ConfigError) as caught:
        settings.load(environ={})
    assert said in caught.value.message
    assert hint in caught.value.hint
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    ("name", "value", "said", "hint"),
    [
        ("SAYWHY_MODEL_NAME", "x", "unknown environment variable SAYWHY_MODEL_NAME", "SAYWHY_MODEL__NAME"),
        ("SAYWHY_HOEM", "x", "SAYWHY_HOEM", "SAYWHY_HOME"),
        ("SAYWHY_LIMITS__DEADLINE_S", "soon", "SAYWHY_LIMITS__DEADLINE_S: Input should be a valid number", ""),
        ("SAYWHY_WEB__BIND", "nowhere", "SAYWHY_WEB__BIND: must be HOST:PORT", ""),
        ("SAYWHY_HOME", "~nobody-has-this-name/x", "names no known user", ""),
        ("SAYWHY_POLICY__LOSS_ABSTAIN", "50", "SAYWHY_POLICY__LOSS_ABSTAIN", ""),
    ],
)
def test_a_mistake_in_the_environment_is_named(name: str, value: str, said: str, hint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings.load(environ={name: value})
    assert said in caught.value.message
    assert hint in caught.value.hint


def test_variables_of_others_are_nobodys_business() -> None:
    settings.load(environ={"SAYWHYX": "1", "PATH": "/bin", "SLACK_CHANNEL": "x"})


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ('ANTHROPIC_API_KEY = "sk-1"\n', "ANTHROPIC_API_KEY"),
        ('[model]\napi_key = "sk-1"\n', "ANTHROPIC_API_KEY"),
        ('[slack]\nbot_token = "xoxb-1"\n', "SLACK_BOT_TOKEN"),
        ('[slack]\nsigning_secret = "s"\n', "SLACK_SIGNING_SECRET"),
        ('[teams]\nclient_secret = "s"\n', "TEAMS_CLIENT_SECRET"),
    ],
)
def test_a_secret_in_the_file_is_refused_without_repeating_it(text: str, variable: str) -> None:
    write(text)
    with pytest.raises(ConfigError, match="secrets never stand in a configuration file") as caught:
        settings.load(environ={})
    assert variable in caught.value.hint
    assert "sk-1" not in caught.value.message + caught.value.hint


def test_a_secret_may_come_from_a_file() -> None:
    write("sk-from-file\n", "key")
    found = settings.load(environ={"ANTHROPIC_API_KEY_FILE": "key", "SLACK_BOT_TOKEN": "xoxb-2"})
    assert found.secret("ANTHROPIC_API_KEY") == "sk-from-file"
    assert found.secret("SLACK_BOT_TOKEN") == "xoxb-2"
    assert found.secret("TEAMS_CLIENT_SECRET") is None
    assert found.secret_origins == {"ANTHROPIC_API_KEY": "file", "SLACK_BOT_TOKEN": "env"}


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"ANTHROPIC_API_KEY_FILE": "absent"}, "ANTHROPIC_API_KEY_FILE names absent"),
        ({"ANTHROPIC_API_KEY_FILE": "empty"}, "which is empty"),
        ({"ANTHROPIC_API_KEY_FILE": "key", "ANTHROPIC_API_KEY": "sk-2"}, "both ANTHROPIC_API_KEY and"),
    ],
)
def test_a_secret_that_cannot_be_had_is_said(environ: dict[str, str], said: str) -> None:
    write("", "empty")
    write("sk-1", "key")
    with pytest.raises(ConfigError) as caught:
        settings.load(environ=environ)
    assert said in caught.value.message


def test_nothing_printable_holds_a_secret() -> None:
    url = "postgresql+asyncpg://app:p%40ss@db.example/saywhy?sslpassword=hidden&ssl=require"
    found = settings.load(environ={"ANTHROPIC_API_KEY": "sk-1", "SAYWHY_DATABASE__URL": url})
    rows = [*settings.shown(found), *settings.shown_secrets(found)]
    for text in (repr(found), str(found), repr(rows)):
        assert not any(secret in text for secret in ("sk-1", "p%40ss", "hidden"))
    shown = {row.key: row.value for row in rows}
    assert (
        shown["database.url"] == "postgresql+asyncpg://app:********@db.example/saywhy?sslpassword=********&ssl=require"
    )
    assert shown["ANTHROPIC_API_KEY"] == settings.MASK
    assert shown["SLACK_BOT_TOKEN"] is None


def test_a_file_that_is_not_there_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match=r"no configuration file nowhere\.toml"):
        settings.load(Path("nowhere.toml"), environ={})


@pytest.mark.parametrize(
    ("bind", "host", "port"),
    [("0.0.0.0:80", "0.0.0.0", 80), ("[::1]:8080", "::1", 8080), ("localhost:0", "localhost", 0)],
)
def test_addresses_to_serve_at(bind: str, host: str, port: int) -> None:
    web = settings.load(environ={"SAYWHY_WEB__BIND": bind}).web
    assert (web.host, web.port) == (host, port)
