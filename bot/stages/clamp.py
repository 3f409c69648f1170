"""Clamp: keep ranks until the token budget is spent. What is dropped is a suffix of the ranking, never a gap in it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.decisions import Policy
from bot.domain.retrieval import Hit
from bot.stages.render import block
from bot.text.estimate import estimate_tokens


def clamp(hits: Sequence[Hit], policy: Policy) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """(kept, dropped). Stops at the first passage that doesn't fit; a lower rank never takes its place."""
    spent = 0
    for position, hit in enumerate(hits[: policy.max_passages]):
        spent += estimate_tokens(block(hit.passage))
        if spent > policy.token_budget:
            return tuple(hits[:position]), tuple(hits[position:])
    return tuple(hits[: policy.max_passages]), tuple(hits[policy.max_passages :])
