from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.followups import asks, continues, standalone

LEAVE = "How many days of leave do I get?"


@pytest.mark.parametrize(
    ("text", "previous", "expected"),
    [
        ("and for Germany?", "How many days of leave do I get in Poland?",
         "How many days of leave do I get in Germany?"),
        ("and for Germany?", LEAVE, "How many days of leave do I get for Germany?"),
        ("Germany?", LEAVE, "How many days of leave do I get for Germany?"),
        ("in Germany", LEAVE, "How many days of leave do I get in Germany?"),
        ("what about contractors?", "How many days of leave do employees get?",
         "How many days of leave do contractors get?"),
        ("for part-timers?", "How many days do full-time employees get?", "How many days do part-timers get?"),
        ("same for interns", "How many days of leave do employees get?", "How many days of leave do interns get?"),
        ("What about the Business plan?", "What is the price of the Team plan?",
         "What is the price of the Business plan?"),
        ("how about Enterprise?", "What does the Team plan cost?", "What does the Enterprise plan cost?"),
        ("What about sick leave?", "How many days of annual leave do I get?", "How many days of sick leave do I get?"),
        ("and in 2024?", "What was the limit in 2023?", "What was the limit in 2024?"),
        ("and in 2023?", LEAVE, "How many days of leave do I get in 2023?"),
        ("and 10 seats?", "What does it cost for 5 seats?", "What does it cost for 10 seats?"),
        ("and what if I'm sick?", "Can I carry over leave?", "Can I carry over leave if I'm sick?"),
        ("does it carry over?", LEAVE, "does it carry over (days leave)?"),
        ("And is it taxed?", "What is the mileage rate?", "is it taxed (mileage rate)?"),
        ("who approves that?", "What is the limit for hotels in Berlin?",
         "who approves that (limit hotels Berlin)?"),
        ("How long?", "Is there parental leave?", "How long (parental leave)?"),
        ("and?", LEAVE, LEAVE),
    ],
)  # fmt: skip
def test_a_follow_up_made_to_stand_alone(text: str, previous: str, expected: str) -> None:
    assert continues(text)
    assert standalone(text, previous) == expected


@pytest.mark.parametrize(
    "text",
    [
        "What is the dress code?",
        "How many sick days are there?",
        "And how many sick days are there?",
        "What is the limit for hotels in Berlin?",
        "Is overtime paid on public holidays?",
        "Parental leave policy",
        "In Germany, how many days of leave do I get?",
    ],
)
def test_a_question_of_its_own(text: str) -> None:
    assert not continues(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How long is it?", True),
        ("Germany?", True),
        ("“Can I go?”", True),
        ("is it paid", True),
        ("Germany", False),
        ("the first one", False),
    ],
)
def test_asks(text: str, expected: bool) -> None:
    assert asks(text) is expected


@given(st.text(max_size=60), st.text(max_size=60))
def test_never_raises(text: str, previous: str) -> None:
    continues(text)
    asks(text)
    assert isinstance(standalone(text, previous), str)
