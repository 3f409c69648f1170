from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.domain.documents import Passage
from bot.text.meaning import Meaning
from bot.text.ranking import COMPARED_BY_MEANING, Ranked, in_context, is_rival, rank
from tests.fakes.embedder import BagOfStems
from tests.stages.builders import asked_over, passage

WEIGHTS = {"coverage": 4.4, "own": 2.1, "meaning": 12.4, "fits": 2.4, "met": 4.4, "entity_missing": -6.3}


def ranked(question: str, *passages: Passage, weights: dict[str, float] | None = None) -> list[Ranked]:
    asked, weighted = asked_over(question, passages)
    return rank(asked, weighted, passages, weights or WEIGHTS, Meaning(BagOfStems(256)).cosines)


def texts(found: Sequence[Ranked]) -> list[str]:
    return [one.stated.fact.text for one in found]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How long are records kept?", "Records are kept for ten years."),
        ("Who approves records?", "Records are approved by the archivist team."),
        ("What does a copy of a record cost?", "A copy of a record costs 4 EUR."),
    ],
)
def test_the_fact_that_answers_comes_first(question: str, first: str) -> None:
    of = passage(
        "Records are kept for ten years. Records are approved by the archivist team. A copy of a record costs 4 EUR."
    )
    assert texts(ranked(question, of))[0] == first


def test_every_fact_is_ranked_once_best_first() -> None:
    one, two = passage("A is 1 EUR. B is 2 EUR.", "a.md"), passage("Item | Price\nC | 3 EUR\nD | 4 EUR", "b.md")
    found = ranked("What is the price of C?", one, two)
    assert sorted(texts(found)) == ["A is 1 EUR.", "B is 2 EUR.", "Item: C; Price: 3 EUR", "Item: D; Price: 4 EUR"]
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert texts(found)[0] == "Item: C; Price: 3 EUR"


def test_an_earlier_passage_wins_a_tie() -> None:
    one, two = passage("The fee is 5 EUR.", "b.md"), passage("The fee is 5 EUR.", "a.md")
    alike = ranked("What is the fee?", one, two, weights={"coverage": 1.0})
    assert [r.stated.passage.source.id for r in alike] == ["b.md", "a.md"]


def test_only_the_best_by_words_are_compared_by_meaning() -> None:
    asked_for: list[int] = []

    def meanings(_: str, found: Sequence[str]) -> Sequence[float]:
        asked_for.append(len(found))
        return [0.5] * len(found)

    many = [passage(f"The fee for item {n} is {n} EUR.", f"{n}.md") for n in range(40)]
    asked, weighted = asked_over("What is the fee for item 7?", many)
    found = rank(asked, weighted, many, WEIGHTS, meanings)
    assert asked_for == [COMPARED_BY_MEANING] and len(found) == 40
    assert sum(one.meaning > 0 for one in found) == COMPARED_BY_MEANING


def test_nothing_to_rank() -> None:
    assert ranked("What is the fee?") == []


def test_a_fact_is_compared_with_its_heading() -> None:
    of = passage("It is 5 EUR.", title="Fees", headings=("Fees", "Express"))
    assert in_context(ranked("What is it?", of)[0].stated) == "Express\nIt is 5 EUR."
    assert in_context(ranked("What is it?", passage("It is 5 EUR.", title="Fees"))[0].stated) == "Fees\nIt is 5 EUR."


@pytest.mark.parametrize(
    ("question", "other", "rival"),
    [
        ("How long are records kept?", "Records are kept for seven years.", True),
        ("How long are records kept?", "Parking is free.", False),
        ("How long are records kept?", "Records are kept in Berlin.", False),  # no length of time
        ("How long are records kept in Germany?", "Records in Poland are kept for seven years.", False),
        ("How long are the records of interns kept?", "The records of managers are kept for seven years.", False),
    ],
)
def test_rivals(question: str, other: str, rival: bool) -> None:
    own = question.replace("How long are", "The").replace("The records kept", "Records are kept").rstrip("?")
    best = passage(own.replace("kept", "are kept") + " for ten years.", "a.md")
    found = ranked(question, best, passage(other, "b.md"))
    first, second = sorted(found, key=lambda one: one.stated.passage.id)
    assert is_rival(first, second) is rival
    assert not is_rival(first, first)
