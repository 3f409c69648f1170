"""How long a question takes and how much memory, at 10,000 passages: every step, a cold start, and `saywhy serve`.

    python -m scripts.bench.ask [--passages 10000] [--questions 200] [--home DIR] [--real-vectors]

With --home the handbook is kept for the next run. Nothing is recorded but what `saywhy ask` and `serve` record there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot.domain.documents import Reader
from bot.domain.questions import Question
from bot.wiring import Services, open_services
from scripts.bench.handbook import Handbook, handbook
from scripts.bench.processes import Memory, cold_starts, imports, memory, post, serving

MODEL = "draft"  # the step that is the model's
PROBE = "probe"  # the step that only questions without an answer take
WARM_UP = 3  # questions before the count begins
COLD_STARTS = 5
IMPORTS_SHOWN = 12
BY_HTTP = 50  # questions put to `saywhy serve`
TARGET_MS, TARGET_COLD_S, TARGET_MIB = 50, 4.0, 700


@dataclass(frozen=True, slots=True)
class Taken:
    """One question: milliseconds by the clock, and by step."""

    total: float
    steps: Mapping[str, float]
    outcome: str

    @property
    def without_model(self) -> float:
        return self.total - self.steps.get(MODEL, 0.0)

    @property
    def in_no_step(self) -> float:
        return self.total - sum(self.steps.values())


async def main(args: argparse.Namespace, home: Path, console: Console) -> None:
    book = handbook(home, args.passages, fast=not args.real_vectors)
    console.print(
        f"{book.passages:,} passages of {book.documents:,} documents, {book.embedded:,} with vectors of the model and "
        f"{book.passages - book.embedded:,} with random ones; {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f} at the start"
    )
    chosen = random.Random(3).sample(book.questions, min(args.questions + WARM_UP, len(book.questions)))
    async with open_services(book.settings, offline_model=True) as services:
        for number, text in enumerate(chosen[:WARM_UP]):
            await _ask(services, f"warm-{number}", text)
        taken = [await _ask(services, f"bench-{number}", text) for number, text in enumerate(chosen[WARM_UP:])]
        again = [await _ask(services, f"again-{number}", text) for number, text in enumerate(chosen[WARM_UP:])]
    own = memory(os.getpid())
    _show_steps(console, taken, again)
    _show_start(console, book, chosen)
    _show_memory(console, own, book, chosen)


async def _ask(services: Services, id_: str, text: str) -> Taken:
    now = datetime.now(UTC)
    question = Question(
        id=id_, tenant=services.settings.tenant, channel="eval", conversation=id_, asker="bench", reader=Reader(),
        text=text, asked_at=now, today=now.date(),
    )  # fmt: skip
    begun = time.monotonic()
    exchange = await services.assistant.answer(question)
    return Taken((time.monotonic() - begun) * 1_000, exchange.timings_ms, str(exchange.decision.outcome))


def _show_steps(console: Console, taken: Sequence[Taken], again: Sequence[Taken]) -> None:
    table = Table("step", "questions", "p50 ms", "p95 ms", "asked again: p50", "p95")
    for step in dict.fromkeys(step for one in taken for step in one.steps):
        first, second = ([one.steps[step] for one in some if step in one.steps] for some in (taken, again))
        table.add_row(step, str(len(first)), *_percentiles(first), *_percentiles(second))
    table.add_section()
    sums = {"in no step": "in_no_step", f"total without {MODEL}": "without_model", "total": "total"}
    for name, attribute in sums.items():
        first, second = ([getattr(one, attribute) for one in some] for some in (taken, again))
        table.add_row(name, str(len(first)), *_percentiles(first), *_percentiles(second))
    found = [[one.without_model for one in some if PROBE not in one.steps] for some in (taken, again)]
    if all(found):
        row = (cell for values in found for cell in _percentiles(values))
        table.add_row(f"without {MODEL} where no {PROBE} ran", str(len(found[0])), *row)
    console.print(table)
    console.print("outcomes:", ", ".join(f"{n} {name}" for name, n in Counter(t.outcome for t in taken).most_common()))
    console.print(f"target: total without {MODEL}, p50 below {TARGET_MS} ms")


def _percentiles(values: Sequence[float]) -> tuple[str, str]:
    ordered = sorted(values)
    p50, p95 = (ordered[min(int(len(ordered) * share), len(ordered) - 1)] for share in (0.5, 0.95))
    return f"{p50:.1f}", f"{p95:.1f}"


def _show_start(console: Console, book: Handbook, questions: Sequence[str]) -> None:
    taken = cold_starts(book.home, questions[:COLD_STARTS])
    console.print(
        f"cold start of `saywhy ask`: best {taken[0]:.2f} s, median {taken[len(taken) // 2]:.2f} s "
        f"(target: below {TARGET_COLD_S:g} s)"
    )
    listed = imports(book.home, questions[0])
    table = Table("its imports", "modules", "ms")
    for name, millis, modules in listed[:IMPORTS_SHOWN]:
        table.add_row(name, str(modules), f"{millis:.0f}")
    rest = listed[IMPORTS_SHOWN:]
    table.add_section()
    table.add_row("all others", str(sum(row[2] for row in rest)), f"{sum(row[1] for row in rest):.0f}")
    console.print(table)


def _show_memory(console: Console, own: Memory, book: Handbook, questions: Sequence[str]) -> None:
    with serving(book.home) as (pid, address):
        before = memory(pid)
        taken = [post(address, f"bench{os.getpid()}-{n}", text) for n, text in enumerate(questions[:BY_HTTP])]
        served = memory(pid)
    p50, p95 = _percentiles(taken)
    console.print(f"this process: {own}")
    console.print(
        f"`saywhy serve`: {before} before its first question; {served} after {len(taken)} (p50 {p50} ms, {p95})"
    )
    console.print(f"target: below {TARGET_MIB} MiB")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--home", type=Path, help="keep the handbook here; by default it is thrown away")
    vectors = parser.add_mutually_exclusive_group()
    vectors.add_argument(
        "--fast-vectors", action="store_true", help="random vectors for all but the first 500 passages: the default"
    )
    vectors.add_argument("--real-vectors", action="store_true", help="the model's for all, which takes minutes")
    return parser.parse_args()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as thrown_away:
        arguments = _arguments()
        folder = (arguments.home or Path(thrown_away)).absolute()
        asyncio.run(main(arguments, folder, Console(width=140, highlight=False)))
