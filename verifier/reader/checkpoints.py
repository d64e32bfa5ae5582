"""The state of a training between two steps, and its file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from verifier.archives import ModelFileError, read_archive, write_archive
from verifier.reader.encoder import EncoderShape, Weights, weight_shapes
from verifier.reader.layers import Floats
from verifier.text.model import LABELS

FORMAT = "touchstone-reader-checkpoint"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Moments:
    """The running means of a weight's gradient and of its square."""

    first: Floats
    second: Floats


@dataclass(slots=True)
class TrainingState:
    """The weights after a number of steps, and what the next step needs."""

    steps: int
    weights: Weights
    moments: dict[str, Moments]

    @classmethod
    def begin(cls, weights: Weights) -> TrainingState:
        """Return the state before the first step."""
        return cls(
            steps=0,
            weights={name: weight.copy() for name, weight in weights.items()},
            moments={
                name: Moments(np.zeros_like(weight), np.zeros_like(weight))
                for name, weight in weights.items()
            },
        )


def save_state(state: TrainingState, path: Path, identity: str) -> None:
    """Write a checkpoint; the one before is replaced at the end."""
    arrays = {f"weight {name}": weight for name, weight in state.weights.items()}
    for name, moments in state.moments.items():
        arrays[f"first {name}"] = moments.first
        arrays[f"second {name}"] = moments.second
    head = {"format": FORMAT, "version": VERSION, "identity": identity, "steps": state.steps}
    # Compressing would take longer than the steps between.
    write_archive(path, head=head, arrays=arrays, compress=False)


def load_state(path: Path, identity: str, shape: EncoderShape) -> TrainingState | None:
    """Return the state of a checkpoint, or None if there is none of the same training."""
    try:
        head, arrays = read_archive(path, kind=FORMAT, version=VERSION)
    except ModelFileError:
        return None
    names = weight_shapes(shape, len(LABELS))
    kinds = ("weight", "first", "second")
    if head.get("identity") != identity or any(
        f"{kind} {name}" not in arrays or arrays[f"{kind} {name}"].shape != sizes
        for kind in kinds
        for name, sizes in names.items()
    ):
        return None
    found = {key: array.astype(np.float32, copy=False) for key, array in arrays.items()}
    return TrainingState(
        steps=int(head["steps"]),
        weights={name: found[f"weight {name}"] for name in names},
        moments={name: Moments(found[f"first {name}"], found[f"second {name}"]) for name in names},
    )
