"""What a reply cost, at list prices: USD per million tokens, as published in October 2026. Knows no discounts.

A model that is not in the table costs None, never 0: an unknown cost must not look like a free one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.domain.prompts import Usage


@dataclass(frozen=True, slots=True)
class Price:
    input: float
    output: float
    cache_write: float  # five minutes' keeping, the only kind asked for
    cache_read: float
    up_to: int | None = None  # tokens in the prompt up to which these prices hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """As one reply reports them. The three kinds of input are counted apart."""

    fresh: int = 0
    cache_write: int = 0
    cache_read: int = 0
    output: int = 0


PRICES = {
    "claude-haiku-5-5": Price(0.10, 0.50, 0.125, 0.01, up_to=100_000),
    "claude-haiku-4-5": Price(1.00, 5.00, 1.25, 0.10),
    "claude-sonnet-5-5": Price(2.00, 10.00, 2.50, 0.10),
    "claude-sonnet-5": Price(2.00, 10.00, 2.50, 0.20),
    "claude-sonnet-4-6": Price(3.00, 15.00, 3.75, 0.30),
    "claude-sonnet-4-5": Price(3.00, 15.00, 3.75, 0.30),
    "claude-opus-5-5": Price(4.00, 20.00, 5.00, 0.20),
    "claude-opus-5": Price(5.00, 25.00, 6.25, 0.50),
    "claude-opus-4-8": Price(5.00, 25.00, 6.25, 0.50),
    "claude-opus-4-7": Price(5.00, 25.00, 6.25, 0.50),
    "claude-opus-4-6": Price(5.00, 25.00, 6.25, 0.50),
    "claude-opus-4-5": Price(5.00, 25.00, 6.25, 0.50),
}
_DATED = re.compile(r"-20\d{6}$")


def usage(model: str, tokens: Tokens) -> Usage:
    """`input_tokens` is the whole prompt, `cached_tokens` the part of it that was read from the cache."""
    return Usage(
        input_tokens=tokens.fresh + tokens.cache_write + tokens.cache_read,
        output_tokens=tokens.output,
        cached_tokens=tokens.cache_read,
        cost_usd=cost(model, tokens),
    )


def cost(model: str, tokens: Tokens) -> float | None:
    price = PRICES.get(_DATED.sub("", model))
    if price is None:
        return None
    if price.up_to is not None and tokens.fresh + tokens.cache_write + tokens.cache_read > price.up_to:
        return None
    total = (
        tokens.fresh * price.input
        + tokens.cache_write * price.cache_write
        + tokens.cache_read * price.cache_read
        + tokens.output * price.output
    )
    return total / 1_000_000


def add(one: Usage, other: Usage) -> Usage:
    """Two requests for one draft: both are paid for."""
    known = one.cost_usd is not None and other.cost_usd is not None
    return Usage(
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cached_tokens=one.cached_tokens + other.cached_tokens,
        cost_usd=(one.cost_usd or 0.0) + (other.cost_usd or 0.0) if known else None,
    )
