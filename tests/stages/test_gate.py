from __future__ import annotations

import pytest

from bot.domain.documents import Passage
from bot.domain.evidence import Ambiguous, Insufficient
from bot.stages.fuse import fuse
from bot.stages.gate import ADMINISTRATIVE, Gated, gate
from bot.text.asked import read
from tests.stages.builders import candidate, passage


def gated(question: str, *passages: Passage, similarity: float = 0.5) -> Gated:
    asked = read(question)
    allowed = frozenset(one.source.id for one in passages)
    return gate(asked, fuse(asked, [candidate(one, similarity) for one in passages], allowed))


def left(found: Gated) -> list[str]:
    return sorted(one.passage.source.id for one in found.hits)


def pair(key: str, one: str, other: str, first: str = "one month", second: str = "two months") -> list[Passage]:
    return [
        passage(f"The notice period is {first}.", "a.md", facets={key: one}),
        passage(f"The notice period is {second}.", "b.md", facets={key: other}),
    ]


def test_nothing_found_names_what_was_asked() -> None:
    assert gated("What is the notice period?").evidence == Insufficient(missing=("notice period",))


def test_nothing_that_shares_a_word_or_the_meaning() -> None:
    hotels = passage("Hotels cost at most 140 EUR.")
    assert isinstance(gated("Is jury duty paid?", hotels, similarity=0.1).evidence, Insufficient)
    assert gated("Is jury duty paid?", hotels, similarity=0.6).evidence is None  # other words for it: the model decides


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("How long is the notice period in France?", ("France",)),
        ("How long is the notice period for French staff?", ("French",)),
        ("How long is the notice period on the Enterprise plan?", ("Enterprise",)),
        ("What is the notice period under POL-031?", ("POL-031",)),
        ("How long is the notice period in France under POL-031?", ("France", "POL-031")),
    ],
)
def test_a_name_that_nothing_covers(question: str, missing: tuple[str, ...]) -> None:
    found = gated(question, *pair("country", "Germany", "Poland"), passage("Notice periods: POL-017.", "c.md"))
    assert found.evidence == Insufficient(missing=missing)


@pytest.mark.parametrize(
    "question",
    [
        "How long is the notice period?",
        "HOW LONG IS THE NOTICE PERIOD?",
        "How long is the notice period in months?",
        "What does the notice period cost in EUR?",
        "Is the notice period over by Monday?",
        "How long is the notice period that Support tells me about?",
        "How long is the notice period, says POL-017?",
        "How long is the notice period in form EX12b?",
    ],
)
def test_no_name_is_missing(question: str) -> None:
    text = "The notice period is one month (POL-017, form EX-12b)."
    assert gated(question, passage(text)).evidence is None


def test_an_open_slot_is_asked_for_with_the_readings_at_hand() -> None:
    found = gated("What is the notice period?", *pair("employee_group", "Interns", "Managers")).evidence
    assert isinstance(found, Ambiguous)
    assert found.question == "Which employee group do you mean?"
    assert [(one.label, one.passages) for one in found.readings] == [
        ("Interns", ("a.md#0",)),
        ("Managers", ("b.md#0",)),
    ]


@pytest.mark.parametrize(
    ("question", "key", "one", "other"),
    [
        ("What is the notice period in Germany?", "country", "Germany", "Poland"),
        ("What is the notice period for German staff?", "country", "Germany", "Poland"),
        ("what is the notice period in germany?", "country", "Germany", "Poland"),
        ("What is the notice period on the Team plan?", "plan", "Team", "Business"),
        ("what is the notice period on the team plan?", "plan", "Team", "Business"),
        ("What is the notice period on plan A?", "plan", "A", "B"),
        ("What is the notice period on Plan A?", "plan", "A", "B"),
        ("What is the notice period for 10 seats?", "seats", "10", "20"),
        ("What is the notice period for part-time staff?", "contract", "part-time", "full-time"),
        ("What is the notice period for contractors?", "employment", "contractor", "employee"),
    ],
)
def test_a_named_slot_narrows(question: str, key: str, one: str, other: str) -> None:
    found = gated(question, *pair(key, one, other))
    assert found.evidence is None
    assert left(found) == ["a.md"]
    assert [hit.rank for hit in found.hits] == [1]


def test_two_named_values_keep_both_and_a_general_rule_is_never_ruled_out() -> None:
    rules = [*pair("country", "Germany", "Poland"), passage("The notice period is long.", "c.md")]
    assert left(gated("What is the notice period in Germany and Poland?", *rules)) == ["a.md", "b.md", "c.md"]
    assert left(gated("What is the notice period in Germany?", *rules)) == ["a.md", "c.md"]


def test_an_everyday_word_names_no_plan() -> None:
    assert left(gated("What is the notice period for my team?", *pair("plan", "Team", "Business"))) == ["a.md", "b.md"]


@pytest.mark.parametrize("second", ["one month", "1 month"])
def test_the_same_answer_in_all_asks_nothing(second: str) -> None:
    assert gated("What is the notice period?", *pair("plan", "Team", "Business", "one month", second)).evidence is None


@pytest.mark.parametrize("key", sorted(ADMINISTRATIVE))
def test_administrative_facets_never_ask_and_never_narrow(key: str) -> None:
    found = gated("What is the notice period according to Anna?", *pair(key, "Anna", "Bob"))
    assert found.evidence is None
    assert left(found) == ["a.md", "b.md"]


def test_a_slot_that_only_one_document_has_asks_nothing() -> None:
    rules = [passage("The notice period is one month.", "a.md", facets={"plan": "Team"}), passage("Hotels.", "b.md")]
    assert gated("What is the notice period?", *rules).evidence is None


def test_a_reading_that_was_offered_is_no_name_that_nothing_covers() -> None:
    asked = read("How long is the notice period (Standard) (Zorblatt)?")
    found = fuse(asked, [candidate(passage("The notice period is one month."))], frozenset({"hr/leave.md"}))
    assert gate(asked, found).evidence == Insufficient(missing=("Standard", "Zorblatt"))
    assert gate(asked, found, offered=["Standard rooms", "Zorblatt"]).evidence is None
    assert gate(asked, found, offered=["Standard"]).evidence == Insufficient(missing=("Zorblatt",))
