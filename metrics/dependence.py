"""Dependence between features of items and their labels, tested so that noise is not read as bias.

A feature is present in an item or not: a word of the claim, a mutation, the kind or the position of
evidence. For every pair of feature and label the result states nPMI with an interval, LMI, the
share of the label among the items with the feature, and a p-value.

The p-value is that of a permutation test: if labels were dealt to items at random, the number of
items with both would follow the hypergeometric distribution, so that no permutation has to be
drawn. All pairs of a table are tested together, with the false discovery rate held by Benjamini and
Hochberg's procedure.

The interval of nPMI is Wilson's interval of p(label | feature), carried over: with the shares of
the feature and of the label as observed, nPMI rises with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln
from scipy.stats import false_discovery_control

from metrics.estimates import (
    NORMAL_QUANTILE,
    Estimate,
    FloatArray,
    IntArray,
    Undefined,
    undefined,
    wilson,
)

# Features of fewer items are not tested: nothing could be said about them.
LEAST_ITEMS = 5
# The rate of false discoveries that a table of associations may contain.
LEVEL = 0.05

LabelledItem = tuple[Collection[str], str]


@dataclass(frozen=True, slots=True)
class Association:
    """A feature and a label: how often they meet, how strongly they attract or avoid each other."""

    feature: str
    label: str
    together: int
    feature_items: int
    label_items: int
    items: int
    npmi: Estimate
    lmi: float
    # p(label | feature), with Wilson's interval.
    conditional: Estimate
    p_value: float
    # The smallest rate of false discoveries at which this pair would be reported.
    adjusted: float

    @property
    def is_found(self) -> bool:
        """Return whether the pair is reported at the level of this module."""
        return self.adjusted <= LEVEL


def associations(
    items: Iterable[LabelledItem], *, least_items: int = LEAST_ITEMS
) -> list[Association]:
    """Return every pair of a feature and a label, by falling LMI, with corrected tests."""
    table = _count(items)
    features = sorted(name for name, number in table.features.items() if number >= least_items)
    labels = sorted(table.labels)
    pairs = [(feature, label) for feature in features for label in labels]
    if not pairs:
        return []
    together = np.array([table.pairs[pair] for pair in pairs], dtype=np.int64)
    of_feature = np.array([table.features[feature] for feature, _ in pairs], dtype=np.int64)
    of_label = np.array([table.labels[label] for _, label in pairs], dtype=np.int64)
    total = table.items
    p_values = permutation_p(together, of_feature, of_label, total)
    adjusted = false_discovery_control(p_values)
    low, high = wilson(together, of_feature)
    npmi = _npmi(together / of_feature, of_feature, of_label, total)
    npmi_low = _npmi(low, of_feature, of_label, total)
    npmi_high = _npmi(high, of_feature, of_label, total)
    lmi = _lmi(together, of_feature, of_label, total)
    found = [
        Association(
            feature=feature,
            label=label,
            together=int(together[row]),
            feature_items=int(of_feature[row]),
            label_items=int(of_label[row]),
            items=total,
            npmi=Estimate(
                float(npmi[row]), float(npmi_low[row]), float(npmi_high[row]), int(of_feature[row])
            ),
            lmi=float(lmi[row]),
            conditional=Estimate(
                float(together[row] / of_feature[row]),
                float(low[row]),
                float(high[row]),
                int(of_feature[row]),
            ),
            p_value=float(p_values[row]),
            adjusted=float(adjusted[row]),
        )
        for row, (feature, label) in enumerate(pairs)
    ]
    return sorted(found, key=lambda pair: (-pair.lmi, pair.feature, pair.label))


def permutation_p(
    together: IntArray, of_feature: IntArray, of_label: IntArray, total: int
) -> FloatArray:
    """Return two-sided p-values of the items with both, had labels been dealt at random."""
    factorials = gammaln(np.arange(total + 1) + 1.0)
    p_values = np.empty(len(together))
    # Features of the same frequency share their distribution, so it is computed once for each.
    keys = of_feature * (total + 1) + of_label
    order = np.argsort(keys, kind="stable")
    found, starts = np.unique(keys[order], return_index=True)
    for key, chosen in zip(found, np.split(order, starts[1:]), strict=True):
        drawn, marked = divmod(int(key), total + 1)
        least, chances = _hypergeometric(factorials, total, marked, drawn)
        at = together[chosen] - least
        at_most = np.cumsum(chances)[at]
        at_least = np.cumsum(chances[::-1])[::-1][at]
        p_values[chosen] = np.clip(2 * np.minimum(at_least, at_most), 0.0, 1.0)
    return p_values


def _hypergeometric(
    factorials: FloatArray, total: int, marked: int, drawn: int
) -> tuple[int, FloatArray]:
    """Return the least possible number of marked items drawn, and the chances from it on."""
    least, most = max(0, drawn + marked - total), min(drawn, marked)
    numbers = np.arange(least, most + 1)
    logarithms = (
        factorials[marked]
        - factorials[numbers]
        - factorials[marked - numbers]
        + factorials[total - marked]
        - factorials[drawn - numbers]
        - factorials[total - marked - drawn + numbers]
        - (factorials[total] - factorials[drawn] - factorials[total - drawn])
    )
    return least, np.exp(logarithms)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The share of a label's items that contain one of its first features, for each rank."""

    label: str
    ranks: tuple[int, ...]
    shares: tuple[float, ...]
    items: int


