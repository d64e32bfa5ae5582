"""Managers who grade the same claims and give the same feedback at the same moment."""

from __future__ import annotations

import pytest

from accounts.models import User
from annotation.models import Claim, Grade, PhaseItem, Qualification
from annotation.services.calibration import grading
from core.models import AuditEntry
from tests.annotation.calibration_world import Ground, make_ground, write_item
from tests.annotation.services.writing.test_highlights_for_many import all_at_once
from tests.people import NOW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def grade_all(person: User, *, keeps: bool) -> None:
    for claim in Claim.with_gold.filter(state=Claim.State.CALIBRATION).order_by("pk"):
        grading.grade_claim(
            item=PhaseItem.objects.get(attempt=claim.attempt_id),
            claim=claim,
            grader=person,
            keeps_guidelines=keeps,
            tags_fit=True,
            comment=f"By {person}.",
            clause="",
            now=NOW,
        )


@pytest.fixture
def ground(transactional_db: None) -> Ground:
    made = make_ground(candidates=1)
    write_item(made)
    write_item(made)
    return made


def test_two_managers_grade_the_same_claims_at_once_and_both_opinions_are_kept(
    ground: Ground,
) -> None:
    managers = [ground.manager, ground.other_manager]
    all_at_once(managers, lambda number, person: grade_all(person, keeps=number == 0))
    graded = Grade.objects.values_list("grader", "keeps_guidelines")
    assert sorted(graded) == sorted(
        [(ground.manager.pk, True), (ground.other_manager.pk, False)] * 6
    )
    with pytest.raises(grading.NotAllGradedError) as refused:
        grading.release_feedback(phase=Qualification.objects.get(), actor=ground.manager, now=NOW)
    assert (refused.value.missing, refused.value.disputed) == (0, 6)


def test_feedback_is_given_once_by_all_who_give_it_at_once(ground: Ground) -> None:
    grade_all(ground.manager, keeps=True)
    phase = Qualification.objects.get()

    def give(number: int, person: User) -> bool:
        try:
            grading.release_feedback(phase=phase, actor=person, now=NOW)
        except grading.NotGradableError:
            return False
        return True

    people = [ground.manager, ground.other_manager] * 2
    assert sorted(all_at_once(people, give)) == [False, False, False, True]
    assert AuditEntry.objects.filter(action="feedback.given").count() == 1
    phase.refresh_from_db()
    assert phase.state == "feedback"


def test_two_managers_who_settle_at_once_leave_one_grade_that_counts(ground: Ground) -> None:
    for person in (ground.manager, ground.other_manager):
        grade_all(person, keeps=person == ground.manager)
    claim = Claim.with_gold.filter(state=Claim.State.CALIBRATION).earliest("pk")
    grades = {one.grader_id: one for one in Grade.objects.filter(claim=claim)}
    all_at_once(
        [ground.manager, ground.other_manager],
        lambda number, person: grading.settle_grade(grade=grades[person.pk], actor=person, now=NOW),
    )
    assert Grade.objects.filter(claim=claim, settles=True).count() == 1
