"""The association of features with labels: LMI and nPMI over a table of counts.

The table maps (feature, label) to how often they occur together. Following Schuster et al. (2019),
|D| is the number of all occurrences in the table, and

    p(w, l) = count(w, l) / |D|    p(l | w) = count(w, l) / count(w)    p(l) = count(l) / |D|

    LMI(w, l)  = p(w, l) · ln(p(l | w) / p(l))
    nPMI(w, l) = ln(p(l | w) / p(l)) / −ln p(w, l)

LMI favours features that are frequent and informative; nPMI lies between −1 (never together) and 1
(never apart), for all frequencies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log

CountTable = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Margins:
    """The sums of a table: by feature, by label, and of all."""

    features: Mapping[str, int]
    labels: Mapping[str, int]
    total: int

    @classmethod
    def of(cls, counts: CountTable) -> Margins:
        features, labels = Counter[str](), Counter[str]()
        for (feature, label), count in counts.items():
            if count < 0:
                raise ValueError(f"A count is below 0: {feature}, {label}.")
            features[feature] += count
            labels[label] += count
        return cls(features, labels, labels.total())


def lmi(counts: CountTable, margins: Margins | None = None) -> dict[tuple[str, str], float]:
    """Return the local mutual information of every pair; 0 for a pair that never occurs.

    The margins are those of the table, unless it is only a part of the one that they are given for.
    """
    margins = margins or Margins.of(counts)
    return {
        pair: count / margins.total * _pointwise(pair, count, margins) if count else 0.0
        for pair, count in counts.items()
    }


def npmi(counts: CountTable) -> dict[tuple[str, str], float]:
    """Return the normalised pointwise mutual information of every pair; −1 if it never occurs."""
    margins = Margins.of(counts)
    measured: dict[tuple[str, str], float] = {}
    for pair, count in counts.items():
        if not count:
            measured[pair] = -1.0
        elif count == margins.total:
            # Nothing varies, so nothing is associated.
            measured[pair] = 0.0
        else:
            measured[pair] = _pointwise(pair, count, margins) / -log(count / margins.total)
    return measured


def conditional(counts: CountTable) -> dict[tuple[str, str], float]:
    """Return p(label | feature) of every pair whose feature occurs."""
    features = Margins.of(counts).features
    return {
        (feature, label): count / features[feature]
        for (feature, label), count in counts.items()
        if features[feature]
    }


def _pointwise(pair: tuple[str, str], count: int, margins: Margins) -> float:
    feature, label = pair
    # One division of whole numbers: no rounding before the logarithm.
    return log(count * margins.total / (margins.features[feature] * margins.labels[label]))
