"""The progress bar of ingest: on stderr, for a person at a terminal only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from bot.ingest.sync import Progress as Seen


@contextmanager
def progress() -> Iterator[Seen | None]:
    """Yields None where nobody watches: a bar in a log file is noise."""
    from bot.cli.output import error_console

    console = error_console()
    if not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[file]}", markup=False))
    with Progress(*columns, console=console, transient=True) as bar:
        yield _advance(bar, bar.add_task("ingest", total=None, file=""))


def _advance(bar: Progress, task: TaskID) -> Seen:
    from bot.channels.printable import printable

    def seen(done: int, total: int, file: str) -> None:
        bar.update(task, completed=done, total=total, file=printable(file)[-60:])

    return seen
