"""Runs cases through the assistant's `answer`, a few at a time. Records nothing: an eval is never mined."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from bot.domain.exchanges import Exchange
from bot.domain.questions import Question
from bot.evals.cases import Case
from bot.evals.grade import Column, Grade, grade


class Answers(Protocol):
    async def answer(self, question: Question) -> Exchange: ...


@dataclass(frozen=True, slots=True)
class Row:
    case: Case
    exchange: Exchange
    grade: Grade


async def run(
    assistant: Answers,
    cases: Sequence[Case],
    *,
    today: date,
    tenant: str,
    at_once: int = 2,
    done: Callable[[Row], None] | None = None,
) -> tuple[Row, ...]:
    """One row a case, in the order given."""
    places = asyncio.Semaphore(at_once)

    async def one(case: Case) -> Row:
        async with places:
            exchange = await assistant.answer(case.question(today=today, tenant=tenant))
        row = Row(case, exchange, grade(case, exchange))
        if done is not None:
            done(row)
        return row

    return tuple(await asyncio.gather(*map(one, cases)))


def columns(rows: Sequence[Row]) -> dict[Column, int]:
    """How many rows each column has; together they are all of them."""
    counted = Counter(row.grade.column for row in rows)
    found = {column: counted[column] for column in Column}
    assert sum(found.values()) == len(rows)  # noqa: S101 - the one sum that must close, whatever else changes
    return found
