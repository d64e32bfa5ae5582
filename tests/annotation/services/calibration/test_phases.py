"""Candidates go through the phases; only the approved get work."""

from __future__ import annotations

import pytest

from annotation.models import (
    Attempt,
    Candidacy,
    Claim,
    Gold,
    Grade,
    PhaseItem,
    Qualification,
    TaskName,
    Verification,
)
from annotation.rules.calibration.progress import StepKind
from annotation.selectors.calibration.phases import steps_of
from annotation.services.calibration import candidacies, grading, phases
from annotation.services.calibration import gold as gold_service
from annotation.services.desk import eligibility
from annotation.services.verifying import queue, reopening
from annotation.services.writing import highlights
from campaigns.models import Membership
from tests.annotation.calibration_world import (
    Ground,
    make_ground,
    right_answer,
    take,
    verify_item,
    write_item,
)
from tests.annotation.verifying_world import element, judgement, submit_confirmed
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def _step(ground: Ground, task: TaskName) -> tuple[StepKind, str, int, int]:
    members = list(Membership.objects.filter(user=ground.candidate).select_related("campaign"))
    found = next(one for one in steps_of(ground.candidate, members) if one.task is task)
    phase = found.step.phase
    if phase is None:
        return found.step.kind, "", 0, 0
    return found.step.kind, phase.name, phase.done, phase.total


def _read_all(ground: Ground, phase: str) -> None:
    for item in PhaseItem.objects.filter(
        qualification__phase=phase, qualification__candidacy__person=ground.candidate
    ):
        phases.read_feedback(item=item, now=NOW)


def test_a_verifier_goes_through_practice_and_both_phases() -> None:
    ground = make_ground(practice=1)
    verify = TaskName.VERIFY
    assert _step(ground, verify) == (StepKind.PRACTICE, "practice", 0, 1)
    verify_item(ground)
    assert _step(ground, verify) == (StepKind.FEEDBACK, "practice", 1, 1)
    assert not Grade.objects.exists()  # practice is not graded
    _read_all(ground, "practice")
    assert _step(ground, verify) == (StepKind.PHASE, "verify_1", 0, 2)
    verify_item(ground)
    assert _step(ground, verify) == (StepKind.PHASE, "verify_1", 1, 2)
    verify_item(ground)
    assert _step(ground, verify) == (StepKind.FEEDBACK, "verify_1", 2, 2)
    with pytest.raises(phases.NoItemError):  # phase 2 opens when all is read
        take(ground, verify)
    _read_all(ground, "verify_1")
    assert _step(ground, verify) == (StepKind.PHASE, "verify_2", 0, 2)
    verify_item(ground)
    verify_item(ground)
    _read_all(ground, "verify_2")
    assert _step(ground, verify)[0] is StepKind.WAITING_FOR_DECISION


def test_verifications_are_graded_against_the_best_gold_set() -> None:
    ground = make_ground()
    verify_item(ground)
    wrong = judgement(
        [element("cell_0_1_0"), element("sentence_4")],
        verdict="refuted",
        answer="yes",
        tags={"challenge": "numerical_reasoning"},
    )
    verify_item(ground, given=wrong)
    right, poor = Grade.objects.order_by("item__position")
    assert (right.verdict_right, right.tags_fit, right.precision, right.recall) == (
        True,
        True,
        1.0,
        1.0,
    )
    assert (right.complete_sets, right.gold_sets, right.is_strict) == (2, 2, True)
    assert (poor.verdict_right, poor.tags_fit, poor.precision, poor.recall) == (
        False,
        False,
        0.5,
        0.5,
    )
    assert (poor.complete_sets, poor.gold_sets, poor.is_strict) == (0, 2, False)
    assert {grade.grader for grade in (right, poor)} == {None}


def test_everybody_gets_the_same_items_in_the_same_order() -> None:
    ground = make_ground()
    for person in ground.candidates:
        verify_item(ground, person)
        verify_item(ground, person)
    chosen = [
        list(
            PhaseItem.objects.filter(qualification__candidacy__person=person)
            .order_by("position")
            .values_list("gold", flat=True)
        )
        for person in ground.candidates
    ]
    assert chosen[0] == chosen[1]
    assert len(chosen[0]) == 2


