"""The embedding model that comes with the product: MiniLM-L6 in int8. For English."""

from __future__ import annotations

from pathlib import Path

from bot.embeddings import BUNDLED
from bot.embeddings.build import MODEL, TOKENIZER, built
from bot.embeddings.encoder import EncoderSpec, OnnxEmbedder

DIMENSION = 384


def open_minilm(home: Path, *, threads: int = 0) -> OnnxEmbedder:
    """Builds the model below `home` where it isn't yet (3 s, once). Raises ConfigError without its weights."""
    folder = built(home / "models" / BUNDLED)
    spec = EncoderSpec(
        name=BUNDLED, dimension=DIMENSION, model=folder / MODEL, tokenizer=folder / TOKENIZER, threads=threads
    )
    return OnnxEmbedder(spec)
