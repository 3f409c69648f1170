from __future__ import annotations

import pytest

from bot.domain.prompts import Usage
from bot.models.claude import DEFAULT_MODEL
from bot.models.pricing import PRICES, Tokens, add, cost


@pytest.mark.parametrize(
    ("model", "tokens", "expected"),
    [
        ("claude-sonnet-4-5", Tokens(fresh=1_000_000), 3.0),
        ("claude-sonnet-4-5-20250929", Tokens(output=1_000_000), 15.0),
        ("claude-haiku-4-5", Tokens(cache_write=1_000_000, cache_read=1_000_000), 1.35),
        ("claude-haiku-5-5", Tokens(fresh=100_000), 0.01),
        ("claude-haiku-5-5", Tokens(fresh=100_000, cache_read=1), None),
        ("claude-sonnet-4-5", Tokens(), 0.0),
        ("claude-sonnet-9", Tokens(fresh=1), None),
        ("claude-sonnet-4-5-latest", Tokens(fresh=1), None),
        ("", Tokens(), None),
    ],
)
def test_cost(model: str, tokens: Tokens, expected: float | None) -> None:
    found = cost(model, tokens)
    assert found is None if expected is None else found == pytest.approx(expected)


def test_the_default_model_has_a_price() -> None:
    assert DEFAULT_MODEL in PRICES


def test_a_sum_with_an_unknown_cost_is_unknown() -> None:
    known, unknown = Usage(input_tokens=1, cost_usd=0.5), Usage(input_tokens=2)
    assert add(known, known) == Usage(input_tokens=2, cost_usd=1.0)
    assert add(known, unknown) == Usage(input_tokens=3)
