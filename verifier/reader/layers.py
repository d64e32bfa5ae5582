"""The layers of an encoder in NumPy, each with the gradient that training needs."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Tokens = NDArray[np.int64]

# As in BERT; single precision could not tell it from nothing.
EPSILON = np.float32(1e-12)
_GELU_SCALE = np.float32(math.sqrt(2 / math.pi))
_GELU_CUBE = np.float32(0.044715)
# Added to the scores of padding.
_NEVER = np.float32(-1e9)


def normalise(rows: Floats, scale: Floats, shift: Floats) -> tuple[Floats, Floats, Floats]:
    """Return normalised rows, and what the gradient needs: rows before scaling, their widths."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    inverse = 1 / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + EPSILON)
    plain = centred * inverse
    return plain * scale + shift, plain, inverse


def normalise_gradient(
    gradient: Floats, scale: Floats, plain: Floats, inverse: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return the gradients of the rows, of the scale and of the shift."""
    scaled = gradient * scale
    rows = scaled - scaled.mean(axis=-1, keepdims=True)
    rows -= plain * (scaled * plain).mean(axis=-1, keepdims=True)
    rows *= inverse
    return rows, (gradient * plain).sum(axis=0), gradient.sum(axis=0)


def gelu(rows: Floats) -> tuple[Floats, Floats]:
    """Return GELU in its tanh form, and the tanh for the gradient."""
    squares = rows * rows
    bent = np.tanh(_GELU_SCALE * rows * (1 + _GELU_CUBE * squares))
    return np.float32(0.5) * rows * (1 + bent), bent


def gelu_gradient(gradient: Floats, rows: Floats, bent: Floats) -> Floats:
    """Return the gradient of the rows that GELU was applied to."""
    slope = (1 - bent * bent) * (_GELU_SCALE * (1 + 3 * _GELU_CUBE * rows * rows))
    result: Floats = gradient * (np.float32(0.5) * (1 + bent + rows * slope))
    return result


def attend(
    projected: Floats, mask: NDArray[np.bool_], heads: int
) -> tuple[Floats, tuple[Floats, Floats]]:
    """Return what each token reads from the others, and what the gradient needs.

    `projected` has the queries, keys and values of every token beside one another; `mask` is true
    for tokens that are not padding.
    """
    texts, length = mask.shape
    width = projected.shape[1] // (3 * heads)
    parts = np.ascontiguousarray(
        projected.reshape(texts, length, 3, heads, width).transpose(2, 0, 3, 1, 4)
    )
    queries, keys, values = parts
    scores = queries @ keys.swapaxes(-1, -2)
    scores *= np.float32(1 / math.sqrt(width))
    scores += np.where(mask, np.float32(0), _NEVER)[:, np.newaxis, np.newaxis, :]
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    read = (scores @ values).transpose(0, 2, 1, 3).reshape(texts * length, heads * width)
    return read, (parts, scores)


def attend_gradient(gradient: Floats, kept: tuple[Floats, Floats]) -> Floats:
    """Return the gradient of the projected tokens."""
    parts, shares = kept
    queries, keys, values = parts
    texts, heads, length, width = queries.shape
    read = np.ascontiguousarray(gradient.reshape(texts, length, heads, width).swapaxes(1, 2))
    found = np.empty_like(parts)
    np.matmul(shares.swapaxes(-1, -2), read, out=found[2])
    scores = read @ values.swapaxes(-1, -2)
    scores *= shares
    scores -= shares * scores.sum(axis=-1, keepdims=True)
    scores *= np.float32(1 / math.sqrt(width))
    np.matmul(scores, keys, out=found[0])
    np.matmul(scores.swapaxes(-1, -2), queries, out=found[1])
    return found.transpose(1, 3, 0, 2, 4).reshape(texts * length, 3 * heads * width)
