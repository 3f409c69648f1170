"""An embedding model without a model: texts that share words are near each other."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from bot.text.tokens import tokens


class BagOfStems:
    """Every stem points in a direction of its own (as far as the dimensions go); a text is the sum of its stems."""

    def __init__(self, dimension: int = 64, name: str = "bag-of-stems") -> None:
        self._dimension, self._name = dimension, name

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimension(self) -> int:
        return self._dimension

    def passages(self, texts: Sequence[str]) -> list[list[float]]:
        return [self.query(text) for text in texts]

    def query(self, text: str) -> list[float]:
        total = [0.0] * self._dimension
        for stem in sorted({token.stem for token in tokens(text)}):
            digest = hashlib.sha256(stem.encode()).digest()
            total[int.from_bytes(digest[:4]) % self._dimension] += 1.0 if digest[4] % 2 else -1.0
        length = math.sqrt(sum(x * x for x in total))
        if not length:
            return [1.0] + [0.0] * (self._dimension - 1)
        return [x / length for x in total]
