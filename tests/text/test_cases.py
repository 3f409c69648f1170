from __future__ import annotations

import pytest

from bot.text.cases import is_case, sets_of
from bot.text.terms import terms


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("interns", True),
        ("part-time", True),
        ("apprentice", True),
        ("family", True),
        ("Enterprise", True),
        ("in Germany", True),
        ("records", False),
        ("hotel", False),
        ("reimbursement", False),
    ],
)
def test_kinds_of_people_places_and_things(text: str, case: bool) -> None:
    assert any(is_case(term) for term in terms(text)) is case


@pytest.mark.parametrize(
    ("one", "other", "alternatives"),
    [
        ("interns", "apprentices", True),
        ("interns", "an intern", True),
        ("employee-only", "family", True),
        ("full-time", "part-time", True),
        ("domestic", "international", True),
        ("critical", "low", True),
        ("interns", "weekend", False),
        ("records", "hotels", False),
    ],
)
def test_alternatives(one: str, other: str, alternatives: bool) -> None:
    assert bool(sets_of(terms(one)) & sets_of(terms(other))) is alternatives


def test_no_case_no_set() -> None:
    assert sets_of(()) == frozenset()
