from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.estimate import estimate_tokens


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        (" ", 1, 1),
        ("Employees who work full time get 25 days of annual leave per calendar year.", 16, 30),
        ("Zaměstnanci mají nárok na dovolenou 25 dnů.", 15, 30),
        ("従業員は年間25日の休暇", 10, 20),
        ("Plan | 1,000.50 EUR | 30%", 10, 20),
        ("x" * 4_000, 1_000, 1_200),
    ],
)
def test_guesses(text: str, least: int, most: int) -> None:
    assert least <= estimate_tokens(text) <= most


@given(st.text(), st.text())
def test_parts_added_up_are_never_below_the_whole(one: str, other: str) -> None:
    whole = estimate_tokens(one + other)
    assert len(one + other) / 4 <= whole <= estimate_tokens(one) + estimate_tokens(other)
    assert whole >= estimate_tokens(one)
