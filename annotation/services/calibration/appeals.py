"""Answers to appeals: the manager says what of the item counts as right, or keeps the grade."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from annotation.models import Appeal, Grade
from annotation.models.grades import LONGEST_COMMENT
from annotation.selectors.calibration.appeals import EVIDENCE, AppealPoint, points_of
from annotation.services.calibration.grading import NotGradableError, OwnWorkError, checked
from campaigns.protocols.enums import Measure
from core.services import audit

_FIELDS = {
    Measure.GUIDELINES.value: "keeps_guidelines",
    Measure.VERDICT.value: "verdict_right",
    Measure.TAGS.value: "tags_fit",
}
# What a new grade takes over from the one that counted before.
_KEPT = (
    *("keeps_guidelines", "tags_fit", "verdict_right", "precision", "recall"),
    *("complete_sets", "gold_sets", "is_strict", "comment", "clause"),
)


class NothingGrantedError(Exception):
    """Nothing was granted, or something that counts as right already."""


@transaction.atomic
def answer_appeal(
    *, appeal: Appeal, actor: User, answer: str, granted: Collection[str] | None, now: datetime
) -> None:
    """Answer an appeal: the points `granted` count as right; None keeps the grade."""
    held = (
        Appeal.objects.select_for_update(no_key=True, of=("self",))
        .select_related("item__qualification__candidacy", "item__attempt")
        .get(pk=appeal.pk)
    )
    candidacy = held.item.qualification.candidacy
    if candidacy.person_id == actor.pk:
        raise OwnWorkError
    if held.state != Appeal.State.OPEN:
        raise NotGradableError
    held.answer = checked(answer, LONGEST_COMMENT)
    points = _chosen(held, granted) if granted is not None else []
    held.state = Appeal.State.DISMISSED if granted is None else Appeal.State.UPHELD
    held.answered_at, held.answered_by = now, actor
    held.save(update_fields=["answer", "state", "answered_at", "answered_by"])
    for grade in {point.grade.pk: point.grade for point in points}.values():
        _grade_again(grade, [one for one in points if one.grade.pk == grade.pk], actor, now)
    audit.record(
        actor=actor,
        action="appeal.answered",
        target=candidacy,
        now=now,
        details={"state": held.state, "granted": [point.name for point in points]},
    )


def _chosen(appeal: Appeal, granted: Collection[str]) -> list[AppealPoint]:
    points = points_of([appeal.item]).get(appeal.item_id, ())
    if not granted or not set(granted) <= {point.key for point in points}:
        raise NothingGrantedError
    return [point for point in points if point.key in granted]


def _grade_again(before: Grade, points: Sequence[AppealPoint], actor: User, now: datetime) -> None:
    """Store a grade that settles: the one before, with these points right."""
    values: dict[str, Any] = {name: getattr(before, name) for name in _KEPT}
    for point in points:
        if point.name == EVIDENCE:
            values |= {"precision": 1.0, "recall": 1.0, "complete_sets": before.gold_sets}
        else:
            values[_FIELDS[point.name]] = True
    if before.claim_id is None:
        # As the scorers see it; without gold sets the verdict alone counts.
        has_set = bool(values["complete_sets"]) or not values["gold_sets"]
        values["is_strict"] = bool(values["verdict_right"]) and has_set
    of_claim = Grade.objects.filter(item=before.item_id, claim=before.claim_id)
    of_claim.update(settles=False)
    Grade.objects.update_or_create(
        item=before.item,
        claim=before.claim,
        grader=actor,
        defaults={
            **values,
            "candidate_id": before.candidate_id,
            "settles": True,
            "graded_at": now,
        },
    )
