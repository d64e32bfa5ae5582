"""The demo's campaign in calibration: gold for both tasks, candidates in every state."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.models import (
    Candidacy,
    Claim,
    Gold,
    Qualification,
    TaskName,
    Verification,
)
from annotation.rules.calibration.progress import StepKind
from annotation.selectors.calibration.candidacies import candidates_in
from annotation.selectors.review.disagreements import disagreements_in, undecided
from jobs.runs import LocalRun
from quality.services import calibration_demo, demo

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_demo_has_candidates_in_every_state(home: Path) -> None:
    call_command("load_demo")
    finished = demo.find_finished_campaign()
    assert finished is not None
    assert finished.corpus is not None
    made = calibration_demo.fill_calibration_campaign(corpus=finished.corpus, run=LocalRun())
    assert made is not None
    for task in TaskName:
        ready = [gold for gold in Gold.objects.filter(campaign=made, task=task) if gold.is_ready]
        # Two tries of two phases of two items, and one of practice.
        assert len(ready) == 9
    rows = candidates_in(made)
    kinds = {task: {row.step.step.kind for row in rows if row.task is task} for task in TaskName}
    assert kinds[TaskName.WRITE] == {
        StepKind.SCREENING,
        StepKind.WAITING_FOR_SCREENERS,
        StepKind.PRACTICE,
        StepKind.PHASE,
        StepKind.WAITING_FOR_GRADES,
        StepKind.FEEDBACK,
        StepKind.WAITING_FOR_DECISION,
        StepKind.APPROVED,
        StepKind.REJECTED,
    }
    # Verifications are graded at once.
    assert kinds[TaskName.VERIFY] == kinds[TaskName.WRITE] - {StepKind.WAITING_FOR_GRADES}
    again = [row for row in rows if row.candidacy is not None and row.candidacy.try_number == 2]
    assert [str(row.person) for row in again] == ["Candidate trying again"] * 2
    assert {row.step.step.kind for row in again} == {StepKind.PHASE}
    # Approved people have begun to work, and disagree about what was verified twice.
    waiting = disagreements_in(made)
    assert waiting.count() >= 2
    assert undecided(waiting).count() == waiting.count()
    before = _counts()
    # Once more changes nothing: an attempt that was interrupted goes on so.
    calibration_demo.fill_calibration_campaign(corpus=finished.corpus, run=LocalRun())
    assert _counts() == before


def _counts() -> list[int]:
    models = (Qualification, Candidacy, Gold, Claim, Verification)
    return [model._default_manager.count() for model in models]
