"""The table of commands. Their modules import nothing heavy at the top: see `bot/cli/__init__.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import typer
from typer.main import get_command

from bot.cli import asking, chatting, documents, options, serving, tracing, upkeep

COMMANDS: tuple[tuple[str, Callable[..., object]], ...] = (
    ("ingest", documents.ingest),
    ("ask", asking.ask),
    ("chat", chatting.chat),
    ("serve", serving.serve),
    ("trace", tracing.trace),
    ("config", upkeep.config),
    ("doctor", upkeep.doctor),
)
GROUPS: tuple[tuple[str, str, tuple[tuple[str, Callable[..., object]], ...]], ...] = (
    (
        "index",
        "Versions of the index.",
        (("versions", documents.versions), ("pin", documents.pin), ("check", documents.check)),
    ),
    ("db", "The database schema.", (("upgrade", upkeep.upgrade), ("check", upkeep.check))),
)


def build() -> Any:
    """The whole command line, as typer made it: its class has no public name."""
    app = _typer("Answers policy questions from your documents, and says precisely why when it can't.")
    app.callback()(root)
    for name, command in COMMANDS:
        app.command(name)(command)
    for name, purpose, commands in GROUPS:
        group = _typer(purpose)
        for sub, command in commands:
            group.command(sub)(command)
        app.add_typer(group, name=name)
    return get_command(app)


def named(arguments: Sequence[str]) -> str:
    """The command that a command line names, as far as there is one: `saywhy index pin`. For the advice on usage."""
    words = [word for word in arguments[:2] if not word.startswith("-")]
    subcommands = {group: {sub for sub, _ in commands} for group, _, commands in GROUPS}
    known = subcommands | {name: set() for name, _ in COMMANDS}
    if not words or words[0] not in known:
        return "saywhy"
    deeper = words[1:] if len(words) > 1 and words[1] in known[words[0]] else []
    return " ".join(["saywhy", words[0], *deeper])


def _typer(purpose: str) -> typer.Typer:
    # Plain help: it reads the same in a pipe and costs no start-up time. Completion scripts are not offered.
    return typer.Typer(help=purpose, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def root(config: options.Config = None) -> None:
    """Answers policy questions from your documents, and says precisely why when it can't."""
