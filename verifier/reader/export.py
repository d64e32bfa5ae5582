"""The export of a trained encoder: an ONNX graph whose large weights have 8 bits.

Each column of a matrix has its own scale; what it is multiplied with is rounded to 8 bits when it
is computed. Weights use 7 of their 8 bits: with all of them, sums overflow on older processors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from verifier.reader.encoder import WORDS, EncoderShape, Weights
from verifier.reader.layers import Floats
from verifier.reader.tokens import MOST_TOKENS

_OPERATORS = 20
_FILE_VERSION = 9
_STEPS = 63


def as_onnx(weights: Weights, shape: EncoderShape) -> bytes:
    """Return the graph: from `tokens` and `segments` of one pair to the `scores` of its labels."""
    graph = _Graph()
    states = _embeddings(graph, weights)
    for layer in range(shape.layers):
        states = _layer(graph, weights, shape, layer, states)
    graph.constant("texts", np.array([0], dtype=np.int64))
    pooled = graph.add("ReduceMean", [states, "texts"], keepdims=1)
    head = graph.add("MatMul", [pooled, graph.constant("head.weight", weights["head.weight"])])
    graph.add("Add", [head, graph.constant("head.bias", weights["head.bias"])], name="scores")
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "reader",
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, ["length"])
                for name in ("tokens", "segments")
            ],
            [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, None])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", _OPERATORS)],
        ir_version=_FILE_VERSION,
    )
    onnx.checker.check_model(model)
    packed: bytes = model.SerializeToString()
    return packed


class _Graph:
    """Nodes and constants, with names that are given once."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._known: set[str] = set()

    def constant(self, name: str, values: NDArray[Any]) -> str:
        if name not in self._known:
            self._known.add(name)
            self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def add(self, kind: str, inputs: list[str], *, name: str = "", **options: Any) -> str:
        return self.several(kind, inputs, 1, name=name, **options)[0]

    def several(
        self, kind: str, inputs: list[str], outputs: int, *, name: str = "", **options: Any
    ) -> list[str]:
        names = [name or f"n{len(self.nodes)}.{place}" for place in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **options))
        return names


def _rounded(weight: Floats, axis: int) -> tuple[NDArray[np.int8], Floats]:
    """Return a matrix in few steps, and the size of a step along the other axis."""
    size = np.maximum(np.abs(weight).max(axis=axis, keepdims=True) / _STEPS, 1e-12)
    rounded = np.clip(np.rint(weight / size), -_STEPS, _STEPS).astype(np.int8)
    return rounded, size.astype(np.float32)


def _embeddings(graph: _Graph, weights: Weights) -> str:
    rounded, sizes = _rounded(weights[WORDS], axis=1)
    words = graph.add("Gather", [graph.constant("words", rounded), "tokens"])
    words = graph.add("Cast", [words], to=TensorProto.FLOAT)
    scale = graph.add("Gather", [graph.constant("words.sizes", sizes), "tokens"])
    words = graph.add("Mul", [words, scale])
    segments = graph.add(
        "Gather", [graph.constant("segments.table", weights["segments"]), "segments"]
    )
    length = graph.add("Shape", ["tokens"])
    positions = graph.add(
        "Slice",
        [
            graph.constant("positions", weights["positions"][:MOST_TOKENS]),
            graph.constant("zero", np.array([0], dtype=np.int64)),
            length,
        ],
    )
    rows = graph.add("Add", [graph.add("Add", [words, segments]), positions])
    return _normalised(graph, weights, "start", rows)


def _layer(graph: _Graph, weights: Weights, shape: EncoderShape, layer: int, states: str) -> str:
    heads, width = shape.heads, shape.width // shape.heads
    projected = _linear(graph, weights, f"{layer}.attend", states)
    sizes = graph.constant("heads", np.array([-1, 3, heads, width], dtype=np.int64))
    parts = graph.several(
        "Split",
        [graph.add("Transpose", [graph.add("Reshape", [projected, sizes])], perm=[1, 2, 0, 3])],
        3,
        axis=0,
        num_outputs=3,
    )
    queries, keys, values = parts
    scale = graph.constant("scale", np.array(1 / np.sqrt(width), dtype=np.float32))
    queries = graph.add("Mul", [queries, scale])
    keys = graph.add("Transpose", [keys], perm=[0, 1, 3, 2])
    shares = graph.add("Softmax", [graph.add("MatMul", [queries, keys])], axis=-1)
    read = graph.add("Transpose", [graph.add("MatMul", [shares, values])], perm=[0, 2, 1, 3])
    flat = graph.constant("flat", np.array([-1, shape.width], dtype=np.int64))
    mixed = _linear(graph, weights, f"{layer}.mix", graph.add("Reshape", [read, flat]))
    middle = _normalised(graph, weights, f"{layer}.middle", graph.add("Add", [states, mixed]))
    grown = _linear(graph, weights, f"{layer}.grow", middle)
    active = graph.add("Gelu", [grown], approximate="tanh")
    shrunk = _linear(graph, weights, f"{layer}.shrink", active)
    return _normalised(graph, weights, f"{layer}.end", graph.add("Add", [middle, shrunk]))


def _linear(graph: _Graph, weights: Weights, name: str, rows: str) -> str:
    rounded, sizes = _rounded(weights[f"{name}.weight"], axis=0)
    quantised, scale, zero = graph.several("DynamicQuantizeLinear", [rows], 3)
    product = graph.add(
        "MatMulInteger",
        [
            quantised,
            graph.constant(f"{name}.weight", rounded),
            zero,
            graph.constant("no offset", np.array(0, dtype=np.int8)),
        ],
    )
    product = graph.add("Cast", [product], to=TensorProto.FLOAT)
    factor = graph.add("Mul", [scale, graph.constant(f"{name}.sizes", sizes[0])])
    product = graph.add("Mul", [product, factor])
    return graph.add("Add", [product, graph.constant(f"{name}.bias", weights[f"{name}.bias"])])


def _normalised(graph: _Graph, weights: Weights, name: str, rows: str) -> str:
    inputs = [graph.constant(f"{name}.{part}", weights[f"{name}.{part}"])
              for part in ("scale", "shift")]  # fmt: skip
    return graph.add("LayerNormalization", [rows, *inputs], axis=-1, epsilon=1e-12)
