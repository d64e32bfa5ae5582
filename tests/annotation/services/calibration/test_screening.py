"""Screening: two stages, answers stored once, only who passes goes on."""

from __future__ import annotations

import pytest
from django.db import Error, transaction

from annotation.models import (
    Attempt,
    Candidacy,
    Qualification,
    RoundState,
    ScreeningAnswer,
    ScreeningQuestion,
    ScreeningRound,
    ScreeningText,
    TaskName,
)
from annotation.rules.calibration.progress import StepKind
from annotation.selectors.desk.tasks import tasks_of
from annotation.services.calibration import (
    candidacies,
    phases,
    screening,
    screening_decisions,
    screening_material,
)
from annotation.services.desk import stages
from campaigns.models import Campaign, Membership
from tests.annotation.calibration_world import Ground, make_ground, take
from tests.annotation.screening_world import RIGHT, add_material, answer_all, begin, submit, turn_on
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def screened_ground(*, questions: int = 5, paragraphs: int = 1) -> Ground:
    ground = make_ground(candidates=2)
    add_material(ground, questions=questions, paragraphs=paragraphs)
    turn_on(ground)
    return ground


def said_at_home(ground: Ground, task: TaskName = TaskName.VERIFY) -> str:
    memberships = list(Membership.objects.filter(user=ground.candidate).select_related("campaign"))
    tasks = tasks_of(ground.candidate, memberships, NOW)
    return next(str(one.state) for one in tasks if one.label == task.label)


def test_screening_needs_questions_and_a_paragraph() -> None:
    ground = make_ground()
    with pytest.raises(screening_decisions.TooLittleMaterialError):
        turn_on(ground)
    add_material(ground, questions=4)
    with pytest.raises(screening_decisions.TooLittleMaterialError) as refused:
        turn_on(ground)
    assert (refused.value.ready.questions, refused.value.ready.paragraphs) == (4, 1)
    assert not Campaign.objects.get(pk=ground.campaign.pk).requires_screening


def test_the_home_page_says_where_a_candidate_is() -> None:
    ground = screened_ground()
    assert said_at_home(ground) == "screening, language questions: 0 of 5"
    found = begin(ground)
    screening.answer_question(found=found, position=1, choice=RIGHT, now=NOW)
    assert said_at_home(ground) == "screening, language questions: 1 of 5"
    for position in range(2, 6):
        found = screening.answer_question(found=found, position=position, choice=RIGHT, now=NOW)
    assert said_at_home(ground) == "screening: a summary and a mutation to write"
    submit(found)
    assert said_at_home(ground) == "screening: done, waiting for the managers"
    screening_decisions.grade_text(
        found=found,
        grader=ground.manager,
        summary_fits=True,
        mutation_fits=True,
        comment="",
        now=NOW,
    )
    screening_decisions.pass_round(found=found, actor=ground.manager, now=NOW)
    assert said_at_home(ground) == "calibration, phase 1: 0 of 2"


def test_nobody_gets_an_item_of_calibration_before_passing() -> None:
    ground = screened_ground()
    with pytest.raises(phases.NoItemError) as refused:
        take(ground, TaskName.VERIFY)
    assert refused.value.step.kind is StepKind.SCREENING
    submit(answer_all(begin(ground), right=5))
    with pytest.raises(phases.NoItemError) as refused:
        take(ground, TaskName.VERIFY)
    assert refused.value.step.kind is StepKind.WAITING_FOR_SCREENERS
    assert not Qualification.objects.exists()
    assert not Attempt.objects.filter(annotator=ground.candidate).exists()


@pytest.mark.parametrize(
    ("task", "right", "state"),
    [
        # 70% of five for writing, 80% for verifying.
        (TaskName.WRITE, 3, RoundState.FAILED),
        (TaskName.WRITE, 4, RoundState.WRITING),
        (TaskName.VERIFY, 3, RoundState.FAILED),
        (TaskName.VERIFY, 4, RoundState.WRITING),
    ],
)
def test_the_threshold_of_the_task_decides(task: TaskName, right: int, state: str) -> None:
    found = answer_all(begin(screened_ground(), task), right=right)
    found.refresh_from_db()
    assert (found.state, found.right_answers, found.answers) == (state, right, 5)
    assert found.threshold == (0.7 if task is TaskName.WRITE else 0.8)


def test_the_threshold_for_verification_is_higher() -> None:
    # Three of four are 75%: enough to write, not to verify.
    ground = make_ground(candidates=2)
    add_material(ground, questions=5)
    turn_on(ground)
    states = {task: begin(ground, task) for task in TaskName}
    # One of five is withdrawn, and there is no other.
    screening_material.withdraw_question(
        campaign=ground.campaign,
        public_id=ScreeningQuestion.objects.get(position=5).public_id,
        actor=ground.manager,
        now=NOW,
    )
    for task, found in states.items():
        for asked in found.questions.filter(question__withdrawn_at=None).order_by("position"):
            choice = RIGHT if asked.position < 4 else 0
            found = screening.answer_question(
                found=found, position=asked.position, choice=choice, now=NOW
            )
        states[task] = found
    assert (states[TaskName.WRITE].state, states[TaskName.VERIFY].state) == (
        RoundState.WRITING,
        RoundState.FAILED,
    )


