from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.stages.order import order
from tests.stages.builders import hit, passage


@given(st.lists(st.integers(0, 99), max_size=12, unique=True))
def test_order_only_turns_round_so_that_the_best_comes_last(numbers: list[int]) -> None:
    passages = [passage("text", f"{n}.md") for n in numbers]
    assert order([hit(one, rank) for rank, one in enumerate(passages, start=1)]) == tuple(passages[::-1])
