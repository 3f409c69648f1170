from __future__ import annotations

import pytest

from bot.domain.documents import Passage
from bot.stages.contest import Contested, contest
from bot.text.ranking import rank
from tests.stages.builders import asked_over, claim, passage

KEPT = "How long are records kept?"


WEIGHTS = {"coverage": 4.4, "own": 2.1, "fits": 2.4, "met": 4.4, "entity_missing": -6.3}


def contested(question: str, own: Passage, *others: Passage, said: str = "") -> Contested:
    asked, weighted = asked_over(question, (own, *others))
    ranked = rank(asked, weighted, (own, *others), WEIGHTS, lambda _, texts: [0.0] * len(texts))
    return contest(weighted, [claim(said or own.text, own)], ranked)


def two(one: str, other: str, **changes: object) -> tuple[Passage, Passage]:
    return passage(one, "a/x.md"), passage(other, "b/y.md", **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (KEPT, "Records are kept for ten years.", "Records are kept for 120 months."),
        (KEPT, "Records are kept for ten years.", "Records are kept for ten years."),
        ("What is the fee?", "The fee is 5,000 EUR.", "The fee is 5k EUR."),
        ("What is the deductible?", "The deductible for employee-only coverage is 500 EUR.",
         "The deductible for family coverage is 1,000 EUR."),
        ("How many days of leave do I get?", "Staff in Germany get 25 days of leave.",
         "Staff in Poland get 20 days of leave."),
        ("How many days of leave do I get?", "Full-time employees get 25 days of leave.",
         "Part-time employees get 20 days of leave."),
        (KEPT, "Records are kept for ten years.", "Records are stored in Berlin."),
        ("How much may a hotel cost?", "A hotel may cost up to 140 EUR.", "Meals may cost up to 45 EUR."),
        ("Is alcohol reimbursed?", "Alcohol is not reimbursed.", "Alcohol isn't reimbursed."),
    ],
)  # fmt: skip
def test_no_conflict(question: str, one: str, other: str) -> None:
    assert contested(question, *two(one, other)) == Contested()


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (KEPT, "Records are kept for ten years.", "Records are kept for seven years."),
        (KEPT, "Records are kept for ten years.", "We retain records for 7 years."),
        ("Is alcohol reimbursed?", "Alcohol is reimbursed.", "Alcohol is not reimbursed."),
        ("What is the meal limit?", "The meal limit is 45 EUR.", "The meal limit is 45 USD."),
        ("May contractors use personal laptops?", "Contractors may use personal laptops.",
         "Contractors must not use personal laptops."),
        ("Who approves travel?", "Travel is approved by the line manager.", "Travel is approved by the finance team."),
    ],
)  # fmt: skip
def test_a_conflict_shows_both_sides_the_drafts_first(question: str, one: str, other: str) -> None:
    own, rival = two(one, other)
    found = contested(question, own, rival)
    assert [(side.text, side.passages) for side in found.conflict] == [(one, (own.id,)), (other, (rival.id,))]
    assert not found.overruled


def test_a_conflict_inside_one_document() -> None:
    own = passage("Records are kept for ten years.", "a.md")
    assert contested(KEPT, own, passage("Records are kept for seven years.", "a.md", offset=900)).conflict
    both = passage("Records are kept for ten years. Records are kept for seven years.", "a.md")
    assert contested(KEPT, both, said="Records are kept for ten years.").conflict


@pytest.mark.parametrize("changes", [{"authority": 2}, {"amends": ("a/x.md",)}])
def test_higher_standing_settles_it(changes: dict[str, object]) -> None:
    lower, higher = two("Records are kept for ten years.", "Records are kept for seven years.", **changes)
    assert [one.text for one in contested(KEPT, lower, higher).overruled] == [lower.text]
    assert contested(KEPT, higher, lower) == Contested()


def test_facets_keep_cases_apart() -> None:
    one = passage("Employees get 25 days of leave.", "a.md", facets={"country": "Germany"})
    other = passage("Employees get 20 days of leave.", "b.md", facets={"country": "Poland"})
    assert contested("How many days of leave do employees get?", one, other) == Contested()


def test_only_what_would_be_asserted_is_contested() -> None:
    own = passage("Records are kept for ten years.", "a.md")
    others = [passage("Hotels cost 140 EUR.", "b.md"), passage("Hotels cost 160 EUR.", "c.md")]
    assert contested(KEPT, own, *others) == Contested()


def test_at_most_four_sides_and_each_statement_once() -> None:
    own = passage("Records are kept for ten years.", "a.md")
    rivals = [passage(f"Records are kept for {n} years.", f"{n}.md") for n in (3, 4, 5, 6, 7, 7)]
    texts = [side.text for side in contested(KEPT, own, *rivals).conflict]
    assert len(texts) == len(set(texts)) == 4 and texts[0] == own.text
