"""The rules that a model is given. They stand in `system.md`, and are the same for every question."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def system() -> str:
    """The text of the system message."""
    return files(__name__).joinpath("system.md").read_text(encoding="utf-8").strip()
