"""Rarities of words: how much it matters that a word of a claim is in the evidence."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verifier.text.alignment import ReadText
from verifier.text.features import BUCKETS, bucket_of

# The rarity of a word that was never seen, at most.
_RAREST = 9.0


@dataclass(frozen=True, slots=True)
class Rarities:
    """The number of texts that have each stem, by the stem's hash."""

    counts: NDArray[np.int32]
    texts: int

    def of(self, stem: str) -> float:
        """Return the inverse document frequency of a stem."""
        count = int(self.counts[bucket_of(stem)])
        return min(math.log((self.texts + 1) / (count + 0.5)), _RAREST)


def count_rarities(texts: Iterable[ReadText]) -> Rarities:
    """Count in how many texts each stem is."""
    counts = np.zeros(BUCKETS, dtype=np.int32)
    number = 0
    for text in texts:
        number += 1
        found = {bucket_of(stem) for stem in text.places}
        counts[sorted(found)] += 1
    return Rarities(counts, number)
