"""The configuration as a person may see it: secrets and passwords masked, each value with its origin."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.settings.sources import KEYS, SECRETS
from bot.settings.values import Origin, Settings

MASK = "********"


@dataclass(frozen=True, slots=True)
class Shown:
    key: str
    value: str | int | float | None
    origin: Origin | None  # None: a secret that is not set


def masked(text: str) -> str:
    """A URL without the password of its user part, nor the values of parameters that hold credentials."""
    text = re.sub(r"(://[^/@:]*:)[^/]*(?=@)", rf"\1{MASK}", text)
    return re.sub(r"(?i)([?&][^=&]*(?:password|secret|token|key)[^=&]*=)[^&]+", rf"\1{MASK}", text)


def shown(settings: Settings) -> tuple[Shown, ...]:
    return tuple(Shown(key, _value(settings, key), settings.origin(key)) for key in KEYS)


def _value(settings: Settings, key: str) -> str | int | float | None:
    held: object = settings
    for part in key.split("."):
        held = getattr(held, part)
    if held is None or isinstance(held, int | float):
        return held
    return masked(str(held))


def shown_secrets(settings: Settings) -> tuple[Shown, ...]:
    return tuple(
        Shown(name, MASK if name in settings.secrets else None, settings.secret_origins.get(name)) for name in SECRETS
    )
