from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.stages.spell import spell
from tests.stages.builders import passage

AT_HAND = [
    passage(
        "A customer asks for a refund within 45 days. Passwords have 14 characters. "
        "The Fieldsync connector synchronises every 10 minutes. Subscriptions are annual.",
        title="Warehouse",
        headings=("Acknowledgement",),
    )
]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("When can a custommer ask?", "When can a customer ask?"),
        ("Is a refnud possible?", "Is a refund possible?"),
        ("How long are paswords?", "How long are passwords?"),
        ("anual subscriptons", "annual subscriptions"),
        ("Warehuose?", "Warehouse?"),  # in a title
        ("how is acknowledgemnt given", "how is acknowledgement given"),  # in a heading
        ("Custommer and refnud", "Customer and refund"),
    ],
)
def test_slips_are_mended_towards_the_words_at_hand(text: str, mended: str) -> None:
    assert spell(text, AT_HAND) == mended


@pytest.mark.parametrize(
    "text",
    [
        "When can a customer ask for a refund?",
        "Is jury duty paid?",  # words of the language, in no passage
        "Who audits Zorblatt?",  # a name with nothing near it
        "What does POL-031 say?",
        "What does EX12b cost?",
        "Is the XQZTW approved?",  # an acronym
        "How many day is it?",  # short
        "",
        "???",
        "Wie lange dauert die Kündigungsfrist?",
    ],
)
def test_nothing_else_is_touched(text: str) -> None:
    assert spell(text, AT_HAND) == text


def test_a_british_word_is_no_slip() -> None:
    assert (
        spell("Who pays for winter tyres?", [passage("There are three types of cars.")]) == "Who pays for winter tyres?"
    )


def test_without_passages_only_known_words_are_at_hand() -> None:
    assert spell("When can a custommer ask?", []) in ("When can a customer ask?", "When can a custommer ask?")
    assert spell("xqzzy wqrtz", []) == "xqzzy wqrtz"


@given(st.text(max_size=60))
def test_never_fails_and_mends_nothing_twice(text: str) -> None:
    once = spell(text, AT_HAND)
    assert spell(once, AT_HAND) == once
