"""Candidates at screening and in calibration, behind the addresses of both."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotation.models import (
    AskedQuestion,
    Candidacy,
    Gold,
    PhaseItem,
    RoundState,
    ScreeningGrade,
    ScreeningRound,
    ScreeningText,
    TaskName,
)
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.calibration import gold, phases, screening_material
from campaigns.models import Campaign
from tests.annotation.verifying_world import submit_confirmed
from tests.people import Cast
from wiki.models import Page

CALIBRATION = (
    "campaign-calibration",
    *(f"calibration-{name}" for name in ("switch", "decide", "approve")),
    "campaign-gold",
    *(f"gold-{name}" for name in ("new-claim", "new-highlight", "export", "import")),
)


def calibrated(cast: Cast, page: Page) -> dict[str, dict[str, Any]]:
    """Have the annotator finish a phase of verifying, with feedback and an appeal."""
    now = timezone.now()
    judgement = Judgement(
        verdict="supported",
        tags={"challenge": "other"},
        sets=[[ElementReference(page.title, "sentence_0")]],
    )
    made = gold.make_claim_gold(
        campaign=cast.campaign,
        text="The Aare flows.",
        description=gold.GoldDescription(use=Gold.Use.PHASE, phase="verify_1"),
        actor=cast.manager,
        now=now,
    )
    answered = gold.answer_gold(gold=made, actor=cast.manager, now=now)
    submit_confirmed(attempt=answered, judgement=judgement, now=now)
    Campaign.objects.filter(pk=cast.campaign.pk).update(requires_calibration=True)
    attempt = phases.take_item(
        campaign=cast.campaign, annotator=cast.annotator, task=TaskName.VERIFY, now=now
    )
    submit_confirmed(attempt=attempt, judgement=judgement, now=now)
    Campaign.objects.filter(pk=cast.campaign.pk).update(requires_calibration=False)
    item = PhaseItem.objects.select_related("qualification").get(attempt=attempt)
    appeal = phases.appeal(item=item, text="It is right.", now=now)
    campaign = {"public_id": cast.campaign.public_id}
    phase = {"phase_id": item.qualification.public_id}
    item_of_gold = {**campaign, "gold_id": made.public_id}
    return {
        "calibration-feedback": phase,
        "calibration-read": {"item_id": item.public_id},
        "calibration-appeal": {"item_id": item.public_id},
        "calibration-appeal-answer": {**campaign, "appeal_id": appeal.public_id},
        **dict.fromkeys(
            [f"calibration-{name}" for name in ("phase", "grade", "settle", "release")],
            campaign | phase,
        ),
        "api:calibration-appeal": {**campaign, "appeal_id": appeal.public_id},
        **dict.fromkeys(
            [f"api:phase-{name}" for name in ("detail", "grade", "settle", "feedback")],
            campaign | phase,
        ),
        **dict.fromkeys(("gold-edit", "gold-answer", "gold-withdraw"), item_of_gold),
        **dict.fromkeys(
            [f"api:gold-{name}" for name in ("detail", "open", "withdraw")], item_of_gold
        ),
    }


def screened(cast: Cast) -> dict[str, dict[str, Any]]:
    """Have the annotator write their texts at one screening, and wait for grades at another."""
    now = timezone.now()
    question = screening_material.add_question(
        campaign=cast.campaign,
        text="Which one is right?",
        options=["They was", "They were"],
        right=1,
        actor=cast.manager,
        now=now,
    )
    paragraph = screening_material.add_paragraph(
        campaign=cast.campaign, text="The Aare is a river.", actor=cast.manager, now=now
    )
    rounds = {}
    for task, state in (
        (TaskName.WRITE, RoundState.WRITING),
        (TaskName.VERIFY, RoundState.SUBMITTED),
    ):
        candidacy, _made = Candidacy.objects.get_or_create(
            campaign=cast.campaign, person=cast.annotator, task=task, defaults={"begun_at": now}
        )
        rounds[task] = ScreeningRound.objects.create(
            candidacy=candidacy,
            state=state,
            paragraph=paragraph,
            started_at=now,
            right_answers=1,
            answers=1,
            threshold=0.8,
        )
    waiting = rounds[TaskName.VERIFY]
    AskedQuestion.objects.create(round=waiting, question=question, position=1)
    ScreeningText.objects.create(
        round=waiting, summary="The Aare flows.", mutation="The Aare stands.", submitted_at=now
    )
    ScreeningGrade.objects.create(
        round=waiting,
        grader=cast.stranger,
        candidate=cast.annotator,
        summary_fits=True,
        mutation_fits=False,
        graded_at=now,
    )
    campaign = {"public_id": cast.campaign.public_id}
    own = {"round_id": rounds[TaskName.WRITE].public_id}
    return {
        **dict.fromkeys(("screen-write", "screen-verify", "campaign-screening"), campaign),
        **dict.fromkeys(
            [
                f"screening-{name}"
                for name in ("switch", "export", "import", "question-new", "paragraph-new")
            ],
            campaign,
        ),
        **dict.fromkeys(
            ("screening-question-edit", "screening-question-withdraw"),
            campaign | {"question_id": question.public_id},
        ),
        "screening-paragraph-withdraw": campaign | {"paragraph_id": paragraph.public_id},
        **dict.fromkeys(
            ("screening-round", "screening-grade", "screening-decide"),
            campaign | {"round_id": waiting.public_id},
        ),
        "screening": own,
        **dict.fromkeys([f"screening-{name}" for name in ("answer", "draft", "submit")], own),
    }
