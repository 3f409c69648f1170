"""Runs a sentence encoder in ONNX: port `Embedder` over a model file and a tokenizer file.

Where the model comes from is the business of `minilm.py` and `folder.py`. Every text is run by itself: an int8 model
takes its scales from the whole batch, so that in a batch a vector would depend on its neighbours, and incremental
ingest would not give what a fresh one gives. Several texts are run at once instead, each on a core of its own: two
cores on one short text gain nothing.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bot.domain.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np

Pooling = Literal["mean", "cls"]
QUERIES_KEPT = 1_024


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderSpec:
    name: str  # two with one name give equal vectors
    dimension: int
    model: Path
    tokenizer: Path
    max_tokens: int = 256  # what is longer is cut
    pooling: Pooling = "mean"  # for a model that returns a vector a token; one that returns one a text is left alone
    query_prefix: str = ""
    passage_prefix: str = ""
    threads: int = 0  # texts run at once, a core each; 0: two, or one where there is one core


class OnnxEmbedder:
    """Loads on first use; may be called from several threads."""

    def __init__(self, spec: EncoderSpec) -> None:
        self._spec = spec
        self._loading = threading.Lock()
        self._query = lru_cache(maxsize=QUERIES_KEPT)(self._embed_query)

    @property
    def name(self) -> str:
        return self._spec.name

    @property
    def dimension(self) -> int:
        return self._spec.dimension

    def passages(self, texts: Sequence[str]) -> list[list[float]]:
        prefixed = [self._spec.passage_prefix + text for text in texts]
        if len(prefixed) < 2:
            return [self._embed(text) for text in prefixed]
        with self._loading:
            workers = self._workers
        return list(workers.map(self._embed, prefixed))

    def query(self, text: str) -> list[float]:
        return list(self._query(text))

    def _embed_query(self, text: str) -> tuple[float, ...]:
        return tuple(self._embed(self._spec.query_prefix + text))

    def _embed(self, text: str) -> list[float]:
        import numpy as np

        with self._loading:  # cached_property takes no lock of its own
            tokenizer, session = self._tokenizer, self._session
        # Half a surrogate pair, as JSON may carry, is no text to the tokenizer
        encoded = tokenizer.encode(text.encode(errors="replace").decode())
        inputs = {
            "input_ids": np.array([encoded.ids], dtype=np.int64),
            "attention_mask": np.array([encoded.attention_mask], dtype=np.int64),
            "token_type_ids": np.array([encoded.type_ids], dtype=np.int64),
        }
        wanted = {put.name for put in session.get_inputs()}
        output = session.run(None, {name: value for name, value in inputs.items() if name in wanted})[0]
        return [float(x) for x in self._unit(output)]

    def _unit(self, output: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """One text's output, (1, tokens, dimension) or (1, dimension), as a unit vector."""
        import numpy as np

        vector = output[0]
        if vector.ndim == 2:
            vector = vector[0] if self._spec.pooling == "cls" else vector.mean(axis=0)
        return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12))

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        try:
            tokenizer = Tokenizer.from_file(str(self._spec.tokenizer))
        except Exception as error:  # the library raises plain Exception
            raise ConfigError(
                f"cannot read {self._spec.tokenizer}: {error}", "give a folder with a tokenizer.json"
            ) from error
        tokenizer.no_padding()  # some files pad every text to a fixed length
        tokenizer.enable_truncation(self._spec.max_tokens)
        return tokenizer

    @cached_property
    def _session(self) -> Any:
        return _session(self._spec.model)

    @cached_property
    def _workers(self) -> ThreadPoolExecutor:
        threads = self._spec.threads or min(2, os.cpu_count() or 1)
        return ThreadPoolExecutor(threads, thread_name_prefix="embed")


def output_width(model: Path) -> int:
    """The dimension of what a model returns. Raises ConfigError where it doesn't say."""
    width = _session(model).get_outputs()[0].shape[-1]
    if not isinstance(width, int):
        raise ConfigError(f"{model} doesn't say how long its vectors are", "export it with a fixed last dimension")
    return width


def _session(model: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors
    try:
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its exceptions share no base but Exception
        raise ConfigError(f"cannot load {model}: {error}", "give a folder with a model.onnx") from error
