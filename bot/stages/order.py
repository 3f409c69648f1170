"""Order: the passages that were kept, best last, next to the question. Only ever after clamp."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.documents import Passage
from bot.domain.retrieval import Hit


def order(kept: Sequence[Hit]) -> tuple[Passage, ...]:
    return tuple(hit.passage for hit in reversed(kept))
