"""The three columns of a set of cases: correct, wrong-and-confident, abstained.

    python -m scripts.bench.columns [--docs DIR] [--cases FILE] [--all]

Ingests a folder into a home of its own and asks every case. By default the demo handbook and its sixty cases, with the
extractive model. Exits 1 where an unanswerable case was answered.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot.evals.cases import load
from bot.evals.grade import Column
from bot.evals.runner import Row, columns, run
from scripts.bench.corpus import opened

HANDBOOK = Path(__file__).parents[1] / "demo_handbook"


async def main(args: argparse.Namespace) -> int:
    cases = load(args.cases)
    with tempfile.TemporaryDirectory() as home:
        async with opened(args.docs, Path(home)) as services:
            rows = await run(services.assistant, cases, today=datetime.now(UTC).date(), tenant="default")
    show(rows, everything=args.all)
    confident = [row for row in rows if row.case.reason and row.grade.column is Column.WRONG]
    return 1 if confident else 0


def show(rows: tuple[Row, ...], *, everything: bool) -> None:
    console = Console(width=180)
    kinds: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        kinds[row.case.reason or "answerable"].append(row)
    table = Table("kind", "cases", *Column, "reason right")
    for kind, members in [*sorted(kinds.items()), ("all", list(rows))]:
        found = columns(members)
        right = sum(row.grade.reason_right for row in members if row.case.reason or kind == "answerable")
        table.add_row(kind, str(len(members)), *(str(found[column]) for column in Column), str(right))
    console.print(table)
    answerable = kinds["answerable"]
    correct = columns(answerable)[Column.CORRECT]
    console.print(f"coverage of the answerable: {correct}/{len(answerable)} = {correct / max(1, len(answerable)):.0%}")
    for row in rows:
        good = row.grade.column is Column.CORRECT or (row.case.reason and row.grade.reason_right)
        if everything or not good:
            _row(console, row)


def _row(console: Console, row: Row) -> None:
    decision = row.exchange.decision
    p = "–" if decision.probability is None else f"{decision.probability:.2f}"
    console.print(
        f"{row.case.qid} {row.grade.column.upper()} want={row.case.reason or row.case.expect!r} "
        f"got={decision.outcome}/{decision.reason or '-'} by={decision.decided_by} p={p}",
        f"\n    {row.case.q}\n    {decision.text[:300]!r}",
        markup=False,
        highlight=False,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", type=Path, default=HANDBOOK / "documents")
    parser.add_argument("--cases", type=Path, default=HANDBOOK / "cases.jsonl")
    parser.add_argument("--all", action="store_true", help="show every case, not only those that went another way")
    sys.exit(asyncio.run(main(parser.parse_args())))
