"""Appeals: managers say what of an item counts as right, and the rest stays as it was graded."""

from __future__ import annotations

import pytest

from annotation.models import Appeal, Claim, Grade, PhaseItem, Qualification, TaskName
from annotation.selectors.calibration.appeals import open_appeals
from annotation.selectors.calibration.candidacies import candidates_in
from annotation.services.calibration import appeals, grading, phases
from annotation.services.calibration.grading import NotGradableError, OwnWorkError
from tests.annotation.calibration_world import Ground, make_ground, verify_item, write_item
from tests.annotation.verifying_world import element, judgement
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

WRONG = judgement(
    [element("sentence_4")],
    verdict="refuted",
    answer="yes",
    tags={"challenge": "numerical_reasoning"},
)


@pytest.fixture
def ground() -> Ground:
    return make_ground()


def appeal_for_verification(ground: Ground) -> Appeal:
    """Have a candidate do the first of two items wrong and appeal."""
    verify_item(ground, given=WRONG)
    item = PhaseItem.objects.get(position=1)
    with pytest.raises(phases.FeedbackNotGivenError):
        phases.appeal(item=item, text="But the page says so.", now=NOW)
    verify_item(ground)
    made = phases.appeal(item=item, text="But the page says so.", now=NOW)
    with pytest.raises(phases.AppealRefusedError):
        phases.appeal(item=item, text="Again.", now=NOW)
    return made


def answer(ground: Ground, appeal: Appeal, *granted: str) -> Grade:
    appeals.answer_appeal(
        appeal=appeal, actor=ground.manager, answer="You are right.", granted=granted, now=NOW
    )
    return Grade.objects.get(item=appeal.item, settles=True)


def score_of(ground: Ground, task: TaskName) -> float | None:
    rows = candidates_in(ground.campaign)
    return next(row.score for row in rows if row.person == ground.candidate and row.task is task)


def test_what_is_granted_counts_as_right_and_the_rest_stays(ground: Ground) -> None:
    appeal = appeal_for_verification(ground)
    (waiting,) = open_appeals([ground.campaign.pk])
    assert [point.key for point in waiting.points] == ["verdict", "evidence", "tags"]
    before = score_of(ground, TaskName.VERIFY)
    graded = answer(ground, appeal, "verdict")
    assert (graded.verdict_right, graded.tags_fit) == (True, False)
    # The evidence is as wrong as it was, and so is the item for the scorers.
    assert (graded.precision, graded.recall, graded.complete_sets) == (0.0, 0.0, 0)
    assert graded.is_strict is False
    after = score_of(ground, TaskName.VERIFY)
    assert before is not None and after is not None and before < after < 1
    assert not open_appeals([ground.campaign.pk])


def test_everything_can_be_granted(ground: Ground) -> None:
    appeal = appeal_for_verification(ground)
    graded = answer(ground, appeal, "verdict", "evidence", "tags")
    assert (graded.verdict_right, graded.tags_fit, graded.is_strict) == (True, True, True)
    assert (graded.precision, graded.recall) == (1.0, 1.0)
    assert graded.complete_sets == graded.gold_sets == 2
    assert score_of(ground, TaskName.VERIFY) == 1


@pytest.mark.parametrize("granted", [[], ["guidelines"], ["verdict", "nonsense"]])
def test_nothing_else_is_granted_and_nothing_stored(ground: Ground, granted: list[str]) -> None:
    appeal = appeal_for_verification(ground)
    with pytest.raises(appeals.NothingGrantedError):
        answer(ground, appeal, *granted)
    appeal.refresh_from_db()
    assert (appeal.state, appeal.answer) == ("open", "")
    assert not Grade.objects.filter(settles=True).exists()


def test_a_grade_is_kept_and_an_appeal_is_answered_once(ground: Ground) -> None:
    appeal = appeal_for_verification(ground)
    before = score_of(ground, TaskName.VERIFY)
    appeals.answer_appeal(appeal=appeal, actor=ground.manager, answer="No.", granted=None, now=NOW)
    appeal.refresh_from_db()
    assert (appeal.state, appeal.answer) == ("dismissed", "No.")
    assert score_of(ground, TaskName.VERIFY) == before
    with pytest.raises(NotGradableError):
        appeals.answer_appeal(
            appeal=appeal, actor=ground.other_manager, answer="Yes.", granted=["verdict"], now=NOW
        )
    assert not Grade.objects.filter(grader__isnull=False).exists()


def test_nobody_answers_their_own_appeal(ground: Ground) -> None:
    appeal = appeal_for_verification(ground)
    with pytest.raises(OwnWorkError):
        appeals.answer_appeal(
            appeal=appeal, actor=ground.candidate, answer="Yes.", granted=["verdict"], now=NOW
        )
    appeal.refresh_from_db()
    assert appeal.state == "open"


def test_one_claim_of_three_is_granted_and_keeps_its_comment(ground: Ground) -> None:
    write_item(ground)
    write_item(ground)
    for claim in Claim.with_gold.filter(state=Claim.State.CALIBRATION):
        grading.grade_claim(
            item=PhaseItem.objects.get(attempt=claim.attempt_id),
            claim=claim,
            grader=ground.other_manager,
            keeps_guidelines=False,
            tags_fit=False,
            comment=f"Not good: {claim.slot}.",
            clause="Claims",
            now=NOW,
        )
    phase = Qualification.objects.get()
    grading.release_feedback(phase=phase, actor=ground.manager, now=NOW)
    item = PhaseItem.objects.get(position=1)
    appeal = phases.appeal(item=item, text="It is a whole sentence.", now=NOW)
    (waiting,) = open_appeals([ground.campaign.pk])
    assert len(waiting.points) == 6
    point = waiting.points[0]
    assert point.claim is not None
    graded = answer(ground, appeal, point.key)
    assert (graded.claim, graded.keeps_guidelines, graded.tags_fit) == (point.claim, True, False)
    # The candidate still reads what was said about it.
    assert (graded.comment, graded.clause) == (point.grade.comment, "Claims")
    # One of two points of one of six claims.
    assert score_of(ground, TaskName.WRITE) == pytest.approx(1 / 12)
