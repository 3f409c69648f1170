from __future__ import annotations

import pytest

from bot.domain.documents import Passage
from bot.domain.evidence import Ambiguous, Conflicting, Insufficient, Supported, Verdict
from bot.domain.prompts import Draft, StopReason
from bot.models.compose import NOT_IN_CONTEXT, compose, joined
from bot.models.fitted import ranking
from bot.stages.parse import parse
from bot.text.meaning import Meaning
from bot.text.ranking import rank
from tests.fakes.embedder import BagOfStems
from tests.stages.builders import asked_over, passage

KEPT = "How long are records kept?"


def composed(question: str, *passages: Passage) -> str:
    """`passages` best first."""
    asked, weighted = asked_over(question, passages)
    return compose(asked, weighted, rank(asked, weighted, passages, ranking(), Meaning(BagOfStems(512)).cosines))


def form(reply: str, *passages: Passage) -> tuple[Verdict, object]:
    return parse(Draft(text=reply, model="extractive", stop=StopReason.END), passages)


def two(one: str, other: str, **changes: object) -> tuple[Passage, Passage]:
    return passage(one, "a/x.md"), passage(other, "b/y.md", **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "text", "quoted"),
    [
        (KEPT, "Records are kept for ten years. Hotels cost 140 EUR.", "Records are kept for ten years."),
        ("Who approves travel?", "Travel is approved by the manager", "Travel is approved by the manager."),
        ("Is alcohol reimbursed?", "Meals are paid. Alcohol is not reimbursed.", "Alcohol is not reimbursed."),
        ("What does C cost?", "Item | Price\nB | 3 EUR\nC | 4 EUR", "Item: C; Price: 4 EUR."),
    ],
)
def test_one_fact_word_for_word_with_its_id(question: str, text: str, quoted: str) -> None:
    own = passage(text, "a.md", offset=7)
    assert composed(question, own) == f"{quoted} [a.md#7]"
    assert form(composed(question, own), own)[0] is Verdict.ANSWER


def test_an_exception_travels_along() -> None:
    own = passage(
        "Hotels cost up to 140 EUR a night. However, hotels in Zurich cost up to 220 EUR. "
        "Except for trade fairs, these limits are fixed. Breakfast is paid.",
        "a.md",
    )
    reply = composed("How much may a hotel cost per night?", own)
    assert reply.splitlines() == [
        "Hotels cost up to 140 EUR a night. [a.md#0]",
        "However, hotels in Zurich cost up to 220 EUR. [a.md#0]",
        "Except for trade fairs, these limits are fixed. [a.md#0]",
    ]
    verdict, evidence = form(reply, own)
    assert isinstance(evidence, Supported) and verdict is Verdict.ANSWER and len(evidence.claims) == 3


def test_an_open_question_gets_more_of_the_passage_but_never_more_than_four_sentences() -> None:
    own = passage(" ".join(f"Parental leave rule {n} is about forms." for n in range(8)), "a.md")
    lines = composed("Tell me about the parental leave rules", own).splitlines()
    assert 1 < len(lines) <= 4 and all(line.endswith("[a.md#0]") for line in lines)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (KEPT, "Hotels cost 140 EUR."),
        (KEPT, "Records are stored in Berlin."),
        ("Who approves travel?", "Travel is booked online."),
        ("Who approves a refund of 300 EUR?", "The board approves a refund above 5,000 EUR."),
        ("How many days of leave do employees in Germany get?", "Employees in Poland get 26 days of leave."),
        ("How long are the records of interns kept?", "The records of managers are kept for ten years."),
    ],
)
def test_nothing_that_answers(question: str, text: str) -> None:
    reply = composed(question, passage(text))
    assert reply == NOT_IN_CONTEXT
    assert form(reply) == (Verdict.NOT_IN_CONTEXT, Insufficient())


def test_no_passage_no_answer() -> None:
    assert composed(KEPT) == NOT_IN_CONTEXT


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("How many years are records kept?", "Records are kept for ten years.", "Records are kept for seven years."),
        ("Is alcohol reimbursed?", "Alcohol is reimbursed.", "Alcohol is not reimbursed."),
        ("How much may a hotel cost?", "A hotel may cost up to 140 EUR.", "A hotel may cost up to 160 EUR."),
    ],
)
def test_a_conflict_with_both_sides(question: str, one: str, other: str) -> None:
    sides = two(one, other)
    reply = composed(question, *sides)
    assert sorted(reply.splitlines()) == sorted(["CONFLICT", f"{one} [a/x.md#0]", f"{other} [b/y.md#0]"])
    verdict, evidence = form(reply, *sides)
    assert verdict is Verdict.CONFLICT and isinstance(evidence, Conflicting)


