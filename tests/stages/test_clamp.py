from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.decisions import Policy
from bot.domain.retrieval import Hit
from bot.stages.clamp import clamp
from tests.stages.builders import hit, passage

hits = st.lists(st.integers(0, 120), max_size=8).map(
    lambda sizes: [hit(passage("word " * size, f"{n}.md"), n) for n, size in enumerate(sizes, start=1)]
)


@given(hits, st.integers(0, 500), st.integers(0, 10))
def test_what_is_dropped_is_a_suffix_of_the_ranking(given: list[Hit], budget: int, most: int) -> None:
    kept, dropped = clamp(given, Policy(token_budget=budget, max_passages=most))
    assert [*kept, *dropped] == given
    assert len(kept) <= most


@given(hits)
def test_a_larger_budget_keeps_at_least_as_much(given: list[Hit]) -> None:
    sizes = [len(clamp(given, Policy(token_budget=budget))[0]) for budget in (0, 50, 100, 200, 400, 10_000)]
    assert sizes == sorted(sizes)
    assert sizes[0] == 0 and sizes[-1] == len(given)


def test_a_small_passage_never_takes_the_place_of_a_higher_one() -> None:
    given = [hit(passage("word " * 300, "long.md"), 1), hit(passage("short", "short.md"), 2)]
    kept, dropped = clamp(given, Policy(token_budget=100))
    assert kept == () and dropped == tuple(given)
