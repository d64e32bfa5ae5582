"""Managers at screening: blind grades, passing, rejecting, another try."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from annotation.models import (
    AskedQuestion,
    Candidacy,
    RoundState,
    ScreeningGrade,
    ScreeningRound,
    TaskName,
)
from annotation.rules.calibration.progress import StepKind
from annotation.selectors.calibration.candidacies import candidates_in
from annotation.selectors.calibration.phases import step_of_candidate
from annotation.selectors.calibration.screening import screening_rows, waiting_for_screeners
from annotation.services.calibration import candidacies, grading, screening_decisions
from core.models import AuditEntry
from tests.annotation.calibration_world import Ground, make_ground
from tests.annotation.screening_world import add_material, answer_all, begin, submit, turn_on
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def submitted(*, questions: int = 5, paragraphs: int = 1) -> tuple[Ground, ScreeningRound]:
    ground = make_ground()
    add_material(ground, questions=questions, paragraphs=paragraphs)
    turn_on(ground)
    found = answer_all(begin(ground), right=5)
    submit(found)
    found.refresh_from_db()
    return ground, found


def grade(found: ScreeningRound, grader: User, *, fits: bool = True) -> ScreeningGrade:
    return screening_decisions.grade_text(
        found=found,
        grader=grader,
        summary_fits=True,
        mutation_fits=fits,
        comment="Good.",
        now=NOW,
    )


def another_try(ground: Ground) -> Candidacy:
    return candidacies.give_another_try(
        campaign=ground.campaign,
        person=ground.candidate,
        task=TaskName.VERIFY,
        actor=ground.manager,
        now=NOW,
    )


def test_texts_are_graded_before_somebody_passes() -> None:
    ground, found = submitted()
    with pytest.raises(screening_decisions.NotGradedError):
        screening_decisions.pass_round(found=found, actor=ground.manager, now=NOW)
    assert ScreeningRound.objects.get().state == RoundState.SUBMITTED
    grade(found, ground.manager)
    screening_decisions.pass_round(found=found, actor=ground.manager, now=NOW)
    assert ScreeningRound.objects.get().state == RoundState.PASSED
    assert AuditEntry.objects.filter(action="screening.passed").count() == 1
    with pytest.raises(grading.NotGradableError):
        grade(found, ground.other_manager)
    assert ScreeningGrade.objects.count() == 1


def test_two_managers_grade_the_same_and_a_disagreement_shows() -> None:
    ground, found = submitted()
    grade(found, ground.manager)
    grade(found, ground.other_manager, fits=False)
    (row,) = screening_rows(ground.campaign)
    assert (len(row.grades), row.is_disputed) == (2, True)
    grade(found, ground.other_manager)
    (row,) = screening_rows(ground.campaign)
    assert (len(row.grades), row.is_disputed) == (2, False)


def test_nobody_grades_or_passes_themselves() -> None:
    ground, found = submitted()
    with pytest.raises(grading.OwnWorkError):
        grade(found, ground.candidate)
    with pytest.raises(grading.OwnWorkError):
        screening_decisions.pass_round(found=found, actor=ground.candidate, now=NOW)
    assert not ScreeningGrade.objects.exists()


@pytest.mark.parametrize("comment", ["x" * 2001, "a\0b"])
def test_comments_that_cannot_be_stored_are_refused(comment: str) -> None:
    ground, found = submitted()
    with pytest.raises(grading.BadCommentError):
        screening_decisions.grade_text(
            found=found,
            grader=ground.manager,
            summary_fits=True,
            mutation_fits=True,
            comment=comment,
            now=NOW,
        )
    assert not ScreeningGrade.objects.exists()


def test_another_try_gets_fresh_questions_and_another_paragraph_if_there_are() -> None:
    ground, _found = submitted(questions=8, paragraphs=2)
    another_try(ground)
    first, second = ScreeningRound.objects.order_by("number")
    assert (first.state, second.state, second.number) == (
        RoundState.FAILED,
        RoundState.QUESTIONS,
        2,
    )
    numbers = AskedQuestion.objects.filter(round=second).order_by("position")
    # Three that they have not had, then the oldest again.
    assert [one.question.position for one in numbers] == [6, 7, 8, 1, 2]
    second = answer_all(second, right=5)
    assert first.paragraph is not None
    assert second.paragraph is not None
    assert (first.paragraph.position, second.paragraph.position) == (1, 2)
    assert Candidacy.objects.get().try_number == 1


def test_another_try_waits_until_the_round_is_over() -> None:
    ground = make_ground()
    add_material(ground)
    turn_on(ground)
    begin(ground)
    with pytest.raises(screening_decisions.RoundOpenError):
        another_try(ground)
    assert ScreeningRound.objects.count() == 1


def test_a_rejected_candidate_can_get_another_try_at_screening() -> None:
    ground, _found = submitted()
    candidacies.decide(
        campaign=ground.campaign,
        person=ground.candidate,
        task=TaskName.VERIFY,
        outcome=Candidacy.Outcome.REJECTED,
        actor=ground.manager,
        now=NOW,
    )
    assert not waiting_for_screeners().exists()
    candidacy = another_try(ground)
    assert step_of_candidate(candidacy).step.kind is StepKind.SCREENING


def test_managers_can_pass_somebody_below_the_threshold() -> None:
    ground = make_ground()
    add_material(ground)
    turn_on(ground)
    found = answer_all(begin(ground), right=0)
    assert list(waiting_for_screeners()) == [found.candidacy]
    screening_decisions.pass_round(found=found, actor=ground.manager, now=NOW)
    assert not waiting_for_screeners().exists()
    assert step_of_candidate(Candidacy.objects.get()).step.kind is StepKind.PHASE


def test_nobody_passes_while_they_are_at_it() -> None:
    ground = make_ground()
    add_material(ground)
    turn_on(ground)
    found = begin(ground)
    with pytest.raises(screening_decisions.RoundOpenError):
        screening_decisions.pass_round(found=found, actor=ground.manager, now=NOW)
    assert ScreeningRound.objects.get().state == RoundState.QUESTIONS


def test_candidates_are_listed_in_a_constant_number_of_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    ground = make_ground(candidates=6)
    add_material(ground)
    turn_on(ground)
    for person in ground.candidates[:4]:
        begin(ground, person=person)
    with django_assert_max_num_queries(14):
        kinds = [row.step.step.kind for row in candidates_in(ground.campaign)]
    assert kinds == [StepKind.SCREENING] * 12