def coverage(
    items: Sequence[LabelledItem], ranked: Sequence[str], label: str, ranks: Sequence[int]
) -> Coverage:
    """Return what share of a label's items contains one of the first features, at these ranks."""
    position = {feature: rank for rank, feature in enumerate(ranked, start=1)}
    best = np.array(
        [
            min((position[name] for name in features if name in position), default=0)
            for features, given in items
            if given == label
        ],
        dtype=np.int64,
    )
    shares = tuple(
        float(((best > 0) & (best <= rank)).mean()) if len(best) else 0.0 for rank in ranks
    )
    return Coverage(label, tuple(ranks), shares, len(best))


def conditional_correlation(first: Mapping[str, float], second: Mapping[str, float]) -> Estimate:
    """Return Pearson's r of p(label | feature) in two parts of a dataset, over shared features."""
    shared = sorted(first.keys() & second.keys())
    if len(shared) < 3:
        return undefined(Undefined.TOO_FEW_ITEMS, len(shared))
    a = np.array([first[name] for name in shared])
    b = np.array([second[name] for name in shared])
    if not a.std() or not b.std():
        return undefined(Undefined.ONE_CATEGORY, len(shared))
    r = float(np.corrcoef(a, b)[0, 1])
    # Fisher's transformation gives the interval.
    centre = np.arctanh(np.clip(r, -1 + 1e-12, 1 - 1e-12))
    margin = NORMAL_QUANTILE / max(len(a) - 3, 1) ** 0.5
    return Estimate(r, float(np.tanh(centre - margin)), float(np.tanh(centre + margin)), len(a))


@dataclass(frozen=True, slots=True)
class _Counts:
    pairs: Counter[tuple[str, str]]
    features: Counter[str]
    labels: Counter[str]
    items: int


def _count(items: Iterable[LabelledItem]) -> _Counts:
    by_label: dict[str, Counter[str]] = {}
    labels = Counter[str]()
    for features, label in items:
        labels[label] += 1
        by_label.setdefault(label, Counter()).update(set(features))
    pairs, totals = Counter[tuple[str, str]](), Counter[str]()
    for label, counted in by_label.items():
        totals.update(counted)
        pairs.update({(feature, label): number for feature, number in counted.items()})
    return _Counts(pairs, totals, labels, labels.total())


def _npmi(
    conditional: FloatArray, of_feature: IntArray, of_label: IntArray, total: int
) -> FloatArray:
    joint = conditional * of_feature / total
    with np.errstate(divide="ignore", invalid="ignore"):
        measured = np.log(conditional * total / of_label) / -np.log(joint)
    # Never together is −1; if everything is together, nothing varies and nothing is associated.
    limited = np.where(joint <= 0, -1.0, np.where(joint >= 1, 0.0, measured))
    return np.clip(limited, -1.0, 1.0)


def _lmi(together: IntArray, of_feature: IntArray, of_label: IntArray, total: int) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        information = np.log(together * total / (of_feature * of_label))
        return np.where(together > 0, together / total * information, 0.0)