def test_an_answer_is_stored_once() -> None:
    ground = screened_ground()
    found = begin(ground)
    screening.answer_question(found=found, position=1, choice=0, now=NOW)
    # Beginning again is going on.
    assert begin(ground) == found
    with pytest.raises(screening.AnsweredError):
        screening.answer_question(found=found, position=1, choice=RIGHT, now=NOW)
    assert ScreeningAnswer.objects.get().choice == 0
    # The database refuses it, too.
    with pytest.raises(Error), transaction.atomic():
        ScreeningAnswer.objects.update(choice=RIGHT)


@pytest.mark.parametrize(("position", "choice"), [(1, 3), (1, -1), (9, 0)])
def test_a_choice_that_does_not_exist_is_refused(position: int, choice: int) -> None:
    found = begin(screened_ground())
    with pytest.raises(screening.BadChoiceError):
        screening.answer_question(found=found, position=position, choice=choice, now=NOW)
    assert not ScreeningAnswer.objects.exists()


def test_a_withdrawn_question_is_replaced_by_another() -> None:
    ground = screened_ground(questions=6)
    found = begin(ground)
    first = found.questions.get(position=1).question
    screening_material.withdraw_question(
        campaign=ground.campaign, public_id=first.public_id, actor=ground.manager, now=NOW
    )
    with pytest.raises(screening.BadChoiceError):
        screening.answer_question(found=found, position=1, choice=RIGHT, now=NOW)
    for position in range(2, 6):
        found = screening.answer_question(found=found, position=position, choice=RIGHT, now=NOW)
    assert found.state == RoundState.QUESTIONS
    found = screening.answer_question(found=found, position=6, choice=RIGHT, now=NOW)
    assert (found.state, found.right_answers, found.answers) == (RoundState.WRITING, 5, 5)


@pytest.mark.parametrize(
    ("summary", "mutation", "field", "code"),
    [
        ("", "It is not.", "summary", "empty"),
        ("It is.", "  ", "mutation", "empty"),
        ("It  is.", "it is.", "mutation", "same"),
        ("x" * 1001, "It is not.", "summary", "long"),
        ("It is.", "It is\0not.", "mutation", "characters"),
    ],
)
def test_texts_that_cannot_be_taken_are_refused(
    summary: str, mutation: str, field: str, code: str
) -> None:
    found = answer_all(begin(screened_ground()), right=5)
    with pytest.raises(screening.TextRefusedError) as refused:
        screening.submit_text(found=found, summary=summary, mutation=mutation, now=NOW)
    assert (refused.value.field, refused.value.code) == (field, code)
    assert not ScreeningText.objects.exists()
    assert ScreeningRound.objects.get().state == RoundState.WRITING


def test_what_was_typed_is_kept_until_it_is_submitted() -> None:
    found = answer_all(begin(screened_ground()), right=5)
    screening.save_draft(found=found, summary="The Aare", mutation="")
    found.refresh_from_db()
    assert (found.draft_summary, found.draft_mutation) == ("The Aare", "")
    submit(found)
    with pytest.raises(screening.RoundOverError):
        screening.save_draft(found=found, summary="Later", mutation="")
    with pytest.raises(screening.RoundOverError):
        submit(found)
    assert ScreeningText.objects.get().mutation == "The Aare is an Austrian river."


def test_without_a_summary_the_questions_alone_decide() -> None:
    numbers = {f"calibration.screenings.{task}.summary": 0 for task in TaskName.values}
    ground = make_ground(numbers=numbers)
    add_material(ground, paragraphs=0)
    turn_on(ground)
    assert answer_all(begin(ground), right=4).state == RoundState.PASSED
    assert said_at_home(ground) == "calibration, phase 1: 0 of 2"


def test_a_rejected_candidate_cannot_go_on() -> None:
    ground = screened_ground()
    found = begin(ground)
    candidacies.decide(
        campaign=ground.campaign,
        person=ground.candidate,
        task=TaskName.VERIFY,
        outcome=Candidacy.Outcome.REJECTED,
        actor=ground.manager,
        now=NOW,
    )
    with pytest.raises(screening.RoundOverError):
        screening.answer_question(found=found, position=1, choice=RIGHT, now=NOW)
    with pytest.raises(phases.NoItemError):
        begin(ground)
    assert not ScreeningAnswer.objects.exists()


def test_nobody_begins_in_a_campaign_that_is_paused() -> None:
    ground = screened_ground()
    Campaign.objects.filter(pk=ground.campaign.pk).update(state=Campaign.State.PAUSED)
    with pytest.raises(stages.CampaignNotOpenError):
        begin(ground)
    assert not ScreeningRound.objects.exists()


def test_people_without_the_task_are_not_screened() -> None:
    ground = screened_ground()
    with pytest.raises(phases.NotACandidateError):
        begin(ground, person=ground.manager)
    assert not Candidacy.objects.exists()


def test_who_is_in_a_phase_goes_on_when_screening_is_turned_on() -> None:
    ground = make_ground()
    attempt = take(ground, TaskName.VERIFY)
    add_material(ground)
    turn_on(ground)
    assert take(ground, TaskName.VERIFY) == attempt
    assert said_at_home(ground, TaskName.WRITE) == "screening, language questions: 0 of 5"
    screening_decisions.stop_screening(campaign=ground.campaign, actor=ground.manager, now=NOW)
    assert said_at_home(ground, TaskName.WRITE) == "calibration, phase 1: 0 of 2"
