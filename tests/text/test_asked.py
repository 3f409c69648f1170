from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.asked import Sought, read, subject


@pytest.mark.parametrize(
    ("question", "sought"),
    [
        ("How much is the meal allowance?", Sought.AMOUNT),
        ("What is the limit for hotels?", Sought.AMOUNT),
        ("What does the Team plan cost?", Sought.AMOUNT),
        ("How many euros do I get?", Sought.MONEY),
        ("What percentage is refunded?", Sought.PERCENT),
        ("How many seats are included?", Sought.COUNT),
        ("How many days of leave do I get?", Sought.DURATION),
        ("How long are records kept?", Sought.DURATION),
        ("How often is access reviewed?", Sought.DURATION),
        ("What is the notice period?", Sought.TERM),
        ("When are salaries paid?", Sought.WHEN),
        ("Who approves travel?", Sought.AGENT),
        ("Who's in charge?", Sought.AGENT),
        ("WHO IS IN CHARGE?", Sought.AGENT),
        ("Does WHO guidance apply?", Sought.POLARITY),
        ("Where is the office?", Sought.PLACE),
        ("Which vendor do we use?", Sought.NAME),
        ("How do I request leave?", Sought.METHOD),
        ("Why was it changed?", Sought.REASON),
        ("Can I work from home?", Sought.POLARITY),
        ("Hi, is alcohol reimbursed?", Sought.POLARITY),
        ("dress code", Sought.OPEN),
        ("", Sought.OPEN),
    ],
)
def test_the_kind_of_answer(question: str, sought: Sought) -> None:
    assert read(question).sought is sought


def test_figures_of_the_question_are_conditions_and_no_terms() -> None:
    asked = read("Who approves a contract over 5,000 EUR for 2 years?")
    assert [q.text for q in asked.conditions] == ["over 5,000 EUR", "2 years"]
    assert [term.text for term in asked.terms] == ["approves", "contract"]


def test_a_version_is_a_name_and_no_condition() -> None:
    asked = read("What changed in version 3.10?")
    assert not asked.conditions
    assert "3.10" in [term.text for term in asked.terms]


@pytest.mark.parametrize(
    ("question", "negated"),
    [("Is it not paid?", True), ("Who can't go?", True), ("Is it paid?", False), ("Is notice given?", False)],
)
def test_negated(question: str, negated: bool) -> None:
    assert read(question).negated is negated


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many days of parental leave do I get?", "days of parental leave"),
        ("What is the notice period?", "notice period"),
        ("What is it?", "What is it"),
        ("Who is the IT contact?", "IT contact"),
    ],
)
def test_subject_in_the_askers_words(question: str, expected: str) -> None:
    assert subject(read(question)) == expected


@given(st.text())
def test_never_raises_and_the_subject_is_a_part_of_the_question(text: str) -> None:
    assert subject(read(text)) in text


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("fee of item 12", True),
        ("what is in room 204?", True),
        ("How many days is 12 days?", False),
        ("the rules in 2023", False),
    ],
)
def test_a_figure_that_counts_nothing_names_one_of_many(question: str, named: bool) -> None:
    assert any(term.entity and term.text.isdigit() for term in read(question).terms) is named


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("How many days a week may staff work from home?", []),
        ("How many days per calendar year may I work abroad?", []),
        ("Can I get a refund within a week?", ["within a week"]),
        ("What is the credit for a four-hour outage?", ["four-hour"]),
    ],
)
def test_a_rate_of_what_is_asked_for_is_no_condition(question: str, conditions: list[str]) -> None:
    assert [condition.text for condition in read(question).conditions] == conditions
