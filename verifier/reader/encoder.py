"""The encoder with its head of three labels: probabilities of pairs, and gradients.

A BERT: embeddings, layers of attention and of two linear maps, the mean over all tokens, and a
linear map to the labels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from verifier.reader.layers import (
    Floats,
    Tokens,
    attend,
    attend_gradient,
    gelu,
    gelu_gradient,
    normalise,
    normalise_gradient,
)

Weights = dict[str, Floats]

# The embeddings of words are most of the weights; a batch touches few of their rows.
WORDS = "words"


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """The sizes of an encoder."""

    layers: int
    heads: int
    width: int
    inner: int
    words: int
    positions: int


@dataclass(frozen=True, slots=True)
class TokenBatch:
    """Pairs as numbers of tokens, padded to one length."""

    tokens: Tokens
    # 0 for the claim, 1 for the evidence.
    segments: Tokens
    mask: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RowGradient:
    """The gradient of a few rows of the embeddings of words."""

    rows: Tokens
    values: Floats


class Dropout:
    """Sets a share of numbers to nothing, and scales the others up; off without a generator."""

    def __init__(self, share: float = 0.0, random: np.random.Generator | None = None) -> None:
        self._share = share
        self._random = random if share > 0 else None

    def mask(self, shape: tuple[int, ...]) -> Floats | None:
        """Return what to multiply with, or None if nothing is dropped."""
        if self._random is None:
            return None
        kept = self._random.random(shape, dtype=np.float32) >= self._share
        return kept.astype(np.float32) / np.float32(1 - self._share)


def weight_shapes(shape: EncoderShape, labels: int) -> dict[str, tuple[int, ...]]:
    """Return the names of all weights, with their sizes. Matrices are input × output."""
    width, inner = shape.width, shape.inner
    found: dict[str, tuple[int, ...]] = {
        WORDS: (shape.words, width),
        "positions": (shape.positions, width),
        "segments": (2, width),
        "start.scale": (width,),
        "start.shift": (width,),
    }
    for layer in range(shape.layers):
        for name, sizes in (
            ("attend", (width, 3 * width)),
            ("mix", (width, width)),
            ("grow", (width, inner)),
            ("shrink", (inner, width)),
        ):
            found[f"{layer}.{name}.weight"] = sizes
            found[f"{layer}.{name}.bias"] = sizes[1:]
        for name in ("middle", "end"):
            found[f"{layer}.{name}.scale"] = (width,)
            found[f"{layer}.{name}.shift"] = (width,)
    found["head.weight"] = (width, labels)
    found["head.bias"] = (labels,)
    return found


class ForwardPass:
    """One reading of a batch, which keeps what its gradient needs."""

    def __init__(
        self,
        weights: Weights,
        shape: EncoderShape,
        batch: TokenBatch,
        dropout: Dropout | None = None,
    ) -> None:
        self._weights = weights
        self._shape = shape
        self._batch = batch
        self._dropout = dropout or Dropout()
        self._kept: list[tuple[object, ...]] = []
        self.scores = self._read()

    def _read(self) -> Floats:
        weights, batch = self._weights, self._batch
        texts, length = batch.tokens.shape
        rows = weights[WORDS][batch.tokens] + weights["segments"][batch.segments]
        rows += weights["positions"][:length]
        states = self._normalised("start", rows.reshape(texts * length, -1))
        states = self._dropped(states)
        for layer in range(self._shape.layers):
            states = self._layer(layer, states)
        shares = (batch.mask / batch.mask.sum(axis=1, keepdims=True)).astype(np.float32)
        pooled = (shares[:, np.newaxis, :] @ states.reshape(texts, length, -1))[:, 0]
        pooled = self._dropped(pooled)
        self._keep(shares, pooled)
        scores: Floats = pooled @ weights["head.weight"] + weights["head.bias"]
        return scores

    def _layer(self, layer: int, states: Floats) -> Floats:
        projected = self._linear(f"{layer}.attend", states)
        read, kept = attend(projected, self._batch.mask, self._shape.heads)
        self._keep(states, kept, read)
        mixed = self._dropped(self._linear(f"{layer}.mix", read))
        middle = self._normalised(f"{layer}.middle", states + mixed)
        grown = self._linear(f"{layer}.grow", middle)
        active, bent = gelu(grown)
        self._keep(middle, grown, bent, active)
        shrunk = self._dropped(self._linear(f"{layer}.shrink", active))
        return self._normalised(f"{layer}.end", middle + shrunk)

    def gradients(self, scores: Floats) -> tuple[Weights, RowGradient]:
        """Return the gradients of all weights from that of the scores. It can be asked once."""
        weights, batch = self._weights, self._batch
        found: Weights = {}
        shares, pooled = self._take()
        found["head.weight"] = pooled.T @ scores
        found["head.bias"] = scores.sum(axis=0)
        gradient = self._undropped(scores @ weights["head.weight"].T)
        texts, length = batch.tokens.shape
        states = (shares[:, :, np.newaxis] * gradient[:, np.newaxis, :]).reshape(texts * length, -1)
        for layer in reversed(range(self._shape.layers)):
            states = self._layer_gradient(layer, states, found)
        rows = self._normalised_gradient("start", self._undropped(states), found)
        found["segments"] = np.stack(
            [rows[batch.segments.ravel() == segment].sum(axis=0) for segment in (0, 1)]
        )
        found["positions"] = np.zeros_like(weights["positions"])
        found["positions"][:length] = rows.reshape(texts, length, -1).sum(axis=0)
        return found, _sum_by_token(batch.tokens, rows)

    def _layer_gradient(self, layer: int, gradient: Floats, found: Weights) -> Floats:
        gradient = self._normalised_gradient(f"{layer}.end", gradient, found)
        shrunk = self._undropped(gradient)
        middle, grown, bent, active = self._take()
        inner = self._linear_gradient(f"{layer}.shrink", active, shrunk, found)
        inner = gelu_gradient(inner, grown, bent)
        gradient = gradient + self._linear_gradient(f"{layer}.grow", middle, inner, found)
        gradient = self._normalised_gradient(f"{layer}.middle", gradient, found)
        mixed = self._undropped(gradient)
        states, kept, read = self._take()
        read_gradient = self._linear_gradient(f"{layer}.mix", read, mixed, found)
        projected = attend_gradient(read_gradient, kept)
        return gradient + self._linear_gradient(f"{layer}.attend", states, projected, found)

    def _linear(self, name: str, rows: Floats) -> Floats:
        result: Floats = rows @ self._weights[f"{name}.weight"]
        result += self._weights[f"{name}.bias"]
        return result

    def _linear_gradient(self, name: str, rows: Floats, gradient: Floats, found: Weights) -> Floats:
        found[f"{name}.weight"] = rows.T @ gradient
        found[f"{name}.bias"] = gradient.sum(axis=0)
        result: Floats = gradient @ self._weights[f"{name}.weight"].T
        return result

    def _normalised(self, name: str, rows: Floats) -> Floats:
        scale, shift = self._weights[f"{name}.scale"], self._weights[f"{name}.shift"]
        result, plain, inverse = normalise(rows, scale, shift)
        self._keep(plain, inverse)
        return result

    def _normalised_gradient(self, name: str, gradient: Floats, found: Weights) -> Floats:
        plain, inverse = self._take()
        rows, scale, shift = normalise_gradient(
            gradient, self._weights[f"{name}.scale"], plain, inverse
        )
        found[f"{name}.scale"], found[f"{name}.shift"] = scale, shift
        return rows

    def _dropped(self, rows: Floats) -> Floats:
        mask = self._dropout.mask(rows.shape)
        self._keep(mask)
        return rows if mask is None else rows * mask

    def _undropped(self, gradient: Floats) -> Floats:
        (mask,) = self._take()
        return gradient if mask is None else gradient * mask

    # What is kept is taken in the opposite order, like a stack.
    def _keep(self, *values: object) -> None:
        self._kept.append(values)

    def _take(self) -> tuple:  # type: ignore[type-arg]
        return self._kept.pop()


def _sum_by_token(tokens: Tokens, rows: Floats) -> RowGradient:
    """Return the gradient of each token that occurs: the sum over its places."""
    present, places = np.unique(tokens.ravel(), return_inverse=True)
    count = len(rows)
    ones = np.ones(count, dtype=np.float32)
    where = csr_matrix((ones, (places, np.arange(count))), shape=(len(present), count))
    return RowGradient(present, where @ rows)
