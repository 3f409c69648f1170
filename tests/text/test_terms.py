from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.terms import EMPTY, bag, other_words, terms


def texts(text: str) -> list[str]:
    return [term.text for term in terms(text)]


def entities(text: str) -> list[str]:
    return [term.text for term in terms(text) if term.entity]


def countries(text: str) -> list[str]:
    return [concept for term in terms(text) for concept in sorted(term.concepts) if concept.startswith("country:")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who is the IT contact?", ["IT", "contact"]),
        ("How many days in NO?", ["days", "NO"]),
        ("Does WHO guidance apply?", ["WHO", "guidance", "apply"]),
        ("Who approves it?", ["approves"]),
        ("WHO approves it?", ["approves"]),  # capitals for emphasis
        ("no smoking", ["smoking"]),
        ("What does it do?", []),
        ("Can I work from home?", ["work from home"]),
        ("What is the limit of 5,000?", ["limit"]),
        ("Is version 3.10 in?", ["version", "3.10"]),
        ("What is plan A?", ["plan", "A"]),
        ("Is a plan needed?", ["plan", "needed"]),
        ("年假天数", ["年假", "假天", "天数"]),
        ("lea\u00adve", ["lea\u00adve"]),
    ],
)
def test_the_words_that_carry_the_subject(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in Germany", ["country:germany"]),
        ("in germany", ["country:germany"]),
        ("German staff", ["country:germany"]),
        ("Germany's rules", ["country:germany"]),
        ("the Czech Republic", ["country:czechia"]),
        ("the US office", ["country:united states"]),
        ("the US's office", ["country:united states"]),
        ("U.S. employees", ["country:united states"]),
        ("US-based staff", ["country:united states"]),
        ("UK-based staff", ["country:united kingdom"]),
        ("non-US staff", []),
        ("tell us the rules", []),
        ("the Polish office", ["country:poland"]),
        ("polish the floor", []),
        ("roast turkey", []),
        ("in Turkey", ["country:turkey"]),
    ],
)
def test_countries_and_those_who_live_there(text: str, expected: list[str]) -> None:
    assert countries(text) == expected
    assert len(entities(text)) >= len(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What does POL-017 say?", ["POL-017"]),
        ("Is EX12b needed?", ["EX12b"]),
        ("the Business plan", ["Business"]),
        ("on the Premium plan", ["Premium"]),
        ("Who at Contoso decides?", ["Contoso"]),
        ("Is GDPR met?", ["GDPR"]),
        ("Is it Monday?", []),
        ("Can I ask Support?", []),
        ("What does a Support Engineer earn?", ["Support", "Engineer"]),
        ("How much is it in EUR?", []),
        ("Is it 9-to-5?", []),
        ("WHAT IS THE LEAVE POLICY?", []),
        ("Leave for new parents?", []),
    ],
)
def test_names(text: str, expected: list[str]) -> None:
    assert entities(text) == expected


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("EX12b", "form EX-12b"),
        ("EX-12b", "form EX12b"),
        ("EX-12b", "form EX 12b"),
        ("e-mail", "email"),
        ("ten-seat", "ten seats"),
        ("home office", "home-office"),
        ("IT", "the IT desk"),
        ("US", "our US office"),
        ("Germany", "German staff"),
        ("SLA", "the service level agreement"),
        ("parental", "maternity"),
        ("PTO", "paid time off"),
        ("employees'", "an employee"),
        ("leave", "lea\u00adve"),
        ("年假", "员工的年假有多少天"),
    ],
)
def test_held(asked: str, written: str) -> None:
    assert all(bag(written).holds(term) >= 0.9 for term in terms(asked))


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("POL-017", "POL-031"),
        ("IT", "it is late"),
        ("WHO", "who may go"),
        ("the US", "tell us"),
        ("Germany", "Poland"),
        ("plan A", "a plan B"),
        ("version 3.1", "version 3.10"),
        ("part-time", "full-time"),
        ("年假", "病假"),
    ],
)
def test_not_held(asked: str, written: str) -> None:
    assert not all(bag(written).holds(term) >= 0.9 for term in terms(asked))


def test_other_words() -> None:
    (term,) = terms("vacation")
    assert {"holiday", "leav"} <= set(other_words(term))


hostile = st.text() | st.lists(
    st.sampled_from(["US", "us", "IT", "-", "'s", "’s", "A", "plan", "年假", "\u200b", "3.10", "v", "EX", "12b", " "])
).map("".join)


@given(hostile, hostile)
def test_never_raises_and_stays_in_bounds(text: str, other: str) -> None:
    held = bag(other)
    for term in terms(text):
        assert 0 <= term.start < term.end <= len(text)
        assert term.stems and term.key
        assert 0 <= held.holds(term) <= 1
        assert EMPTY.holds(term) == 0


@given(hostile)
def test_a_text_holds_its_own_terms(text: str) -> None:
    assert all(bag(text).holds(term) >= 0.9 for term in terms(text))
