"""Dependence between features of items and their labels, tested so that noise is not read as bias.

A feature is present in an item or not: a word of the claim, a mutation, the kind or the position of
evidence. For every pair of feature and label the result states nPMI with an interval, LMI, the
share of the label among the items with the feature, and a p-value.

The p-value is that of a permutation test: if labels were dealt to items at random, the number of
items with both would follow the hypergeometric distribution, so that no permutation has to be
drawn. All pairs of a table, or of several, are tested together, with the false discovery rate held
by Benjamini and Hochberg's procedure.

The interval of nPMI is Wilson's interval of p(label | feature), carried over: with the shares of
the feature and of the label as observed, nPMI rises with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
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


@dataclass(frozen=True, slots=True, eq=False)
class AssociationTable:
    """All pairs of features and labels as columns: a large dataset has hundreds of thousands.

    The pairs are in the order of their features, then of their labels.
    """

    features: Sequence[str]
    labels: Sequence[str]
    items: int
    # [feature, label]
    together: IntArray
    of_feature: IntArray
    of_label: IntArray
    # By pair.
    lmi: FloatArray
    p_values: FloatArray
    adjusted: FloatArray

    @classmethod
    def of(
        cls,
        features: Sequence[str],
        labels: Sequence[str],
        together: IntArray,
        *,
        of_feature: IntArray,
        of_label: IntArray,
    ) -> AssociationTable:
        """Measure a table of counts; features and labels are sorted."""
        items = int(of_label.sum())
        a, b = np.repeat(of_feature, len(labels)), np.tile(of_label, len(features))
        flat = together.reshape(-1)
        p_values = permutation_p(flat, a, b, items)
        return cls(
            features=features,
            labels=labels,
            items=items,
            together=together,
            of_feature=of_feature,
            of_label=of_label,
            lmi=_lmi(flat, a, b, items),
            p_values=p_values,
            adjusted=false_discovery_control(p_values) if len(p_values) else p_values,
        )

    @property
    def is_found(self) -> NDArray[np.bool_]:
        """Return which pairs are reported at the level of this module."""
        return self.adjusted <= LEVEL

    def by_lmi(self) -> IntArray:
        """Return the places of the pairs by falling LMI."""
        return np.argsort(-self.lmi, kind="stable")

    def names(self, place: int) -> tuple[str, str]:
        """Return the feature and the label of a pair."""
        feature, label = divmod(place, len(self.labels))
        return self.features[feature], self.labels[label]

    def rows(self, places: Iterable[int]) -> Iterator[Association]:
        """Yield these pairs with the intervals of their figures."""
        chosen = np.fromiter(places, np.int64)
        if not len(chosen):
            return
        width = max(len(self.labels), 1)
        together = self.together.reshape(-1)[chosen]
        of_feature = self.of_feature[chosen // width]
        of_label = self.of_label[chosen % width]
        low, high = wilson(together, of_feature)
        shares = together / of_feature
        npmi, npmi_low, npmi_high = (
            _npmi(share, of_feature, of_label, self.items) for share in (shares, low, high)
        )
        for row, place in enumerate(chosen.tolist()):
            feature, label = self.names(place)
            number = int(of_feature[row])
            yield Association(
                feature=feature,
                label=label,
                together=int(together[row]),
                feature_items=number,
                label_items=int(of_label[row]),
                items=self.items,
                npmi=Estimate(
                    float(npmi[row]), float(npmi_low[row]), float(npmi_high[row]), number
                ),
                lmi=float(self.lmi[place]),
                conditional=Estimate(float(shares[row]), float(low[row]), float(high[row]), number),
                p_value=float(self.p_values[place]),
                adjusted=float(self.adjusted[place]),
            )


def association_table(
    items: Iterable[LabelledItem], *, least_items: int = LEAST_ITEMS
) -> AssociationTable:
    """Return the table of the features of items with their labels."""
    counts = _count(items)
    features = sorted(name for name, number in counts.features.items() if number >= least_items)
    labels = sorted(counts.labels)
    together = np.array(
        [[counts.pairs[feature, label] for label in labels] for feature in features],
        dtype=np.int64,
    ).reshape(len(features), len(labels))
    return AssociationTable.of(
        features,
        labels,
        together,
        of_feature=np.array([counts.features[name] for name in features], dtype=np.int64),
        of_label=np.array([counts.labels[name] for name in labels], dtype=np.int64),
    )


def associations(
    items: Iterable[LabelledItem], *, least_items: int = LEAST_ITEMS
) -> list[Association]:
    """Return every pair of a feature and a label, by falling LMI, with corrected tests."""
    table = association_table(items, least_items=least_items)
    return list(table.rows(table.by_lmi().tolist()))


def correct_together(
    tables: Mapping[str, AssociationTable], *, families: int = 1
) -> dict[str, AssociationTable]:
    """Correct the tests of several tables as one family, of so many that share the level.

    If nothing is associated, the level is that of any pair in any table of any family being found.
    """
    sizes = [len(table.p_values) for table in tables.values()]
    if not sum(sizes):
        return dict(tables)
    pooled = np.concatenate([table.p_values for table in tables.values()])
    adjusted = np.minimum(families * false_discovery_control(pooled), 1.0)
    parts = np.split(adjusted, np.cumsum(sizes)[:-1])
    return {
        name: replace(table, adjusted=part)
        for (name, table), part in zip(tables.items(), parts, strict=True)
    }


def permutation_p(
    together: IntArray, of_feature: IntArray, of_label: IntArray, total: int
) -> FloatArray:
    """Return two-sided p-values of the items with both, had labels been dealt at random."""
    p_values = np.empty(len(together))
    if not len(together):
        return p_values
    factorials = gammaln(np.arange(total + 1) + 1.0)
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
