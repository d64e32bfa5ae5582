"""The scores of predictions against a dataset: the FEVEROUS score, the FEVER score, their parts.

A claim counts for the strict score when its label is right and one of its evidence sets lies
wholly inside what was predicted. Precision is the mean, over claims, of the share of predicted
elements that are in any of the claim's sets; recall the share of claims of which some set is
complete. An incomplete set is worth nothing.

Both studies truncate a prediction: FEVEROUS after five sentences and 25 other elements, FEVER after
five. FEVER requires no evidence for a claim labelled "not enough information" and leaves such
claims out of precision and recall; FEVEROUS treats all labels alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

# FEVEROUS: page, kind, position. FEVER: page, line.
ElementKey = tuple[Hashable, ...]

SENTENCES_COUNTED = 5
OTHERS_COUNTED = 25
LINES_COUNTED = 5
NOT_ENOUGH = "NOT ENOUGH INFO"


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim with its gold label and sets, and with the prediction for it, in order."""

    label: str
    sets: tuple[frozenset[ElementKey], ...]
    predicted_label: str
    predicted: tuple[ElementKey, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """Means over the claims; all are 0 if there are no claims."""

    claims: int
    strict: float
    label_accuracy: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 0 if both are 0."""
        both = self.precision + self.recall
        return 2.0 * self.precision * self.recall / both if both else 0.0


@dataclass(slots=True)
class _Sums:
    claims: int = 0
    strict: int = 0
    right: int = 0
    precision: float = 0.0
    complete: int = 0
    # The number of claims whose evidence is scored.
    scored: int = 0

    def merge(self, other: _Sums) -> None:
        for name in _Sums.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def scores(self) -> Scores:
        if not self.claims:
            return Scores(0, 0.0, 0.0, 0.0, 0.0)
        return Scores(
            claims=self.claims,
            strict=self.strict / self.claims,
            label_accuracy=self.right / self.claims,
            # With nothing to find, no prediction was wrong.
            precision=self.precision / self.scored if self.scored else 1.0,
            recall=self.complete / self.scored if self.scored else 0.0,
        )


@dataclass(frozen=True, slots=True)
class Scorer:
    """A rule for what counts of a prediction, and for which labels evidence does not count."""

    keep: Callable[[Sequence[ElementKey]], Sequence[ElementKey]]
    without_evidence: frozenset[str] = field(default=frozenset())

    def score(self, claims: Iterable[JudgedClaim]) -> Scores:
        """Return the scores over all these claims."""
        sums = _Sums()
        for claim in claims:
            self.add_to(sums, claim)
        return sums.scores()

    def tally(self) -> Tally:
        """Return a tally, for claims that come one after another and are not kept."""
        return Tally(self)

    def add_to(self, sums: _Sums, claim: JudgedClaim) -> None:
        """Count a claim."""
        sums.claims += 1
        label = claim.label.upper()
        is_right = label == claim.predicted_label.upper()
        sums.right += is_right
        if label in self.without_evidence:
            sums.strict += is_right
            return
        kept = self.keep(claim.predicted)
        found = set(kept)
        is_complete = any(evidence <= found for evidence in claim.sets)
        sums.strict += is_right and is_complete
        sums.scored += 1
        # If there is nothing to find, all of it is found.
        sums.complete += is_complete or not claim.sets
        gold = frozenset[ElementKey]().union(*claim.sets)
        sums.precision += sum(element in gold for element in kept) / len(kept) if kept else 1.0


class Tally:
    """Scores of all claims, and of each group such as a challenge, in little memory."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        self._all = _Sums()
        self._groups: dict[str, _Sums] = {}

    def add(self, claim: JudgedClaim, group: str = "") -> None:
        """Count a claim; without a group it counts only in the total."""
        self._scorer.add_to(self._all, claim)
        if group:
            self._scorer.add_to(self._groups.setdefault(group, _Sums()), claim)

    @property
    def scores(self) -> Scores:
        return self._all.scores()

    def by_group(self, *, least: int = 1) -> Mapping[str, Scores]:
        """Return the scores of each group by its name.

        Groups of fewer claims than `least` are merged under the empty name, with the next larger
        one if they are still too few: so no score is about a handful of claims.
        """
        together = _Sums()
        scores: dict[str, Scores] = {}
        for name, sums in sorted(self._groups.items(), key=lambda item: (item[1].claims, item[0])):
            if sums.claims < least or 0 < together.claims < least:
                together.merge(sums)
            else:
                scores[name] = sums.scores()
        if together.claims:
            scores[""] = together.scores()
        return {name: scores[name] for name in sorted(scores)}


def first_of_each_kind(
    predicted: Sequence[ElementKey], other_kinds: frozenset[Hashable]
) -> list[ElementKey]:
    """Return the first five sentences and the first 25 elements of the other kinds together."""
    kept = []
    sentences = others = 0
    for element in predicted:
        if element[1] in other_kinds:
            others += 1
            is_kept = others <= OTHERS_COUNTED
        else:
            sentences += 1
            is_kept = sentences <= SENTENCES_COUNTED
        if is_kept:
            kept.append(element)
    return kept


def first_lines(predicted: Sequence[ElementKey]) -> Sequence[ElementKey]:
    """Return the first five lines."""
    return predicted[:LINES_COUNTED]


def feverous_scorer(other_kinds: Iterable[Hashable]) -> Scorer:
    """Return the scorer of FEVEROUS for these kinds of elements beside the sentence.

    Everything else that a prediction may name counts as a sentence, as in the official scorer.
    """
    return Scorer(keep=partial(first_of_each_kind, other_kinds=frozenset(other_kinds)))


# For designs without a scorer of their own: the whole prediction counts.
PLAIN_SCORE = Scorer(keep=lambda predicted: predicted)
FEVER_SCORE = Scorer(keep=first_lines, without_evidence=frozenset({NOT_ENOUGH}))
