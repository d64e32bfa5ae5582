"""Screening in the demonstration: questions from a file, and candidates who answer them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from django.conf import settings

from accounts.models import User
from annotation.models import RoundState, ScreeningRound, TaskName
from annotation.rules.calibration.progress import StepKind
from annotation.selectors.calibration.phases import CandidateStep
from annotation.selectors.calibration.screening import material_of, next_question
from annotation.services.calibration import screening, screening_decisions, screening_material
from campaigns.models import Campaign

# Three questions, so that nobody who looks around has to answer ten.
NUMBERS = {f"calibration.screenings.{task}.questions": 3 for task in TaskName.values}
# Summaries and mutations, by a word of the paragraph.
_TEXTS = {
    "bridge": (
        "A wooden bridge of 1487 burned down and was replaced by one of stone.",
        "A wooden bridge of 1487 never burned down.",
    ),
    "society": (
        "A society of teachers published a magazine and ran a library.",
        "A society of doctors published a magazine and ran a library.",
    ),
}


def require_screening(campaign: Campaign, manager: User, now: datetime) -> None:
    """Bring the questions and paragraphs of the demonstration, and turn screening on."""
    if not material_of(campaign).questions:
        data = (Path(settings.PROJECT_ROOT) / "demo" / "screening.jsonl").read_bytes()
        screening_material.import_material(campaign=campaign, data=data, actor=manager, now=now)
    if not campaign.requires_screening:
        screening_decisions.require_screening(campaign=campaign, actor=manager, now=now)
        campaign.refresh_from_db()


def go_on(
    found: CandidateStep, person: User, manager: User, until: StepKind, now: datetime
) -> bool:
    """Take a candidate one step further through screening; return whether there was one."""
    if found.round is None:
        screening.begin_screening(campaign=found.campaign, person=person, task=found.task, now=now)
        return True
    if found.round.state == RoundState.QUESTIONS:
        _answer(found.round, now)
        # Who is to stay at screening has answered one question.
        return until is not StepKind.SCREENING
    if until is StepKind.SCREENING:
        return False
    if found.round.state == RoundState.WRITING:
        assert found.round.paragraph is not None
        shown = found.round.paragraph.text
        summary, mutation = next(texts for word, texts in _TEXTS.items() if word in shown)
        screening.submit_text(found=found.round, summary=summary, mutation=mutation, now=now)
        return True
    if found.round.state == RoundState.SUBMITTED:
        screening_decisions.grade_text(
            found=found.round,
            grader=manager,
            summary_fits=True,
            mutation_fits=True,
            comment="Good sentences. Next time, change one thing only.",
            now=now,
        )
        screening_decisions.pass_round(found=found.round, actor=manager, now=now)
        return True
    return False


def _answer(found: ScreeningRound, now: datetime) -> None:
    asked = next_question(found)
    assert asked is not None
    screening.answer_question(
        found=found, position=asked.position, choice=asked.question.right, now=now
    )
