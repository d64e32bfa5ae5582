"""Grades of calibration items: a verification against gold, written claims by people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotation.rules.verifying.elements import ElementReference
from campaigns.protocols.enums import Measure
from metrics.scores import PLAIN_SCORE, JudgedClaim
from metrics.selections import score_against


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """The answer of a candidate, or of a manager for gold."""

    verdict: str
    tags: Mapping[str, str]
    sets: Sequence[Sequence[ElementReference]]


@dataclass(frozen=True, slots=True)
class VerificationGrade:
    """A verification measured against gold."""

    verdict_right: bool
    # None if the gold has no tags.
    tags_fit: bool | None
    # By element, against the gold set that fits best.
    precision: float
    recall: float
    # How many of the gold sets are wholly among the chosen elements.
    complete_sets: int
    gold_sets: int
    # The rule of the scorers: the right verdict, and one gold set complete.
    is_strict: bool


def grade_verification(given: GradedAnswer, gold: GradedAnswer) -> VerificationGrade:
    """Return the grade of a verification."""
    chosen = [frozenset(elements) for elements in given.sets]
    wanted = [frozenset(elements) for elements in gold.sets]
    evidence = score_against(chosen, wanted)
    return VerificationGrade(
        verdict_right=given.verdict == gold.verdict,
        tags_fit=_tags_fit(given.tags, gold.tags),
        precision=evidence.precision,
        recall=evidence.recall,
        complete_sets=evidence.complete_sets,
        gold_sets=sum(bool(elements) for elements in wanted),
        is_strict=_is_strict(given, gold),
    )


def _tags_fit(given: Mapping[str, str], gold: Mapping[str, str]) -> bool | None:
    if not gold:
        return None
    return all(given.get(tag) == value for tag, value in gold.items())


def _is_strict(given: GradedAnswer, gold: GradedAnswer) -> bool:
    """Return whether the verification counts by the rule by which predictions are scored.

    Only the number of elements that count there is not limited, as it is for machines.
    """
    chosen = dict.fromkeys(one for elements in given.sets for one in elements)
    claim = JudgedClaim(
        label=gold.verdict,
        sets=tuple(
            frozenset((one.page, one.address) for one in elements) for elements in gold.sets
        ),
        predicted_label=given.verdict,
        predicted=tuple((one.page, one.address) for one in chosen),
    )
    return PLAIN_SCORE.score([claim]).strict == 1.0


@dataclass(frozen=True, slots=True)
class GradeMark:
    """One grade as the numbers that a score is made of; None where something is not graded."""

    keeps_guidelines: bool | None = None
    tags_fit: bool | None = None
    verdict_right: bool | None = None
    precision: float | None = None
    recall: float | None = None
    complete_sets: int | None = None
    gold_sets: int | None = None

    def value_of(self, measure: Measure) -> float | None:
        """Return a measure from 0 to 1, or None if it was not graded."""
        if measure is Measure.COMPLETE_SETS:
            if self.complete_sets is None:
                return None
            return self.complete_sets / self.gold_sets if self.gold_sets else 1.0
        values: dict[Measure, bool | float | None] = {
            Measure.GUIDELINES: self.keeps_guidelines,
            Measure.TAGS: self.tags_fit,
            Measure.VERDICT: self.verdict_right,
            Measure.EVIDENCE_PRECISION: self.precision,
            Measure.EVIDENCE_RECALL: self.recall,
        }
        value = values[measure]
        return None if value is None else float(value)


def score_of(marks: Iterable[GradeMark], measures: Sequence[Measure]) -> float | None:
    """Return the mean over marks of the mean of their measures; None if nothing is graded."""
    scores = []
    for mark in marks:
        values = [value for measure in measures if (value := mark.value_of(measure)) is not None]
        if values:
            scores.append(sum(values) / len(values))
    return sum(scores) / len(scores) if scores else None


def means_of(marks: Sequence[GradeMark], measures: Sequence[Measure]) -> dict[Measure, float]:
    """Return the mean of each measure over the marks that have it."""
    means = {}
    for measure in measures:
        values = [value for mark in marks if (value := mark.value_of(measure)) is not None]
        if values:
            means[measure] = sum(values) / len(values)
    return means
