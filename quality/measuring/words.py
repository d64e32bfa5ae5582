"""The words of claims and what they give away: n-grams with labels, and two halves. Pure."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix

from metrics.dependence import (
    LEAST_ITEMS,
    AssociationTable,
    LabelledItem,
    conditional_correlation,
    coverage,
)
from metrics.estimates import IntArray, share
from metrics.ngrams import ngrams_up_to
from quality.measuring.labelled_claims import LabelledClaim, association_figures
from quality.measuring.results import (
    AssociationFigures,
    CorrelationFigures,
    CoverageFigures,
    figure,
    share_figure,
)

# The n-grams that are stored of each verdict.
STORED_NGRAMS = 50
STORED_WORDS = 20
RANKS = (10, 20, 50, 100, 200, 500, 1000)
# N-grams are counted exactly only if so many n-grams of their bucket occur.
_BUCKETS = 2**22


class ClaimNgrams:
    """The words and bigrams of claims that are frequent enough to be tested, as numbers."""

    def __init__(self, labelled: Sequence[LabelledClaim]) -> None:
        self._labelled = labelled
        frequent = _frequent_buckets(labelled)
        codes: dict[str, int] = {}
        flat, pointers = array("i"), array("q", [0])
        for row in labelled:
            for gram in ngrams_up_to(row.claim.text, 2):
                if frequent[hash(gram) % _BUCKETS]:
                    flat.append(codes.setdefault(gram, len(codes)))
            pointers.append(len(flat))
        counts = np.bincount(flat, minlength=len(codes)) if codes else np.zeros(0, np.int64)
        kept = sorted((" " in gram, gram) for gram, code in codes.items() if _is_kept(counts[code]))
        self.names = [gram for _, gram in kept]
        # Words come first, then pairs of words.
        self.words = sum(not is_pair for is_pair, _ in kept)
        self.matrix = _matrix(flat, pointers, [codes[gram] for gram in self.names], len(codes))

    def bigram_matrix(self) -> csr_matrix:
        """Return which claim has which pair of words."""
        return self.matrix[:, self.words :]

    def table(self, labels: Sequence[str], columns: slice = slice(None)) -> AssociationTable:
        """Return the table of n-grams with one label a claim; claims without one are left out."""
        names = sorted({label for label in labels if label})
        codes = np.array([names.index(label) if label else -1 for label in labels], dtype=np.int64)
        matrix = self.matrix[:, columns]
        together = (
            np.stack([column_counts(matrix, codes == code) for code in range(len(names))], axis=1)
            if names
            else np.zeros((matrix.shape[1], 0), np.int64)
        )
        of_feature = together.sum(axis=1)
        enough = np.flatnonzero(of_feature >= LEAST_ITEMS)
        features = self.names[columns]
        return AssociationTable.of(
            [features[place] for place in enough],
            names,
            together[enough],
            of_feature=of_feature[enough],
            of_label=np.bincount(codes[codes >= 0], minlength=len(names)),
        )

    def bigrams(self, chosen: IntArray) -> Iterator[LabelledItem]:
        """Yield the pairs of words of these claims, each claim with its verdict."""
        indices, pointers = self.matrix.indices, self.matrix.indptr
        for place in chosen:
            mine = indices[pointers[place] : pointers[place + 1]]
            names = tuple(self.names[code] for code in mine if code >= self.words)
            yield names, self._labelled[place].verdict


def column_counts(matrix: csr_matrix, rows: np.ndarray) -> IntArray:
    """Return how many of these rows have each column."""
    return np.asarray(matrix[rows].sum(axis=0), dtype=np.int64).reshape(-1)


def _is_kept(count: int) -> bool:
    return count >= LEAST_ITEMS


def _frequent_buckets(labelled: Sequence[LabelledClaim]) -> np.ndarray:
    """Return which buckets are frequent; most n-grams are rare, and need no place in memory."""
    seen = array("i")
    for row in labelled:
        seen.extend([hash(gram) % _BUCKETS for gram in ngrams_up_to(row.claim.text, 2)])
    return np.bincount(np.frombuffer(seen, np.int32), minlength=_BUCKETS) >= LEAST_ITEMS


def _matrix(flat: array[int], pointers: array[int], kept: Sequence[int], width: int) -> csr_matrix:
    """Return which claim has which of the kept n-grams, in their order."""
    places = np.full(width, -1, dtype=np.int32)
    places[kept] = np.arange(len(kept), dtype=np.int32)
    columns = places[np.frombuffer(flat, np.int32)] if flat else np.zeros(0, np.int32)
    ends = np.frombuffer(pointers, np.int64)
    owners = np.repeat(np.arange(len(ends) - 1), ends[1:] - ends[:-1])
    used = columns >= 0
    ones = np.ones(int(used.sum()), dtype=np.int32)
    shape = (len(pointers) - 1, len(kept))
    matrix = csr_matrix((ones, (owners[used], columns[used])), shape=shape)
    matrix.sort_indices()
    return matrix


def strongest_ngrams(table: AssociationTable) -> tuple[AssociationFigures, ...]:
    """Return the strongest n-grams of each verdict, by falling LMI."""
    stored, places = Counter[str](), []
    for place in table.by_lmi().tolist():
        label = table.names(place)[1]
        if table.lmi[place] > 0 and stored[label] < STORED_NGRAMS:
            stored[label] += 1
            places.append(place)
    return association_figures(table.rows(places))


def strongest_words(table: AssociationTable) -> tuple[AssociationFigures, ...]:
    """Return the words that go with a label beyond chance, by falling LMI."""
    found = table.is_found & (table.lmi > 0)
    places = [place for place in table.by_lmi().tolist() if found[place]]
    return association_figures(table.rows(places[:STORED_WORDS]))


@dataclass(frozen=True, slots=True)
class SplitHalves:
    """Pairs of words of one half of the pages, and the claims of the other."""

    # By verdict: the share of its claims of the second half that have one of the first pairs.
    coverage: tuple[CoverageFigures, ...]
    # By verdict: how alike p(verdict | pair) is in both.
    correlations: tuple[CorrelationFigures, ...]


def compare_halves(labelled: Sequence[LabelledClaim], grams: ClaimNgrams) -> SplitHalves:
    """Rank pairs of words by LMI in the first half, and look for them in the second.

    Phrases that are frequent by chance in one half are not in the other.
    """
    in_first = np.array([row.is_in_first_half for row in labelled], dtype=bool)
    verdicts = sorted({row.verdict for row in labelled})
    first, second = (
        grams.table(
            [row.verdict if here else "" for row, here in zip(labelled, half, strict=True)],
            slice(grams.words, None),
        )
        for half in (in_first, ~in_first)
    )
    ranked = _ranked(first)
    p_first, p_second = _conditionals(first), _conditionals(second)
    items = list(grams.bigrams(np.flatnonzero(~in_first)))
    covered, correlations = [], []
    for verdict in verdicts:
        mine = ranked.get(verdict, [])
        found = coverage(items, mine, verdict, RANKS)
        covered.append(
            CoverageFigures(
                verdict,
                RANKS,
                tuple(
                    share_figure(share(round(part * found.items), found.items))
                    for part in found.shares
                ),
            )
        )
        correlations.append(
            CorrelationFigures(
                verdict,
                RANKS,
                tuple(
                    figure(
                        conditional_correlation(
                            _of(p_first, verdict, mine[:rank]), _of(p_second, verdict, mine[:rank])
                        )
                    )
                    for rank in RANKS
                ),
            )
        )
    return SplitHalves(tuple(covered), tuple(correlations))


def _ranked(table: AssociationTable) -> dict[str, list[str]]:
    """Return the features of each label by falling LMI, as many as the last rank."""
    ranked: dict[str, list[str]] = {}
    for place in table.by_lmi().tolist():
        feature, label = table.names(place)
        mine = ranked.setdefault(label, [])
        if table.lmi[place] > 0 and len(mine) < RANKS[-1]:
            mine.append(feature)
    return ranked


@dataclass(frozen=True, slots=True)
class _Conditionals:
    """p(label | feature) of a table."""

    table: AssociationTable
    places: Mapping[str, int]

    def get(self, feature: str, label: str) -> float | None:
        place = self.places.get(feature)
        if place is None or label not in self.table.labels:
            return None
        column = self.table.labels.index(label)
        return float(self.table.together[place, column] / self.table.of_feature[place])


def _conditionals(table: AssociationTable) -> _Conditionals:
    return _Conditionals(table, {name: place for place, name in enumerate(table.features)})


def _of(found: _Conditionals, label: str, features: Sequence[str]) -> dict[str, float]:
    values = {name: found.get(name, label) for name in features}
    return {name: value for name, value in values.items() if value is not None}
