from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.parts import parts


@pytest.mark.parametrize(
    "question",
    [
        "How many seats does the Team plan have?",
        "Who approves travel and expenses?",
        "How many days of leave do employees in Germany and Poland get?",
        "What is the fee, if any?",
        "The office is closed. When does it open?",
        "What is the limit for hotels and who?",  # nothing is asked in the second
        "",
        "?",
    ],
)
def test_one_part_is_the_question_itself(question: str) -> None:
    assert parts(question) == (question,)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How long is the notice period, and who approves a transfer?",
         ("How long is the notice period?", "who approves a transfer?")),
        ("How long is the notice period and who approves a transfer?",
         ("How long is the notice period?", "who approves a transfer?")),
        ("How long is the notice period? Who approves a transfer?",
         ("How long is the notice period?", "Who approves a transfer?")),
        ("What does a seat cost, how long is the notice period, and is there a discount for schools?",
         ("What does a seat cost?", "how long is the notice period?", "is there a discount for schools?")),
    ],
)  # fmt: skip
def test_several(question: str, found: tuple[str, ...]) -> None:
    assert parts(question) == found


def test_a_later_part_that_says_it_gets_the_subject_of_the_first() -> None:
    first, second = parts("How many seats come with the Team plan, and what do charities pay for it?")
    assert first == "How many seats come with the Team plan?"
    assert "charities" in second and "Team plan" in second


@given(st.text(max_size=80))
def test_never_fails_and_never_empty(question: str) -> None:
    assert parts(question)
