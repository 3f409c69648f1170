from __future__ import annotations

import pytest

from bot.domain.documents import Passage
from bot.text.facts import facts
from bot.text.match import match
from bot.text.rivals import Comparison, Relation, Stated, compare, outranks
from tests.stages.builders import asked_over, passage, source

KEPT = "How long are records kept?"
LEAVE = "How many days of leave do employees get?"


def compared(question: str, one: Passage, other: Passage, at: int = 0, rival: int = 0) -> Comparison:
    asked, weighted = asked_over(question, (one, other))
    first, second = facts(one)[at], facts(other)[rival]
    return compare(
        Stated(one, first, match(asked, weighted, first)),
        Stated(other, second, match(asked, weighted, second)),
        [w.term for w in weighted],
    )


def apart(question: str, one: str, other: str) -> Relation:
    return compared(question, passage(one, "a/x.md"), passage(other, "b/y.md")).relation


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (KEPT, "Records are kept for ten years.", "Records are kept for 120 months."),
        (KEPT, "Records are kept for ten years.", "We keep records for 10 years."),
        (KEPT, "Records are kept for two weeks.", "Records are kept for 14 days."),
        (KEPT, "Records are kept for ten years.", "Records are kept in Berlin."),
        ("What is the fee?", "The fee is 5,000 EUR.", "The fee is 5k EUR."),
        ("What is the limit for meals?", "The meal limit is 45 EUR.", "Meals cost up to 45 EUR."),
        ("What may a hotel cost?", "A hotel may cost up to 140 EUR.", "Parking is free for 140 minutes."),
        ("Is alcohol reimbursed?", "Alcohol is not reimbursed.", "Alcohol is never reimbursed."),
        ("Is alcohol reimbursed?", "Alcohol is reimbursed.", "Alcohol is reimbursed in full."),
        ("Who approves travel?", "The line manager approves travel.", "Travel is approved by the line manager."),
    ],
)
def test_agree_or_speak_of_something_else(question: str, one: str, other: str) -> None:
    assert apart(question, one, other) is Relation.AGREES
    assert apart(question, other, one) is Relation.AGREES


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (KEPT, "Records are kept for ten years.", "Records are kept for seven years."),
        (KEPT, "Records are kept for ten years.", "We retain records for 84 months."),
        ("What may a hotel cost?", "A hotel may cost up to 140 EUR.", "A hotel may cost up to 160 EUR."),
        ("What may a hotel cost?", "Hotels cost at most 140 EUR a night.", "Hotels cost at most 140 USD a night."),
        ("Is alcohol reimbursed?", "Alcohol is reimbursed.", "Alcohol is not reimbursed."),
        ("Is alcohol reimbursed?", "Alcohol is reimbursed.", "Alcohol isn't reimbursed."),
        ("From which day do I need a certificate?", "A certificate is needed from the third day of illness.",
         "A certificate is needed from the first day of illness."),
        ("Who approves travel?", "Travel is approved by the line manager.", "Travel is approved by the finance team."),
    ],
)  # fmt: skip
def test_clash(question: str, one: str, other: str) -> None:
    assert apart(question, one, other) is Relation.CLASHES
    assert apart(question, other, one) is Relation.CLASHES


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("What is the deductible?", "The deductible for employee-only coverage is 500 EUR.",
         "The deductible for family coverage is 1,000 EUR."),
        (LEAVE, "Full-time employees get 25 days of leave.", "Part-time employees get 15 days of leave."),
        (LEAVE, "Employees in Germany get 30 days of leave.", "Employees in Poland get 26 days of leave."),
        ("How many euros is the bonus?", "The bonus is 100 EUR after 5 years.", "The bonus is 200 EUR after 10 years."),
        ("What is the bonus?", "The bonus is 100 EUR after five years.",
                     "The bonus is 200 EUR after ten years."),
        (LEAVE, "Employees get 25 days of leave after five years.",
                     "Employees get 28 days of leave after ten years."),
        ("What does a seat cost?", "A seat on the Team plan is 10 EUR.", "A seat on the Business plan is 25 EUR."),
    ],
)  # fmt: skip
def test_each_speaks_of_a_case_of_its_own(question: str, one: str, other: str) -> None:
    assert apart(question, one, other) is Relation.OTHER_SCOPE


