"""Embedding models behind port `Embedder`: the one that comes with the product, a folder of ONNX, others by name."""

from __future__ import annotations

from pathlib import Path

from bot.domain.errors import ConfigError
from bot.domain.ports import Embedder

BUNDLED = "minilm-l6-int8"
FASTEMBED = "fastembed:"


def open_embedder(name: str, home: Path, *, threads: int = 0) -> Embedder:
    """`minilm-l6-int8`, the path of a folder with an ONNX model, or `fastembed:MODEL`.

    Raises ConfigError, with what to do, for anything that can't be opened.
    """
    # Imported here: a command pays only for what it uses
    if name == BUNDLED:
        from bot.embeddings.minilm import open_minilm

        return open_minilm(home, threads=threads)
    if name.startswith(FASTEMBED):
        from bot.embeddings.fastembed import open_fastembed

        return open_fastembed(name.removeprefix(FASTEMBED), home, threads=threads)
    if Path(name).is_dir():
        from bot.embeddings.folder import open_folder

        return open_folder(Path(name), threads=threads)
    raise ConfigError(
        f"there is no embedding model {name!r}", f"use `{BUNDLED}`, the path of a folder or `{FASTEMBED}MODEL`"
    )
