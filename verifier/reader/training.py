"""Fine-tuning of an encoder on pairs, in steps, with checkpoints that a stopped training resumes.

The same pairs, seed and plan give the same weights in whichever order the pairs come, also across
a resumption, with the same library of linear algebra.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verifier.arrays import Reals
from verifier.reader.checkpoints import Moments, TrainingState, load_state, save_state
from verifier.reader.encoder import (
    WORDS,
    Dropout,
    EncoderShape,
    ForwardPass,
    RowGradient,
    Weights,
)
from verifier.reader.layers import Floats
from verifier.reader.tokens import PairTokenizer, TokenPair, as_batch
from verifier.reader.weights import Encoder
from verifier.text.model import LABELS, softmax
from verifier.text.sampling import TextExample

# Called with the steps done and all steps; what it raises stops the training.
OnStep = Callable[[int, int], None]
# Batches are cut from this many at a time, sorted by length, so that little is padding.
_POOLED_BATCHES = 16


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The settings of a fine-tuning."""

    epochs: int = 1
    batch: int = 32
    peak_rate: float = 1.2e-4
    # The share of the steps in which the rate rises; then it falls as a cosine.
    warm_up: float = 0.1
    dropout: float = 0.1
    decay: float = 0.01
    longest_gradient: float = 1.0
    # The moments of Adam.
    first: float = 0.9
    second: float = 0.999

    def rate(self, step: int, steps: int) -> float:
        """Return the learning rate of a step, counted from 0."""
        rising = max(1, round(self.warm_up * steps))
        if step < rising:
            return self.peak_rate * (step + 1) / rising
        passed = (step - rising) / max(1, steps - rising)
        return self.peak_rate * 0.5 * (1 + math.cos(math.pi * passed))


@dataclass(frozen=True, slots=True)
class CheckpointPlace:
    """The file of a training's checkpoint, and after how many steps it is written."""

    path: Path
    every: int = 50


def train_reader(
    examples: Iterable[TextExample],
    encoder: Encoder,
    *,
    plan: TrainingPlan | None = None,
    seed: int = 0,
    progress: OnStep | None = None,
    checkpoints: CheckpointPlace | None = None,
) -> Weights:
    """Fine-tune an encoder and return its weights. A checkpoint of this training is continued."""
    plan = plan or TrainingPlan()
    pairs = sorted(examples, key=lambda pair: (pair.claim, pair.text, pair.label, pair.weight))
    if len({pair.label for pair in pairs}) < 2:
        raise ValueError("Training needs pairs of at least two labels.")
    identity = _identity(pairs, encoder.shape, plan, seed)
    state = load_state(checkpoints.path, identity, encoder.shape) if checkpoints else None
    if state is None:
        state = TrainingState.begin(encoder.weights)
    tokens = PairTokenizer(encoder.tokenizer).encode([(one.claim, one.text) for one in pairs])
    targets = np.array([LABELS.index(pair.label) for pair in pairs])
    weights = np.array([pair.weight for pair in pairs], dtype=np.float32)
    steps = plan.epochs * math.ceil(len(pairs) / plan.batch)
    for step, rows in enumerate(_batches(tokens, plan, seed)):
        if step < state.steps:
            continue
        if progress is not None:
            progress(step, steps)
        _learn(
            state,
            encoder.shape,
            [tokens[row] for row in rows],
            targets[rows],
            weights[rows],
            plan=plan,
            rate=plan.rate(step, steps),
            random=np.random.default_rng((seed, 2, step)),
        )
        if checkpoints is not None and state.steps % checkpoints.every == 0:
            save_state(state, checkpoints.path, identity)
    return state.weights


def _identity(
    pairs: Sequence[TextExample], shape: EncoderShape, plan: TrainingPlan, seed: int
) -> str:
    """Return a hash of all that a training depends on."""
    digest = hashlib.sha256(repr((asdict(shape), asdict(plan), seed)).encode())
    for pair in pairs:
        digest.update(repr((pair.claim, pair.text, pair.label, pair.weight)).encode())
    return digest.hexdigest()


def _batches(
    tokens: Sequence[TokenPair], plan: TrainingPlan, seed: int
) -> Iterator[NDArray[np.int64]]:
    """Yield the rows of each batch: pairs by lot, those of like length together."""
    lengths = np.array([len(numbers) for numbers, _ in tokens])
    for epoch in range(plan.epochs):
        random = np.random.default_rng((seed, 1, epoch))
        order = random.permutation(len(tokens))
        cut: list[NDArray[np.int64]] = []
        pool = plan.batch * _POOLED_BATCHES
        for first in range(0, len(order), pool):
            part = order[first : first + pool]
            part = part[np.argsort(lengths[part], kind="stable")]
            cut += [part[at : at + plan.batch] for at in range(0, len(part), plan.batch)]
        for place in random.permutation(len(cut)):
            yield cut[place]


def _learn(
    state: TrainingState,
    shape: EncoderShape,
    pairs: Sequence[TokenPair],
    targets: NDArray[np.int64],
    importance: Floats,
    *,
    plan: TrainingPlan,
    rate: float,
    random: np.random.Generator,
) -> None:
    """Take one step."""
    reading = ForwardPass(state.weights, shape, as_batch(pairs), Dropout(plan.dropout, random))
    gradient = softmax(reading.scores.astype(np.float64))
    gradient[np.arange(len(targets)), targets] -= 1
    gradient *= (importance / importance.sum())[:, np.newaxis]
    found, words = reading.gradients(gradient.astype(np.float32))
    state.steps += 1
    _adjust(state, found, words, plan, rate)


def _adjust(
    state: TrainingState, found: Weights, words: RowGradient, plan: TrainingPlan, rate: float
) -> None:
    """Move the weights by Adam. Of the words, only those rows that the batch has."""
    total = sum(float(np.vdot(one, one)) for one in (*found.values(), words.values))
    shorter = np.float32(min(1.0, plan.longest_gradient / max(math.sqrt(total), 1e-12)))
    pace = rate * math.sqrt(1 - plan.second**state.steps) / (1 - plan.first**state.steps)
    for name, gradient in found.items():
        gradient *= shorter
        weight, moments = state.weights[name], state.moments[name]
        if name.endswith(".weight"):
            weight *= np.float32(1 - rate * plan.decay)
        _remember(moments.first, gradient, plan.first)
        np.square(gradient, out=gradient)
        _remember(moments.second, gradient, plan.second)
        weight -= _move(moments, pace)
    moments, rows, values = state.moments[WORDS], words.rows, words.values * shorter
    own = Moments(moments.first[rows], moments.second[rows])
    _remember(own.first, values, plan.first)
    _remember(own.second, values * values, plan.second)
    moments.first[rows], moments.second[rows] = own.first, own.second
    state.weights[WORDS][rows] -= _move(own, pace)


def _remember(moment: Floats, news: Floats, share: float) -> None:
    moment *= np.float32(share)
    moment += np.float32(1 - share) * news


def _move(moments: Moments, pace: float) -> Floats:
    width: Floats = np.sqrt(moments.second)
    width += np.float32(1e-8)
    move: Floats = moments.first / width
    move *= np.float32(pace)
    return move


def label_probabilities(weights: Weights, shape: EncoderShape, pairs: Sequence[TokenPair]) -> Reals:
    """Return the probabilities of the labels, a row for each pair, in full precision."""
    reading = ForwardPass(weights, shape, as_batch(pairs))
    return softmax(reading.scores.astype(np.float64))