def test_the_scopes_are_named_as_written() -> None:
    one, other = passage("Interns get 12 days of leave.", "a/x.md"), passage("Managers get 30 days of leave.", "b/y.md")
    found = compared("How many days of leave do I get?", one, other)
    assert (found.scope, found.rival_scope) == (("Interns",), ("Managers",))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (passage("Employees get 30 days of leave.", "hr/g.md", title="Leave in Germany"),
         passage("Employees get 26 days of leave.", "hr/p.md", title="Leave in Poland")),
        (passage("Employees get 30 days of leave.", "a/g.md", facets={"country": "Germany"}),
         passage("Employees get 26 days of leave.", "b/p.md", facets={"country": "Poland"})),
        (passage("Employees get 30 days of leave.", "hr/l.md", headings=("Leave", "Germany")),
         passage("Employees get 26 days of leave.", "hr/l.md", offset=90, headings=("Leave", "Poland"))),
    ],
    ids=["title", "facet", "heading"],
)  # fmt: skip
def test_germany_and_poland_are_told_apart(one: Passage, other: Passage) -> None:
    found = compared(LEAVE, one, other)
    assert found.relation is Relation.OTHER_SCOPE
    assert ("Germany" in " ".join(found.scope), "Poland" in " ".join(found.rival_scope)) == (True, True)


def test_rows_of_a_table_are_told_apart() -> None:
    table = passage("Country | Days of leave\nGermany | 30\nPoland | 26")
    found = compared("How many days of leave do I get?", table, table, 0, 1)
    assert found.relation is Relation.OTHER_SCOPE


@pytest.mark.parametrize(
    ("one", "other", "relation"),
    [
        ("Employees get 25 days of leave.", "Interns get 12 days of leave.", Relation.NARROWER),
        ("Interns get 12 days of leave.", "Employees get 25 days of leave.", Relation.BROADER),
    ],
)
def test_a_special_case_beside_the_rule(one: str, other: str, relation: Relation) -> None:
    assert apart("How many days of leave do I get?", one, other) in (relation, Relation.OTHER_SCOPE)
    assert apart("How many days of leave do employees get?", one, other) is not Relation.CLASHES


def test_an_exception_is_narrower_than_its_rule() -> None:
    both = passage("Hotels cost up to 140 EUR. However, hotels in Zurich cost up to 220 EUR.")
    assert compared("What may a hotel cost?", both, both, 0, 1).relation is Relation.NARROWER
    assert compared("What may a hotel cost?", both, both, 1, 0).relation is Relation.BROADER


def test_what_the_question_names_tells_nothing_apart() -> None:
    question = "How many days of leave do interns get?"
    assert apart(question, "Interns get 12 days of leave.", "Interns get 14 days of leave.") is Relation.CLASHES


@pytest.mark.parametrize(
    ("one", "other", "first", "second"),
    [
        ({"authority": 2}, {}, True, False),
        ({"authority": 1}, {"authority": 3}, False, True),
        ({"authority": 2}, {"authority": 2}, False, False),
        ({"amends": ("b/y.md",)}, {}, True, False),
        ({"amends": ("z.md",)}, {}, False, False),
        ({"amends": ("b/y.md",)}, {"authority": 5}, False, True),
        ({}, {}, False, False),
    ],
)
def test_standing(one: dict[str, object], other: dict[str, object], first: bool, second: bool) -> None:
    a, b = source("a/x.md", **one), source("b/y.md", **other)
    assert (outranks(a, b), outranks(b, a)) == (first, second)


def test_a_later_date_settles_nothing() -> None:
    from datetime import date

    old, new = source("a.md", effective=date(2020, 1, 1)), source("b.md", effective=date(2026, 1, 1))
    assert not outranks(new, old) and not outranks(old, new)


@pytest.mark.parametrize(
    ("question", "one", "other", "clash"),
    [
        ("How long are customer backups kept?", "Customer backups are kept for 90 days and then deleted.",
         "Customer backups are kept for 60 days.", True),
        ("annual leave", "25 days of annual leave a year.", "Unused leave of up to 5 days carries over.", False),
    ],
)  # fmt: skip
def test_a_tail_is_no_special_case_and_a_neighbour_no_conflict(
    question: str, one: str, other: str, clash: bool
) -> None:
    relation = apart(question, one, other)
    assert (relation is Relation.CLASHES) is clash
