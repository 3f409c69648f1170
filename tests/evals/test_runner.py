from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date

import pytest

from bot.domain.decisions import Decision, Outcome, Reason
from bot.domain.evidence import Claim
from bot.domain.exchanges import Exchange
from bot.domain.questions import Question
from bot.evals.cases import Case
from bot.evals.grade import Column
from bot.evals.runner import Row, columns, run
from tests.samples import exchange

TODAY = date(2026, 3, 2)


class Parrot:
    """Answers with what was asked, later cases sooner; counts how many it is asked at once."""

    def __init__(self) -> None:
        self.at_once = self.most = 0
        self.asked: list[Question] = []

    async def answer(self, question: Question) -> Exchange:
        self.asked.append(question)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0.01 if question.text.startswith("first") else 0)
        self.at_once -= 1
        sample = exchange(question)
        if "abstain" in question.text:
            decision: Decision = replace(
                sample.decision, outcome=Outcome.ABSTAINED, reason=Reason.MISSING_EVIDENCE, claims=()
            )
        else:
            decision = replace(sample.decision, claims=(Claim(text=question.text, passages=("a#0",)),))
        return replace(sample, decision=decision, error="deadline" if "fail" in question.text else None)


CASES = tuple(
    Case(qid=str(n), q=q, expect="ten years")
    for n, q in enumerate(["first ten years", "nine years", "abstain", "fail"])
)


async def test_one_row_a_case_in_the_order_given() -> None:
    parrot, seen = Parrot(), list[Row]()
    rows = await run(parrot, CASES, today=TODAY, tenant="t", done=seen.append)
    assert [row.case for row in rows] == list(CASES)
    assert [row.grade.column for row in rows] == [Column.CORRECT, Column.WRONG, Column.ABSTAINED, Column.ERROR]
    assert sorted(row.case.qid for row in seen) == [case.qid for case in CASES]
    assert seen[0].case.qid != "0"  # told as they end
    assert {question.tenant for question in parrot.asked} == {"t"}


@pytest.mark.parametrize("at_once", [1, 3])
async def test_a_few_at_a_time(at_once: int) -> None:
    parrot = Parrot()
    await run(parrot, CASES * 3, today=TODAY, tenant="t", at_once=at_once)
    assert parrot.most == at_once


async def test_the_columns_sum_to_the_cases() -> None:
    rows = await run(Parrot(), CASES, today=TODAY, tenant="t")
    assert columns(rows) == {Column.CORRECT: 1, Column.WRONG: 1, Column.ABSTAINED: 1, Column.ERROR: 1}
    assert columns([]) == dict.fromkeys(Column, 0)