def test_another_try_gets_other_items() -> None:
    ground = make_ground(tries=2)
    verify_item(ground)
    verify_item(ground)
    candidacies.give_another_try(
        campaign=ground.campaign,
        person=ground.candidate,
        task=TaskName.VERIFY,
        actor=ground.manager,
        now=NOW,
    )
    assert _step(ground, TaskName.VERIFY) == (StepKind.PHASE, "verify_1", 0, 2)
    verify_item(ground)
    verify_item(ground)
    tries = [
        set(
            PhaseItem.objects.filter(qualification__try_number=number).values_list(
                "gold", flat=True
            )
        )
        for number in (1, 2)
    ]
    assert [len(one) for one in tries] == [2, 2]
    assert not tries[0] & tries[1]


def test_no_other_try_without_gold_for_it() -> None:
    ground = make_ground()
    with pytest.raises(candidacies.NoGoldError) as refused:
        candidacies.give_another_try(
            campaign=ground.campaign,
            person=ground.candidate,
            task=TaskName.VERIFY,
            actor=ground.manager,
            now=NOW,
        )
    assert [missing for *_rest, missing in refused.value.lacking] == [2, 2]
    assert not Candidacy.objects.exists()


def test_candidates_get_no_work_until_they_are_approved() -> None:
    ground = make_ground()
    with pytest.raises(eligibility.NotApprovedError):
        queue.take_claim(campaign=ground.campaign, annotator=ground.candidate, now=NOW)
    with pytest.raises(eligibility.NotApprovedError):
        highlights.take_highlight(campaign=ground.campaign, annotator=ground.candidate, now=NOW)
    assert not Attempt.objects.filter(annotator=ground.candidate).exists()
    _decide(ground, TaskName.WRITE, Candidacy.Outcome.APPROVED)
    taken = highlights.take_highlight(campaign=ground.campaign, annotator=ground.candidate, now=NOW)
    assert taken.attempt.purpose == Attempt.Purpose.WRITE
    with pytest.raises(eligibility.NotApprovedError):  # approved for the other task only
        queue.take_claim(campaign=ground.campaign, annotator=ground.candidate, now=NOW)


def test_the_rejected_get_no_work() -> None:
    ground = make_ground()
    _decide(ground, TaskName.WRITE, Candidacy.Outcome.REJECTED)
    with pytest.raises(eligibility.NotApprovedError):
        highlights.take_highlight(campaign=ground.campaign, annotator=ground.candidate, now=NOW)
    with pytest.raises(phases.NoItemError):
        take(ground, TaskName.WRITE)
    assert _step(ground, TaskName.WRITE)[0] is StepKind.REJECTED


def _decide(ground: Ground, task: TaskName, outcome: Candidacy.Outcome) -> None:
    candidacies.decide(
        campaign=ground.campaign,
        person=ground.candidate,
        task=task,
        outcome=outcome,
        actor=ground.manager,
        now=NOW,
    )


def test_nothing_is_opened_again_after_feedback() -> None:
    ground = make_ground()
    first = verify_item(ground)
    reopened = reopening.reopen_verification(
        verification=first, actor=ground.candidate, now=NOW
    )  # before the feedback it may be corrected
    submit_confirmed(attempt=reopened, judgement=right_answer(), now=NOW)
    verify_item(ground)
    with pytest.raises(reopening.NotCorrectableError) as refused:
        reopening.reopen_verification(verification=first, actor=ground.candidate, now=NOW)
    assert refused.value.reason == Verification.Lock.GRADED
    assert not Attempt.objects.filter(
        annotator=ground.candidate, outcome=Attempt.Outcome.OPEN
    ).exists()


