"""Language questions, paragraphs, and candidates who go through screening."""

from __future__ import annotations

from accounts.models import User
from annotation.models import ScreeningRound, TaskName
from annotation.services.calibration import screening, screening_decisions, screening_material
from tests.annotation.calibration_world import Ground
from tests.people import NOW

RIGHT = 1


def add_material(ground: Ground, *, questions: int = 5, paragraphs: int = 1) -> None:
    """Write questions whose second answer is right, and paragraphs."""
    for number in range(questions):
        screening_material.add_question(
            campaign=ground.campaign,
            text=f"Question {number}: which one is right?",
            options=["They was", "They were", "They is"],
            right=RIGHT,
            actor=ground.manager,
            now=NOW,
        )
    for number in range(paragraphs):
        screening_material.add_paragraph(
            campaign=ground.campaign,
            text=f"The Aare is a river in Switzerland. It is {number} km long.",
            actor=ground.manager,
            now=NOW,
        )


def turn_on(ground: Ground) -> None:
    screening_decisions.require_screening(campaign=ground.campaign, actor=ground.manager, now=NOW)
    ground.campaign.refresh_from_db()


def begin(
    ground: Ground, task: TaskName = TaskName.VERIFY, person: User | None = None
) -> ScreeningRound:
    return screening.begin_screening(
        campaign=ground.campaign, person=person or ground.candidate, task=task, now=NOW
    )


def answer_all(found: ScreeningRound, *, right: int) -> ScreeningRound:
    """Answer the questions of a round, as many of them right."""
    for number, asked in enumerate(found.questions.order_by("position")):
        found = screening.answer_question(
            found=found,
            position=asked.position,
            choice=RIGHT if number < right else 0,
            now=NOW,
        )
    return found


def submit(found: ScreeningRound) -> None:
    screening.submit_text(
        found=found,
        summary="The Aare is a Swiss river.",
        mutation="The Aare is an Austrian river.",
        now=NOW,
    )