def test_a_conflict_has_at_most_four_sides() -> None:
    sides = [passage(f"Records are kept for {n} years.", f"{n}.md") for n in range(3, 9)]
    assert len(composed(KEPT, *sides).splitlines()) <= 5


@pytest.mark.parametrize("other", ["Records are kept for 120 months.", "We keep records for ten years."])
def test_no_conflict_where_both_say_the_same(other: str) -> None:
    assert not composed(KEPT, *two("Records are kept for ten years.", other)).startswith("CONFLICT")


@pytest.mark.parametrize("changes", [{"authority": 2}, {"amends": ("a/x.md",)}])
def test_the_higher_standing_is_quoted_alone(changes: dict[str, object]) -> None:
    low, high = two("Records are kept for ten years.", "Records are kept for seven years.", **changes)
    for order in ((low, high), (high, low)):
        assert composed(KEPT, *order) == "Records are kept for seven years. [b/y.md#0]"


def test_readings_where_each_speaks_of_a_case_of_its_own() -> None:
    one = passage("Employees get 30 days of annual leave.", "hr/g.md", title="Leave in Germany")
    other = passage("Employees get 26 days of annual leave.", "hr/p.md", title="Leave in Poland")
    reply = composed("How many days of annual leave do employees get?", one, other)
    assert reply.splitlines()[0].startswith("AMBIGUOUS: ")
    assert sorted(reply.splitlines()[1:]) == ["Germany [hr/g.md#0]", "Poland [hr/p.md#0]"]
    verdict, evidence = form(reply, one, other)
    assert verdict is Verdict.AMBIGUOUS and isinstance(evidence, Ambiguous)


def test_no_reading_is_offered_where_the_question_names_the_case() -> None:
    one = passage("Employees get 30 days of annual leave.", "hr/g.md", title="Leave in Germany")
    other = passage("Employees get 26 days of annual leave.", "hr/p.md", title="Leave in Poland")
    reply = composed("How many days of annual leave do employees in Poland get?", one, other)
    assert reply == "Employees get 26 days of annual leave. [hr/p.md#0]"


def test_the_rule_before_the_special_case_that_nobody_asked_for() -> None:
    rule, special = two("Employees get 25 days of leave.", "Employees on probation get 12 days of leave.")
    for order in ((rule, special), (special, rule)):
        assert composed("How many days of leave do employees get?", *order).startswith("Employees get 25 days")


@pytest.mark.parametrize(
    ("replies", "reply"),
    [
        ([("A?", "a [x#0]")], "a [x#0]"),
        ([("A?", NOT_IN_CONTEXT)], NOT_IN_CONTEXT),
        ([("A?", "a [x#0]"), ("B?", "b [y#0]")], "a [x#0]\nb [y#0]"),
        ([("A?", "a [x#0]"), ("B?", "a [x#0]")], "a [x#0]"),
        ([("A?", "a [x#0]"), ("what is B?", NOT_IN_CONTEXT)], "a [x#0]\nMISSING: what is B"),
        ([("A?", NOT_IN_CONTEXT), ("B?", "b [y#0]"), ("C?", NOT_IN_CONTEXT)], "b [y#0]\nMISSING: A; C"),
        ([("A?", NOT_IN_CONTEXT), ("B?", NOT_IN_CONTEXT)], NOT_IN_CONTEXT),
        ([("A?", "a [x#0]"), ("B?", "CONFLICT\nb [y#0]\nc [z#0]")], "CONFLICT\nb [y#0]\nc [z#0]"),
        ([("A?", "AMBIGUOUS: which?\nb [y#0]\nc [z#0]"), ("B?", "b [y#0]")], "AMBIGUOUS: which?\nb [y#0]\nc [z#0]"),
    ],
)  # fmt: skip
def test_the_parts_of_a_question_are_joined(replies: list[tuple[str, str]], reply: str) -> None:
    assert joined(replies) == reply
