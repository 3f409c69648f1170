"""Where settings come from: the TOML file, the environment, secrets. Every mistake is named with its place.

Keys are flat here: `model.name`. Values are as written; their types are checked later.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import SecretStr

from bot.domain.errors import ConfigError, UsageError
from bot.settings.values import Origin, Section, Values

FILE_NAME = "saywhy.toml"
PREFIX = "SAYWHY_"
SECRETS = (
    "ANTHROPIC_API_KEY",
    "SLACK_BOT_TOKEN",
    "SLACK_APP_TOKEN",
    "SLACK_SIGNING_SECRET",
    "SLACK_CLIENT_ID",
    "SLACK_CLIENT_SECRET",
    "TEAMS_CLIENT_ID",
    "TEAMS_CLIENT_SECRET",
    "TEAMS_TENANT_ID",
)


def _known() -> Iterator[str]:
    for name, info in Values.model_fields.items():
        kind = info.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            yield from (f"{name}.{key}" for key in kind.model_fields)
        else:
            yield name


KEYS = tuple(_known())
SECTIONS = frozenset(key.partition(".")[0] for key in KEYS if "." in key)


def variable(key: str) -> str:
    """The environment variable of a key: model.name → SAYWHY_MODEL__NAME."""
    return PREFIX + key.upper().replace(".", "__")


def find_file(named: Path | None, folder: Path) -> Path | None:
    if named is None:
        usual = folder / FILE_NAME
        return usual if usual.is_file() else None
    if not named.is_file():
        raise UsageError(f"there is no configuration file {named}", "name an existing file after --config")
    return named


def read_file(file: Path) -> dict[str, object]:
    text = _text(file)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(f"{file} is not valid TOML: {exc}", "saywhy.toml.example shows the form") from exc
    flat = dict(_flatten(tables))
    for key, value in flat.items():
        if key not in KEYS:
            raise _unknown_in_file(file, text, key)
        if isinstance(value, dict | list):
            raise ConfigError(f"{file}{_line(text, key)}: {key} must be a single value", f"write {key} = …")
    return flat


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as exc:
        raise ConfigError(f"{file} cannot be read: {exc.strerror}", "give this user the right to read it") from exc
    except UnicodeDecodeError as exc:
        raise ConfigError(f"{file} is not UTF-8 text", "save it as UTF-8") from exc


def _flatten(tables: Mapping[str, object], path: str = "") -> Iterator[tuple[str, object]]:
    for name, value in tables.items():
        key = f"{path}{name}"
        if isinstance(value, dict) and key not in KEYS:
            yield from _flatten(value, f"{key}.")
        else:
            yield key, value


def _unknown_in_file(file: Path, text: str, key: str) -> ConfigError:
    where = f"{file}{_line(text, key)}"
    secret = _as_secret(key)
    if secret:
        return ConfigError(
            f"{where}: {key} is a secret, and secrets never stand in a configuration file",
            f"take it out and set {secret} or {secret}_FILE in the environment",
        )
    if key in SECTIONS:
        return ConfigError(f"{where}: {key} is a section, not a value", f"write [{key}] and its keys below it")
    return ConfigError(f"{where}: unknown key {key}", f"did you mean {nearest(key, KEYS)}?")


def _as_secret(key: str) -> str | None:
    """The secret that a key of the file looks like: slack.bot_token, anthropic_api_key, model.api_key."""
    name = key.upper().replace(".", "_").replace("-", "_")
    if name in ("API_KEY", "MODEL_API_KEY", "ANTHROPIC_KEY"):
        return "ANTHROPIC_API_KEY"
    return next((secret for secret in SECRETS if name == secret or name.endswith(f"_{secret}")), None)


def _line(text: str, key: str) -> str:
    """` line N` where the key can be found, else nothing: a hint for the eye; unusual spellings may miss."""
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[+\s*([^\[\]]+?)\s*\]", line):
            section = header[1] + "."
        elif (entry := re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)) and section + entry[1] == key:
            return f" line {number}"
    return ""


def nearest(name: str, known: Iterable[str]) -> str:
    # Imported here: only a mistake needs it.
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    best = process.extractOne(name, list(known), scorer=DamerauLevenshtein.normalized_similarity)
    return str(best[0])


def read_environment(environ: Mapping[str, str]) -> dict[str, object]:
    """An empty variable counts as unset: that is how compose files pass on what was not given."""
    keys = {variable(key): key for key in KEYS}
    found: dict[str, object] = {}
    for name, value in environ.items():
        if not name.startswith(PREFIX):
            continue
        if name not in keys:
            raise ConfigError(f"unknown environment variable {name}", f"did you mean {nearest(name, keys)}?")
        if value.strip():
            found[keys[name]] = value.strip()
    return found


def read_secrets(environ: Mapping[str, str]) -> tuple[dict[str, SecretStr], dict[str, Origin]]:
    secrets: dict[str, SecretStr] = {}
    origins: dict[str, Origin] = {}
    for name in SECRETS:
        direct, file = environ.get(name, "").strip(), environ.get(f"{name}_FILE", "").strip()
        if direct and file:
            raise ConfigError(f"both {name} and {name}_FILE are set", "unset one of them")
        held = direct or (_secret_file(name, Path(file)) if file else "")
        if held:
            secrets[name] = SecretStr(held)
            origins[name] = "file" if file else "env"
    return secrets, origins


def _secret_file(name: str, file: Path) -> str:
    try:
        held = file.read_text(encoding="utf-8-sig").strip()
    except (OSError, UnicodeDecodeError) as exc:
        why = getattr(exc, "strerror", None) or "not text"
        raise ConfigError(f"{name}_FILE names {file}, which cannot be read: {why}", "name a readable file") from exc
    if not held:
        raise ConfigError(f"{name}_FILE names {file}, which is empty", "write the secret into it or unset the variable")
    return held
