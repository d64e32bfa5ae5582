"""The first weights of a reader, from the files of a published BERT (safetensors)."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from verifier.reader.encoder import EncoderShape, Weights, weight_shapes
from verifier.reader.layers import Floats
from verifier.reader.packages import WEIGHTS
from verifier.text.model import LABELS

# The longest header that a file of this kind has, by far.
_LONGEST_HEADER = 10_000_000
_HEAD_SPREAD = 0.02


class EncoderFilesError(ValueError):
    """The files of the encoder are missing, damaged, or of another kind of model."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """An encoder with a head that knows nothing yet, and its tokenizer as JSON."""

    shape: EncoderShape
    weights: Weights
    tokenizer: bytes


def packaged_encoder(*, seed: int) -> Encoder:
    """Return the encoder of the installed package."""
    found = find_spec(WEIGHTS)
    if found is None or not found.submodule_search_locations:
        raise EncoderFilesError("The weights of the reader are not installed.")
    return read_encoder(Path(found.submodule_search_locations[0], "model"), seed=seed)


def read_encoder(folder: Path, *, seed: int) -> Encoder:
    """Read an encoder from its folder; its head is drawn by lot."""
    try:
        config = json.loads((folder / "config.json").read_bytes())
        tokenizer = (folder / "tokenizer.json").read_bytes()
        stored = _read_safetensors(folder / "model.safetensors")
        shape = EncoderShape(
            layers=config["num_hidden_layers"],
            heads=config["num_attention_heads"],
            width=config["hidden_size"],
            inner=config["intermediate_size"],
            words=config["vocab_size"],
            positions=config["max_position_embeddings"],
        )
        weights = _named(stored, shape)
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        raise EncoderFilesError(f"The encoder cannot be read: {error}") from error
    random = np.random.default_rng((seed, 0))
    head = random.normal(0, _HEAD_SPREAD, (shape.width, len(LABELS)))
    weights["head.weight"] = head.astype(np.float32)
    weights["head.bias"] = np.zeros(len(LABELS), dtype=np.float32)
    check_weights(weights, shape)
    return Encoder(shape, weights, tokenizer)


def check_weights(weights: Mapping[str, Any], shape: EncoderShape) -> None:
    """Raise EncoderFilesError if a weight is missing or has another size."""
    for name, sizes in weight_shapes(shape, len(LABELS)).items():
        if name not in weights or weights[name].shape != sizes:
            raise EncoderFilesError(f"The encoder has no weights {name} of the right size.")


def _read_safetensors(path: Path) -> dict[str, Floats]:
    """Read the arrays of a file: the length of its header, the header as JSON, the bytes."""
    packed = path.read_bytes()
    (length,) = struct.unpack_from("<Q", packed)
    if length > min(_LONGEST_HEADER, len(packed)):
        raise EncoderFilesError("The file of weights is damaged.")
    header = json.loads(packed[8 : 8 + length])
    body = memoryview(packed)[8 + length :]
    found = {}
    for name, facts in header.items():
        if name != "__metadata__" and facts["dtype"] == "F32":
            first, end = facts["data_offsets"]
            found[name] = np.frombuffer(body[first:end], dtype="<f4").reshape(facts["shape"])
    return found


def _named(stored: Mapping[str, Floats], shape: EncoderShape) -> Weights:
    """Return the weights under our names; linear maps there are output × input."""
    start = "embeddings."
    found = {
        "words": stored[f"{start}word_embeddings.weight"].copy(),
        "positions": stored[f"{start}position_embeddings.weight"].copy(),
        "segments": stored[f"{start}token_type_embeddings.weight"].copy(),
        "start.scale": stored[f"{start}LayerNorm.weight"].copy(),
        "start.shift": stored[f"{start}LayerNorm.bias"].copy(),
    }
    for layer in range(shape.layers):
        place = f"encoder.layer.{layer}."
        own = [f"{place}attention.self.{part}" for part in ("query", "key", "value")]
        found[f"{layer}.attend.weight"] = np.concatenate(
            [stored[f"{one}.weight"].T for one in own], axis=1
        )
        found[f"{layer}.attend.bias"] = np.concatenate([stored[f"{one}.bias"] for one in own])
        for name, theirs in (
            ("mix", "attention.output.dense"),
            ("grow", "intermediate.dense"),
            ("shrink", "output.dense"),
        ):
            weight = stored[f"{place}{theirs}.weight"].T
            found[f"{layer}.{name}.weight"] = np.ascontiguousarray(weight)
            found[f"{layer}.{name}.bias"] = stored[f"{place}{theirs}.bias"].copy()
        for name, theirs in (
            ("middle", "attention.output.LayerNorm"),
            ("end", "output.LayerNorm"),
        ):
            found[f"{layer}.{name}.scale"] = stored[f"{place}{theirs}.weight"].copy()
            found[f"{layer}.{name}.shift"] = stored[f"{place}{theirs}.bias"].copy()
    return found
