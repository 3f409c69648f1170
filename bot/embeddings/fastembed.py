"""Other embedding models by name, by way of the library `fastembed`, which fetches their weights over the network."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from bot.domain.errors import ConfigError

INSTALL = "pip install 'saywhy[fastembed]'"
BATCH = 8
QUERIES_KEPT = 1_024


class FastEmbedder:
    """Port `Embedder` over one of fastembed's text models. Prefixes are the library's business."""

    def __init__(self, name: str, model: Any, dimension: int) -> None:
        self._name, self._model, self._dimension = name, model, dimension
        self._query = lru_cache(maxsize=QUERIES_KEPT)(self._embed_query)

    @property
    def name(self) -> str:
        return f"fastembed:{self._name}"

    @property
    def dimension(self) -> int:
        return self._dimension

    def passages(self, texts: Sequence[str]) -> list[list[float]]:
        return [_unit(vector) for vector in self._model.passage_embed(list(texts), batch_size=BATCH)]

    def query(self, text: str) -> list[float]:
        return list(self._query(text))

    def _embed_query(self, text: str) -> tuple[float, ...]:
        return tuple(_unit(next(iter(self._model.query_embed(text)))))


def open_fastembed(name: str, home: Path, *, threads: int = 0) -> FastEmbedder:
    """Fetches the weights into `home` once. Raises ConfigError without the library or the model."""
    try:
        text_embedding = importlib.import_module("fastembed").TextEmbedding
    except ImportError as error:
        raise ConfigError("the library fastembed is not installed", f"run `{INSTALL}`") from error
    try:
        model = text_embedding(name, cache_dir=str(home / "models" / "fastembed"), threads=threads or None)
    except Exception as error:  # unknown name, no network, damaged download: each is another type
        raise ConfigError(f"fastembed can't open {name!r}: {error}", "check the name and the network") from error
    return FastEmbedder(name, model, len(next(iter(model.query_embed("dimension")))))


def _unit(vector: Iterable[float]) -> list[float]:
    values = [float(x) for x in vector]
    length = max(sum(x * x for x in values) ** 0.5, 1e-12)
    return [x / length for x in values]
