"""Appeals against grades, and what of a grade can be changed in the candidate's favour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.models import Appeal, Claim, Grade, PhaseItem
from annotation.selectors.calibration.grades import final_grades
from campaigns.protocols.enums import Measure

# The evidence of a verification is granted as a whole.
EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class AppealPoint:
    """One thing about an item that does not count as right: of a verification, or of a claim."""

    claim: Claim | None
    # The name of a measure, or `EVIDENCE`.
    name: str
    # The grade that counts now.
    grade: Grade

    @property
    def key(self) -> str:
        """Return the name under which a form sends the point."""
        return f"{self.claim.public_id}:{self.name}" if self.claim else self.name


@dataclass(frozen=True, slots=True)
class OpenAppeal:
    """An appeal that waits for an answer, with what could be granted."""

    appeal: Appeal
    points: tuple[AppealPoint, ...]


def open_appeals(campaigns: Iterable[int]) -> list[OpenAppeal]:
    """Return the appeals of campaigns that wait for an answer, the oldest first."""
    rows = list(
        Appeal.objects.filter(
            state=Appeal.State.OPEN, item__qualification__candidacy__campaign__in=list(campaigns)
        )
        .select_related("item__qualification__candidacy__person", "item__attempt")
        .order_by("made_at", "pk")
    )
    points = points_of([row.item for row in rows])
    return [OpenAppeal(row, points.get(row.item_id, ())) for row in rows]


def points_of(items: Sequence[PhaseItem]) -> dict[int, tuple[AppealPoint, ...]]:
    """Return what does not count as right, by the item's key."""
    found: dict[int, tuple[AppealPoint, ...]] = {}
    for graded in final_grades(items):
        grade = graded.final
        if grade is not None:
            more = (AppealPoint(graded.claim, name, grade) for name in _wrong_in(grade))
            found[graded.item.pk] = (*found.get(graded.item.pk, ()), *more)
    return found


def _wrong_in(grade: Grade) -> list[str]:
    is_right = {
        Measure.GUIDELINES.value: grade.keeps_guidelines,
        Measure.VERDICT.value: grade.verdict_right,
        EVIDENCE: _has_right_evidence(grade),
        Measure.TAGS.value: grade.tags_fit,
    }
    return [name for name, right in is_right.items() if right is False]


def _has_right_evidence(grade: Grade) -> bool | None:
    """Return whether nothing is missing from the evidence; None if it was not graded."""
    if grade.precision is None or grade.recall is None:
        return None
    return (
        grade.precision == 1
        and grade.recall == 1
        and (grade.complete_sets or 0) >= (grade.gold_sets or 0)
    )
