"""Grades of calibration items: what counts, what is missing, where managers disagree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.models import Claim, Grade, PhaseItem
from annotation.rules.calibration.grading import GradeMark


@dataclass(frozen=True, slots=True)
class FinalGrade:
    """The grade that counts for an item or one of its claims, and all that were given."""

    item: PhaseItem
    claim: Claim | None
    grades: tuple[Grade, ...]
    final: Grade | None

    @property
    def is_missing(self) -> bool:
        return not self.grades

    @property
    def is_disputed(self) -> bool:
        return bool(self.grades) and self.final is None


def final_grades(items: Sequence[PhaseItem]) -> list[FinalGrade]:
    """Return the grade of every claim or verification of these items, in order. Two queries."""
    attempts = [item.attempt_id for item in items if item.attempt_id is not None]
    written: dict[int, list[Claim]] = {}
    for claim in Claim.with_gold.filter(attempt__in=attempts).order_by("pk"):
        assert claim.attempt_id is not None
        written.setdefault(claim.attempt_id, []).append(claim)
    given: dict[tuple[int, int | None], list[Grade]] = {}
    rows = Grade.objects.filter(item__in=[item.pk for item in items]).select_related("grader")
    for grade in rows.order_by("graded_at", "pk"):
        given.setdefault((grade.item_id, grade.claim_id), []).append(grade)
    found = []
    for item in items:
        graded: Iterable[Claim | None] = written.get(item.attempt_id or 0) or [None]
        for each in graded:
            grades = given.get((item.pk, each.pk if each else None), [])
            found.append(FinalGrade(item, each, tuple(grades), counting(grades)))
    return found


def counting(grades: Sequence[Grade]) -> Grade | None:
    """Return the grade that counts: the one that settles, the managers' if they agree, the rule's.

    None where two managers disagree.
    """
    for grade in grades:
        if grade.settles:
            return grade
    by_people = [grade for grade in grades if grade.grader_id is not None]
    if not by_people:
        return grades[0] if grades else None
    opinions = {(grade.keeps_guidelines, grade.tags_fit) for grade in by_people}
    return by_people[0] if len(opinions) == 1 else None


def mark_of(grade: Grade) -> GradeMark:
    """Return a grade as the numbers that scores are made of."""
    return GradeMark(
        keeps_guidelines=grade.keeps_guidelines,
        tags_fit=grade.tags_fit,
        verdict_right=grade.verdict_right,
        precision=grade.precision,
        recall=grade.recall,
        complete_sets=grade.complete_sets,
        gold_sets=grade.gold_sets,
    )
