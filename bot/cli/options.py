"""Options that several commands share, and the checks of what a person typed."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from bot.domain.documents import Reader
from bot.domain.errors import UsageError
from bot.domain.questions import MAX_QUESTION_CHARS


def _config(context: typer.Context, value: Path | None) -> Path | None:
    """`--config` may stand before the command or after it; the nearer one counts."""
    if value is not None:
        context.find_root().obj = value
    found = context.find_root().obj
    return found if isinstance(found, Path) else None


Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Configuration file; ./saywhy.toml by default.", callback=_config),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Asker = Annotated[str, typer.Option("--as", metavar="USER", help="Who asks.")]
Groups = Annotated[
    str, typer.Option("--groups", metavar="A,B", help="Groups of the asker and of all who will read the reply.")
]
Guest = Annotated[bool, typer.Option("--guest", help="An outsider asks: only public documents are read.")]
At = Annotated[
    str | None, typer.Option("--at", metavar="DATE", help="The day it is asked, as YYYY-MM-DD; today by default.")
]
Index = Annotated[str | None, typer.Option("--index", metavar="NAME", help="A pinned version of the index.")]


def question_text(text: str) -> str:
    """Raises UsageError where there is nothing to answer, or too much."""
    cleaned = typed(text)
    if not cleaned:
        raise UsageError("the question is empty", 'write it in quotes: saywhy ask "How many days of leave?"')
    if len(cleaned) > MAX_QUESTION_CHARS:
        raise UsageError(
            f"the question has {len(cleaned):,} characters; at most {MAX_QUESTION_CHARS:,} are read", "shorten it"
        )
    return cleaned


def typed(text: str) -> str:
    """Without spaces around it. Bytes that are no UTF-8 arrive as lone surrogates, which no database takes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").strip()


def day(text: str | None, today: date) -> date:
    if text is None:
        return today
    try:
        return date.fromisoformat(text.strip())
    except ValueError as exc:
        raise UsageError(f"--at {text!r} is not a date", "write it as YYYY-MM-DD") from exc


def reader(groups: str, *, guest: bool) -> Reader:
    names = frozenset(name for name in map(typed, groups.split(",")) if name)
    return Reader(member=not guest, groups=names)