def test_claims_are_graded_by_two_managers_and_disagreements_are_settled() -> None:
    ground = make_ground()
    write_item(ground)
    write_item(ground)
    assert _step(ground, TaskName.WRITE) == (StepKind.WAITING_FOR_GRADES, "write_1", 2, 2)
    phase = Qualification.objects.get()
    with pytest.raises(grading.NotAllGradedError) as refused:
        grading.release_feedback(phase=phase, actor=ground.manager, now=NOW)
    assert (refused.value.missing, refused.value.disputed) == (6, 0)
    for claim in Claim.with_gold.filter(state=Claim.State.CALIBRATION):
        _grade(ground.manager, claim, keeps=True)
    last = Claim.with_gold.filter(state=Claim.State.CALIBRATION).latest("pk")
    other = _grade(ground.other_manager, last, keeps=False)
    with pytest.raises(grading.NotAllGradedError) as refused:
        grading.release_feedback(phase=phase, actor=ground.manager, now=NOW)
    assert (refused.value.missing, refused.value.disputed) == (0, 1)
    grading.settle_grade(grade=other, actor=ground.manager, now=NOW)
    grading.release_feedback(phase=phase, actor=ground.manager, now=NOW)
    assert _step(ground, TaskName.WRITE) == (StepKind.FEEDBACK, "write_1", 2, 2)
    with pytest.raises(grading.NotGradableError):  # two managers who press at once
        grading.release_feedback(phase=phase, actor=ground.other_manager, now=NOW)
    with pytest.raises(grading.NotGradableError):
        _grade(ground.manager, last, keeps=False)


def _grade(grader: object, claim: Claim, *, keeps: bool) -> Grade:
    return grading.grade_claim(
        item=PhaseItem.objects.get(attempt=claim.attempt_id),
        claim=claim,
        grader=grader,  # type: ignore[arg-type]
        keeps_guidelines=keeps,
        tags_fit=True,
        comment="",
        clause="",
        now=NOW,
    )


def test_nobody_grades_their_own_work() -> None:
    ground = make_ground()
    write_item(ground)
    write_item(ground)
    claim = Claim.with_gold.filter(state=Claim.State.CALIBRATION).earliest("pk")
    with pytest.raises(grading.OwnWorkError):
        _grade(ground.candidate, claim, keeps=True)
    with pytest.raises(grading.OwnWorkError):
        candidacies.decide(
            campaign=ground.campaign,
            person=ground.candidate,
            task=TaskName.WRITE,
            outcome=Candidacy.Outcome.APPROVED,
            actor=ground.candidate,
            now=NOW,
        )
    assert not Grade.objects.exists()
    assert Candidacy.objects.get().outcome == Candidacy.Outcome.OPEN


def test_gold_withdrawn_in_the_middle_of_a_phase_does_not_count() -> None:
    ground = make_ground()
    verify_item(ground)
    at_hand = take(ground, TaskName.VERIFY)
    gold = Gold.objects.get(phase_items__attempt=at_hand)
    gold_service.withdraw_gold(gold=gold, actor=ground.manager, now=NOW)
    # The phase ends with what is left.
    assert _step(ground, TaskName.VERIFY) == (StepKind.FEEDBACK, "verify_1", 1, 1)
    assert Grade.objects.count() == 1
    _read_all(ground, "verify_1")
    assert _step(ground, TaskName.VERIFY) == (StepKind.PHASE, "verify_2", 0, 2)


def test_all_above_a_threshold_are_approved() -> None:
    ground = make_ground()
    good, poor = ground.candidates
    wrong = judgement([element("sentence_4")], verdict="refuted", answer="yes")
    for person, given in ((good, right_answer()), (poor, wrong)):
        for phase in ("verify_1", "verify_2"):
            verify_item(ground, person, given)
            verify_item(ground, person, given)
            for item in PhaseItem.objects.filter(
                qualification__phase=phase, qualification__candidacy__person=person
            ):
                phases.read_feedback(item=item, now=NOW)
    approved = candidacies.approve_above(
        campaign=ground.campaign,
        task=TaskName.VERIFY,
        threshold=0.8,
        actor=ground.manager,
        now=NOW,
    )
    assert [one.person for one in approved] == [good]
    outcomes = dict(Candidacy.objects.values_list("person", "outcome"))
    assert outcomes == {good.pk: "approved", poor.pk: "open"}
