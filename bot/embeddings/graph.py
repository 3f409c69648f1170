"""The computation of a BERT sentence encoder as an ONNX graph, from its weights alone.

Tokens in, unit vectors out: mean pooling over the attention mask and the L2 norm are part of the graph, so that nobody
outside can pool differently. Knows nothing of files; needs no PyTorch.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from onnx import ModelProto

OPSET = 17  # the first one with LayerNormalization
IR_VERSION = 9
_MASKED = -1e9  # added to the attention of padding: exp() of it is 0

Weights = Mapping[str, "np.ndarray[Any, Any]"]


class _Graph:
    """Collects nodes and constants; every method returns the name of what it made."""

    def __init__(self, weights: Weights) -> None:
        from onnx import helper, numpy_helper

        self._helper, self._numpy = helper, numpy_helper
        self.weights = weights
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def constant(self, name: str, value: Any, dtype: type = np.float32) -> str:
        if name not in self.constants:
            array: np.ndarray[Any, Any] = np.ascontiguousarray(np.asarray(value, dtype=dtype))
            # ascontiguousarray makes a scalar one-dimensional
            self.constants[name] = self._numpy.from_array(array.reshape(np.shape(value)), name)
        return name

    def integers(self, *values: int) -> str:
        return self.constant("i" + "_".join(map(str, values)), list(values), np.int64)

    def op(self, kind: str, *inputs: str, to: str, **attributes: Any) -> str:
        self.nodes.append(self._helper.make_node(kind, list(inputs), [to], name=to, **attributes))
        return to

    def cast(self, x: str, dtype: int, to: str) -> str:
        self.nodes.append(self._helper.make_node("Cast", [x], [to], name=to, to=dtype))
        return to

    def norm(self, x: str, weight: str, epsilon: float, to: str) -> str:
        scale = self.constant(f"{to}.scale", self.weights[f"{weight}.weight"])
        shift = self.constant(f"{to}.shift", self.weights[f"{weight}.bias"])
        return self.op("LayerNormalization", x, scale, shift, to=to, axis=-1, epsilon=epsilon)

    def linear(self, x: str, weight: str, to: str) -> str:
        product = self.op(
            "MatMul", x, self.constant(f"{to}.weight", self.weights[f"{weight}.weight"].T), to=f"{to}.product"
        )
        return self.op("Add", product, self.constant(f"{to}.bias", self.weights[f"{weight}.bias"]), to=to)

    def gelu(self, x: str, to: str) -> str:
        """x/2 · (1 + erf(x/√2)), the exact form that BERT was trained with."""
        scaled = self.op("Div", x, self.constant("sqrt2", math.sqrt(2)), to=f"{to}.scaled")
        erf = self.op("Erf", scaled, to=f"{to}.erf")
        gate = self.op("Add", erf, self.constant("one", 1.0), to=f"{to}.gate")
        gated = self.op("Mul", x, gate, to=f"{to}.gated")
        return self.op("Mul", gated, self.constant("half", 0.5), to=to)


def encoder(weights: Weights, config: Mapping[str, Any]) -> ModelProto:
    """Inputs `input_ids`, `attention_mask` (batch, tokens) int64; output `embedding` (batch, hidden) float32."""
    from onnx import TensorProto, checker, helper

    graph = _Graph({key.removeprefix("bert."): value for key, value in weights.items()})
    mask = graph.cast("attention_mask", TensorProto.FLOAT, to="mask")
    x = _embed(graph, config["layer_norm_eps"])
    bias = _attention_bias(graph, mask)
    for layer in range(config["num_hidden_layers"]):
        x = _layer(graph, x, bias, layer, config)
    _pool(graph, x, mask)

    shape = ["batch", "tokens"]
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, shape) for n in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", config["hidden_size"]])
    made = helper.make_graph(graph.nodes, "encoder", inputs, [output], list(graph.constants.values()))
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    checker.check_model(model)
    return model


def _embed(graph: _Graph, epsilon: float) -> str:
    """Word + position + segment; every token is of segment 0, as for a single text."""
    table = {
        kind: graph.constant(f"{kind}.table", graph.weights[f"embeddings.{kind}_embeddings.weight"])
        for kind in ("word", "position", "token_type")
    }
    words = graph.op("Gather", table["word"], "input_ids", to="words")
    shape = graph.op("Shape", "input_ids", to="shape")
    length = graph.op("Slice", shape, graph.integers(1), graph.integers(2), graph.integers(0), to="length")
    places = graph.op("Slice", table["position"], graph.integers(0), length, graph.integers(0), to="places")
    segment = graph.op("Gather", table["token_type"], graph.constant("segment", 0, np.int64), to="segment0")
    placed = graph.op("Add", words, places, to="placed")
    return graph.norm(graph.op("Add", placed, segment, to="summed"), "embeddings.LayerNorm", epsilon, to="embedded")


def _attention_bias(graph: _Graph, mask: str) -> str:
    """0 for a token, hugely negative for padding, shaped (batch, 1, 1, tokens)."""
    wide = graph.op("Unsqueeze", mask, graph.integers(1, 2), to="mask.wide")
    padding = graph.op("Sub", graph.constant("one", 1.0), wide, to="padding")
    return graph.op("Mul", padding, graph.constant("masked", _MASKED), to="attention_bias")


def _layer(graph: _Graph, x: str, bias: str, number: int, config: Mapping[str, Any]) -> str:
    weight, to, epsilon = f"encoder.layer.{number}", f"layer{number}", config["layer_norm_eps"]
    context = _attention(graph, x, bias, f"{weight}.attention.self", to, config)
    attended = graph.linear(context, f"{weight}.attention.output.dense", to=f"{to}.attended")
    first = graph.op("Add", attended, x, to=f"{to}.residual1")
    y = graph.norm(first, f"{weight}.attention.output.LayerNorm", epsilon, to=f"{to}.norm1")
    inner = graph.gelu(graph.linear(y, f"{weight}.intermediate.dense", to=f"{to}.inner"), to=f"{to}.gelu")
    outer = graph.linear(inner, f"{weight}.output.dense", to=f"{to}.outer")
    second = graph.op("Add", outer, y, to=f"{to}.residual2")
    return graph.norm(second, f"{weight}.output.LayerNorm", epsilon, to=f"{to}.norm2")


def _attention(graph: _Graph, x: str, bias: str, weight: str, to: str, config: Mapping[str, Any]) -> str:
    """softmax(q·kᵀ/√d + bias)·v over all heads, back in the shape of x."""
    hidden, heads = config["hidden_size"], config["num_attention_heads"]
    size = hidden // heads
    split, merged = graph.integers(0, 0, heads, size), graph.integers(0, 0, hidden)

    def heads_of(kind: str, order: list[int]) -> str:
        flat = graph.linear(x, f"{weight}.{kind}", to=f"{to}.{kind}")
        parted = graph.op("Reshape", flat, split, to=f"{to}.{kind}.parted")
        return graph.op("Transpose", parted, to=f"{to}.{kind}.heads", perm=order)

    query, key = heads_of("query", [0, 2, 1, 3]), heads_of("key", [0, 2, 3, 1])
    value = heads_of("value", [0, 2, 1, 3])
    raw = graph.op("MatMul", query, key, to=f"{to}.raw")
    scaled = graph.op("Mul", raw, graph.constant("scale", 1 / math.sqrt(size)), to=f"{to}.scaled")
    shares = graph.op("Softmax", graph.op("Add", scaled, bias, to=f"{to}.biased"), to=f"{to}.shares", axis=-1)
    mixed = graph.op("MatMul", shares, value, to=f"{to}.mixed")
    joined = graph.op("Transpose", mixed, to=f"{to}.joined", perm=[0, 2, 1, 3])
    return graph.op("Reshape", joined, merged, to=f"{to}.context")


def _pool(graph: _Graph, x: str, mask: str) -> str:
    """The mean of the tokens that are no padding, made one long."""
    tall = graph.op("Unsqueeze", mask, graph.integers(2), to="mask.tall")
    total = graph.op("ReduceSum", graph.op("Mul", x, tall, to="kept"), graph.integers(1), to="total", keepdims=0)
    count = graph.op("ReduceSum", tall, graph.integers(1), to="count", keepdims=0)
    return graph.op("LpNormalization", graph.op("Div", total, count, to="mean"), to="embedding", axis=-1, p=2)
