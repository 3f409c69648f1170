"""An embedding model of one's own: a folder with `model.onnx`, `tokenizer.json` and, optionally, `config.json`.

Of `config.json` it reads `pooling` (`mean` or `cls`), `query_prefix`, `passage_prefix` and `max_tokens`; whatever else
stands there (an exported model has a `config.json` of its own) is left alone.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from bot.domain.errors import ConfigError
from bot.embeddings.encoder import EncoderSpec, OnnxEmbedder, output_width

MODEL, TOKENIZER, CONFIG = "model.onnx", "tokenizer.json", "config.json"
_NEEDED = "give a folder with `model.onnx` and `tokenizer.json`"


def open_folder(folder: Path, *, threads: int = 0) -> OnnxEmbedder:
    """Raises ConfigError for a folder that holds no usable model."""
    for name in (MODEL, TOKENIZER):
        if not (folder / name).is_file():
            raise ConfigError(f"{folder} has no {name}", _NEEDED)
    config = _config(folder / CONFIG)
    spec = EncoderSpec(
        name=f"{folder.name}@{_digest(folder, config)}",
        dimension=output_width(folder / MODEL),
        model=folder / MODEL,
        tokenizer=folder / TOKENIZER,
        threads=threads,
        **config,
    )
    return OnnxEmbedder(spec)


def _config(path: Path) -> dict[str, Any]:
    """The known keys, checked."""
    try:
        found = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    except ValueError as error:
        raise ConfigError(f"{path} is not JSON: {error}", "mend or remove it") from error
    kinds = {"pooling": str, "query_prefix": str, "passage_prefix": str, "max_tokens": int}
    config = {key: found[key] for key in kinds if key in found}
    wrong = [key for key, value in config.items() if not isinstance(value, kinds[key])]
    if wrong or config.get("pooling", "mean") not in ("mean", "cls"):
        raise ConfigError(f"{path}: {', '.join(wrong) or 'pooling'} can't be that", "`pooling` is `mean` or `cls`")
    return config


def _digest(folder: Path, config: dict[str, Any]) -> str:
    """Two with one name give equal vectors, so the name follows everything they are made from."""
    digest = hashlib.sha256(json.dumps(config, sort_keys=True).encode())
    for name in (MODEL, TOKENIZER):
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()[:12]
