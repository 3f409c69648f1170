from __future__ import annotations

import pytest

from bot.domain.documents import Passage
from bot.stages.probe import SHOWN, speaking
from bot.stages.rewrite import rewrite
from bot.text.asked import read
from tests.stages.builders import candidate, passage

QUESTION = "How many days of leave do contractors get?"


def found(question: str, *passages: Passage) -> list[str]:
    return [one.source.id for one in speaking(read(question), [candidate(one) for one in passages])]


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("Contractors get 12 days of leave.", True),
        ("Contractors are given twelve days of annual leave.", True),
        ("Contractors get leave.", False),  # not the kind of answer sought
        ("Employees are paid monthly on day 25.", False),
        ("Hotels cost at most 140 EUR.", False),
    ],
)
def test_speaks_only_what_answers(text: str, speaks: bool) -> None:
    assert bool(found(QUESTION, passage(text))) is speaks


def test_a_name_that_is_not_covered_silences() -> None:
    assert not found("How many days of leave do I get in France?", passage("In Germany you get 25 days of leave."))


def test_one_a_document_best_first_and_few() -> None:
    full = passage("Contractors get 12 days of leave.", "b.md")
    twice = passage("Contractors get 12 days of leave a year.", "b.md", offset=80)
    many = [passage(f"Contractors get {n} days of leave.", f"c{n}.md") for n in range(6)]
    documents = found(QUESTION, twice, full, *many)
    assert len(documents) == len(set(documents)) == SHOWN


def test_nothing_at_hand() -> None:
    assert found(QUESTION) == []


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much vacation do I get?", {"vacation", "leav", "holiday"}),
        ("Is the gym paid?", {"gym", "fit"}),
        ("What about it?", {"What about it?"}),
    ],
)
def test_rewrite_adds_the_other_words(question: str, words: set[str]) -> None:
    text = rewrite(read(question))
    assert words <= {text, *text.split()}
