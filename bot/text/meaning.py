"""Meaning: how close a question and a text are by their vectors. Remembers the texts it was asked about last."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence
from operator import mul
from threading import Lock

from bot.domain.ports import Embedder

KEPT = 16_384  # vectors: about 50 MB at 384 dimensions


class Meaning:
    """Called from threads: a model's and the assistant's own."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: OrderedDict[str, array[float]] = OrderedDict()
        self._lock = Lock()

    @property
    def name(self) -> str:
        """Of the embedding model."""
        return self._embedder.name

    def cosines(self, question: str, texts: Sequence[str]) -> list[float]:
        """The cosine of the question and each text, −1 … 1. Vectors are of length one."""
        if not texts:
            return []
        asked = self._embedder.query(question)
        return [sum(map(mul, asked, vector)) for vector in self._of(texts)]

    def _of(self, texts: Sequence[str]) -> list[array[float]]:
        with self._lock:
            found = {text: self._vectors[text] for text in texts if text in self._vectors}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        made = self._embedder.passages(new) if new else []
        found |= {text: array("d", vector) for text, vector in zip(new, made, strict=True)}
        with self._lock:
            self._vectors.update(found)
            while len(self._vectors) > KEPT:
                self._vectors.popitem(last=False)
        return [found[text] for text in texts]
