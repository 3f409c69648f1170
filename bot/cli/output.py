"""What the command line prints: results to stdout, everything else to stderr; colour for terminals only."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

from bot.domain.errors import SaywhyError

if TYPE_CHECKING:
    from rich.console import Console

_PIPED_WIDTH = 160  # lines in a pipe are for programs and pagers: tables get room, prose is not wrapped


def console() -> Console:
    return _console(sys.stdout)


def error_console() -> Console:
    return _console(sys.stderr)


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    # Markup, emoji codes and highlighting stay off: what is printed comes from documents and people.
    piped = not stream.isatty()
    return Console(
        file=stream,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=piped,
        width=_PIPED_WIDTH if piped else None,
        no_color=piped or None,
        color_system=None if piped else "auto",
    )


def print_json(value: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def print_lines(lines: Iterable[str]) -> None:
    """Plain text, one string a line; anything in it is printed as it stands, without control characters."""
    from bot.channels.printable import printable

    sys.stdout.write("".join(f"{printable(line)}\n" for line in lines))
    sys.stdout.flush()  # the address of a server, into a pipe


def print_failure(error: SaywhyError, *, as_json: bool) -> None:
    """The one line that says what happened and what to do; with `--json`, the object in its place."""
    if as_json:
        print_json({"error": {"kind": error.kind, "message": error.message, "hint": error.hint}})
        return
    print_advice("; ".join(part for part in (error.message, error.hint) if part))


def print_advice(text: str) -> None:
    """One line on stderr, whatever is in it."""
    from bot.channels.printable import printable

    sys.stderr.write(" ".join(printable(text).split()) + "\n")
