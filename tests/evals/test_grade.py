from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.decisions import Decision, Outcome, Reason
from bot.domain.evidence import Claim
from bot.domain.exchanges import Exchange
from bot.evals.cases import Case
from bot.evals.grade import Column, grade, states
from tests.samples import exchange

CASE = Case(qid="a", q="How many days?", expect="25 days", accept=("five weeks",))


def ended(text: str = "", **changes: object) -> Exchange:
    sample = exchange()
    said = (Claim(text=text, passages=("hr/leave.md#0",)),) if text else ()
    decision: Decision = replace(sample.decision, claims=said, **changes)  # type: ignore[arg-type]
    return replace(sample, decision=decision)


@pytest.mark.parametrize(
    ("text", "expected", "stated"),
    [
        ("Everyone gets 25 days of leave.", "25 days", True),
        ("Everyone gets twenty-five days of leave.", "25 days", True),
        ("Everyone gets 5 days of leave.", "25 days", False),
        ("Everyone gets 250 days of leave.", "25 days", False),
        ("Records are kept for 120 months.", "ten years", True),
        ("The Team plan has ten seats.", "10", True),
        ("The Team plan has ten seats.", "ten seats", True),
        ("The Team plan has 100 seats.", "10", False),
        ("A hotel may cost up to €170 a night.", "€170", True),
        ("A hotel may cost up to $170 a night.", "€170", False),
        ("The credit is 25%.", "25 %", True),
        ("The credit is 25 EUR.", "25 %", False),
        ("It is approved by the Head of Support.", "Head of Support", True),
        ("It is approved by the head of support.", "Head of Support", True),
        ("It is approved by the Head of Sales.", "Head of Support", False),
        ("The support desk has a head of its own.", "Head of Support", False),
        ("SAML login is not available.", "not available", True),
        ("SAML login is available.", "not available", False),
        ("The band is €55,000 to €68,000.", "€55,000 to €68,000", True),
        ("The band is €55,000 to €86,000.", "€55,000 to €68,000", False),
        ("Anything.", "", False),
        ("", "25 days", False),
        ("Notable.", "no", False),
    ],
)
def test_states(text: str, expected: str, stated: bool) -> None:
    assert states(text, expected) is stated


@pytest.mark.parametrize(
    ("case", "ending", "column"),
    [
        (CASE, ended("You get 25 days."), Column.CORRECT),
        (CASE, ended("You get five weeks."), Column.CORRECT),
        (CASE, ended("You get 26 days."), Column.WRONG),
        (CASE, ended("You get leave."), Column.WRONG),
        (replace(CASE, reason=Reason.MISSING_EVIDENCE), ended("You get 25 days."), Column.WRONG),
        (replace(CASE, reason=Reason.CONFLICT), ended("You get 25 days."), Column.WRONG),
        (CASE, ended("You get 25 days.", outcome=Outcome.PARTIAL, missing=("the fee",)), Column.WRONG),
        (replace(CASE, missing=("what it costs",)),
         ended("You get 25 days.", outcome=Outcome.PARTIAL, missing=("what it costs",)), Column.CORRECT),
        (CASE, ended(outcome=Outcome.ABSTAINED, reason=Reason.MISSING_EVIDENCE), Column.ABSTAINED),
        (CASE, ended(outcome=Outcome.CLARIFY, reason=Reason.AMBIGUITY), Column.ABSTAINED),
        (CASE, ended("You get 25 days.", outcome=Outcome.CONFLICT, reason=Reason.CONFLICT), Column.ABSTAINED),
        (CASE, ended("25 days", outcome=Outcome.ABSTAINED, reason=Reason.NOT_AN_ACTION), Column.ABSTAINED),
        (CASE, replace(ended("You get 25 days."), error="index_unavailable"), Column.ERROR),
    ],
)  # fmt: skip
def test_columns(case: Case, ending: Exchange, column: Column) -> None:
    found = grade(case, ending)
    assert found.column is column
    assert bool(found.why) is (column is not Column.CORRECT)


def test_a_partial_answer_is_right_only_where_what_is_missing_matches() -> None:
    case = replace(CASE, missing=("what charities pay",))
    named = ended("You get 25 days.", outcome=Outcome.PARTIAL, missing=("what do charities pay for it",))
    other = ended("You get 25 days.", outcome=Outcome.PARTIAL, missing=("who approves it",))
    assert grade(case, named).column is Column.CORRECT
    assert grade(case, other).column is Column.WRONG


@pytest.mark.parametrize(
    ("label", "given", "right"),
    [
        (Reason.MISSING_EVIDENCE, Reason.MISSING_EVIDENCE, True),
        (Reason.MISSING_EVIDENCE, Reason.UNVERIFIED, False),
        (Reason.CONFLICT, Reason.CONFLICT, True),
        (None, Reason.MISSING_EVIDENCE, False),
    ],
)
def test_whether_the_reason_was_right(label: Reason | None, given: Reason, right: bool) -> None:
    found = grade(replace(CASE, reason=label), ended(outcome=Outcome.ABSTAINED, reason=given))
    assert found.reason_right is right


def test_only_what_is_claimed_counts_not_the_words_around() -> None:
    sample = ended("You get leave.")
    shown = replace(sample, decision=replace(sample.decision, text="25 days"))
    assert grade(CASE, shown).column is Column.WRONG
