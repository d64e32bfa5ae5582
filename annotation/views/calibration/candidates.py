"""The managers' list of candidates: where they are, scores, decisions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.roles import Area
from annotation.models import Appeal, Candidacy, TaskName
from annotation.rules.form_requests import (
    AppealAnswerRequest,
    CandidateDecisionRequest,
    SwitchRequest,
    ThresholdRequest,
)
from annotation.selectors.calibration.appeals import EVIDENCE, open_appeals
from annotation.selectors.calibration.candidacies import approval_rates, candidates_in
from annotation.selectors.calibration.phases import phases_for, ready_gold
from annotation.services.calibration import (
    appeals,
    candidacies,
    grading,
    screening_decisions,
)
from annotation.views.calibration.words import MEASURES, step_text
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, read_form
from core.structs import BadDataError

ANOTHER_TRY = "another_try"


@require_safe
def candidates(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the candidates of each task with their scores and what can be decided."""
    return _page(request, campaign_for(request, public_id, Area.CAMPAIGNS))


@require_POST
def switch(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Turn calibration on or off."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    now = timezone.now()
    if read_form(request, SwitchRequest).on != "1":
        candidacies.stop_calibration(campaign=access.campaign, actor=access.person, now=now)
        messages.success(request, _("Calibration is off. Everybody with a task gets work."))
        return redirect("campaign-calibration", public_id)
    try:
        kept = candidacies.require_calibration(
            campaign=access.campaign, actor=access.person, now=now
        )
    except candidacies.NoGoldError as error:
        return _page(request, access, problem=_lacking_text(error))
    messages.success(
        request,
        ngettext(
            "Calibration is on. %d approval was given for work done before.",
            "Calibration is on. %d approvals were given for work done before.",
            kept,
        )
        % kept,
    )
    return redirect("campaign-calibration", public_id)


@require_POST
def decide(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Approve a candidate, reject them, or give them another try."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    try:
        sent = read_form(request, CandidateDecisionRequest)
    except BadDataError:
        return _page(request, access, problem=_("Choose a candidate of this campaign."))
    task, person = _task(sent.task), User.objects.filter(public_id=sent.person).first()
    if task is None or person is None:
        return _page(request, access, problem=_("Choose a candidate of this campaign."))
    chosen, note = sent.decision, sent.note
    about: dict[str, Any] = {
        "campaign": access.campaign,
        "person": person,
        "task": task,
        "actor": access.person,
    }
    now = timezone.now()
    try:
        if chosen == ANOTHER_TRY:
            candidacies.give_another_try(**about, note=note, now=now)
            said = _("%s starts again, with other items.")
        elif chosen in (Candidacy.Outcome.APPROVED, Candidacy.Outcome.REJECTED):
            outcome = Candidacy.Outcome(chosen)
            candidacies.decide(**about, outcome=outcome, note=note, now=now)
            is_approved = outcome is Candidacy.Outcome.APPROVED
            said = _("%s is approved.") if is_approved else _("%s is rejected.")
        else:
            return _page(request, access, problem=_("Choose a decision."))
    except candidacies.NoGoldError as error:
        return _page(request, access, problem=_lacking_text(error))
    except screening_decisions.RoundOpenError:
        return _page(request, access, problem=_("This person is still in screening."))
    except candidacies.DecisionNoteError:
        return _page(request, access, problem=_("A note has at most 1,000 characters."))
    except candidacies.NotAMemberError:
        return _page(request, access, problem=_("This person no longer has this task."))
    except grading.OwnWorkError:
        return _page(request, access, problem=_("You cannot decide about yourself."))
    messages.success(request, said % person)
    return redirect("campaign-calibration", public_id)


@require_POST
def approve_above(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Approve all who finished with at least this score."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    sent = read_form(request, ThresholdRequest)
    task, typed = _task(sent.task), sent.threshold.strip()
    if task is None or not (
        typed.isascii() and typed.isdigit() and len(typed) <= 3 and int(typed) <= 100
    ):
        problem = _("The threshold is a whole number from 0 to 100.")
        return _page(request, access, problem=problem, threshold=typed)
    approved = candidacies.approve_above(
        campaign=access.campaign,
        task=task,
        threshold=float(Fraction(int(typed), 100)),
        actor=access.person,
        now=timezone.now(),
    )
    said = ngettext("%d candidate is approved.", "%d candidates are approved.", len(approved))
    messages.success(request, said % len(approved))
    return redirect("campaign-calibration", public_id)


@require_POST
def answer_appeal(request: HttpRequest, public_id: UUID, appeal_id: UUID) -> HttpResponse:
    """Answer an appeal: the grade is changed, or stays."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    appeal = get_object_or_404(
        Appeal, public_id=appeal_id, item__qualification__candidacy__campaign=access.campaign
    )
    sent = read_form(request, AppealAnswerRequest)
    if sent.decision not in (Appeal.State.UPHELD, Appeal.State.DISMISSED):
        return _page(request, access, problem=_("Choose a decision."))
    try:
        appeals.answer_appeal(
            appeal=appeal,
            actor=access.person,
            answer=sent.answer,
            granted=sent.granted if sent.decision == Appeal.State.UPHELD else None,
            now=timezone.now(),
        )
    except appeals.NothingGrantedError:
        return _page(request, access, problem=_("Tick what counts as right, or keep the grade."))
    except grading.BadCommentError:
        return _page(request, access, problem=_("An answer has at most 2,000 characters."))
    except grading.NotGradableError:
        return _page(request, access, problem=_("This appeal has been answered already."))
    except grading.OwnWorkError:
        return _page(request, access, problem=_("You cannot decide about yourself."))
    messages.success(request, _("The appeal is answered."))
    return redirect("campaign-calibration", public_id)


def _task(name: str) -> TaskName | None:
    return TaskName(name) if name in TaskName.values else None


def _lacking_text(error: candidacies.NoGoldError) -> str:
    if not error.lacking:
        return _("The design of this campaign has no phases of calibration.")
    parts = [
        _("%(phase)s, try %(try)d: %(missing)d more")
        % {"phase": phase, "try": number, "missing": missing}
        for _task_name, phase, number, missing in error.lacking
    ]
    return _("There is not enough gold. Make: %s.") % "; ".join(parts)


def _page(
    request: HttpRequest, access: CampaignAccess, *, problem: str = "", threshold: str = "80"
) -> HttpResponse:
    campaign = access.campaign
    rows = candidates_in(campaign)
    has_design = campaign.protocol is not None
    tasks = [task for task in TaskName if has_design and phases_for(protocol_of(campaign), task)]
    context = {
        "problem": problem,
        "threshold": threshold,
        "tasks": [
            {
                "task": task,
                "rows": [
                    {"row": row, "step": step_text(row.step)} for row in rows if row.task is task
                ],
                "gold": sum(ready_gold(campaign, task).values()),
            }
            for task in tasks
        ],
        "rates": approval_rates(rows),
        "measure_names": {measure.value: name for measure, name in MEASURES.items()}
        | {EVIDENCE: _("Evidence right")},
        "appeals": open_appeals([campaign.pk]),
        "is_on": campaign.requires_calibration,
    }
    template = "annotation/calibration/candidates.html"
    status = REFUSED if problem else 200
    return render_tab(request, access, "calibration", template, context, status=status)
