"""The command line: `main` is its outermost frame, where every failure becomes one line and an exit code.

Exit 0 on success, 2 on wrong usage, 1 on failure, 3 where ingest left files that need attention, 130 on Ctrl-C.
Nothing heavy is imported at the top of these modules: a command pays only for what it uses.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot.domain.errors import SaywhyError, UsageError

if TYPE_CHECKING:
    from typer.exceptions import TyperException

FAILED, USAGE, NEEDS_ATTENTION, INTERRUPTED = 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    as_json = "--json" in arguments[: arguments.index("--") if "--" in arguments else None]
    _accept_any_character()
    try:
        return _invoke(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return FAILED
    except SaywhyError as exc:
        return _fail(exc, as_json=as_json)
    except Exception as exc:  # the last frame: whatever it is, a person gets one line
        from bot.cli.running import crash

        return _fail(crash(Path(".saywhy").absolute(), exc), as_json=as_json)
    finally:
        _flush()


def _invoke(arguments: list[str]) -> int:
    import typer
    from typer.exceptions import TyperException

    from bot.cli import app

    try:
        # Commands return their exit code; typer returns it where it doesn't exit by itself.
        code = app.build().main(args=arguments, prog_name="saywhy", standalone_mode=False)
    except TyperException as exc:
        raise _usage(exc, app.named(arguments)) from exc
    except typer.Abort as exc:
        raise KeyboardInterrupt from exc
    return code if isinstance(code, int) else 0


def _usage(exc: TyperException, command: str) -> UsageError:
    """Typer's own complaint as one of ours: one line, and where help stands."""
    said = " ".join(exc.format_message().replace("Value error, ", "").split())
    return UsageError(said.rstrip("."), f"try `{command} --help`")


def _fail(error: SaywhyError, *, as_json: bool) -> int:
    from bot.cli.output import print_failure

    with contextlib.suppress(BrokenPipeError):
        print_failure(error, as_json=as_json)
    return USAGE if isinstance(error, UsageError) else FAILED


def _accept_any_character() -> None:
    """A terminal or pipe that is not UTF-8 shows an escape instead of ending the command."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=errors)


def _flush() -> None:
    """A reader that has gone away (`saywhy trace … | head`) must not be reported when the interpreter ends."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except ValueError:  # already closed
        return
