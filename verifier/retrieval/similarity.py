"""Similarity of texts: the cosine of their TF-IDF vectors over stems."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from verifier.text.alignment import Rarity
from verifier.text.tokens import words_of


@dataclass(frozen=True, slots=True)
class Vector:
    """The weights of a text's stems, and their length."""

    weights: Mapping[str, float]
    length: float


def vector_of(text: str, rarity: Rarity) -> Vector:
    """Return the TF-IDF vector of a text's content words."""
    counts = Counter(word.stem for word in words_of(text) if word.has_content)
    # A word that nearly every text has counts nothing, and never against a text.
    weights = {
        stem: (1 + math.log(count)) * max(0.0, rarity(stem)) for stem, count in counts.items()
    }
    return Vector(weights, math.sqrt(sum(weight * weight for weight in weights.values())))


def similarity(first: Vector, second: Vector) -> float:
    """Return the cosine of two vectors, 0 if one of them is empty."""
    if not first.length or not second.length:
        return 0.0
    if len(first.weights) > len(second.weights):
        first, second = second, first
    shared = sum(
        weight * second.weights[stem]
        for stem, weight in first.weights.items()
        if stem in second.weights
    )
    return shared / (first.length * second.length)
