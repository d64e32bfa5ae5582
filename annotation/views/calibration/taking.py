"""Candidates take the next item of calibration."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from annotation.models import Qualification, TaskName
from annotation.rules.calibration.progress import CalibrationStep, StepKind
from annotation.services.calibration import phases
from annotation.services.desk import stages
from annotation.views.desk.next_steps import not_open_message
from campaigns.access import campaign_for
from campaigns.models import Campaign

_DESKS = {TaskName.WRITE: "writing-desk", TaskName.VERIFY: "verifying-desk"}


@require_POST
def take_to_write(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Give a candidate the next highlight of their phase."""
    access = campaign_for(request, public_id)
    return take_item(request, access.campaign, access.person, TaskName.WRITE)


@require_POST
def take_to_verify(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Give a candidate the next claim of their phase."""
    access = campaign_for(request, public_id)
    return take_item(request, access.campaign, access.person, TaskName.VERIFY)


def take_item(
    request: HttpRequest, campaign: Campaign, person: User, task: TaskName
) -> HttpResponse:
    """Go to the desk of the next item; at the end of a phase, to its feedback or home."""
    try:
        attempt = phases.take_item(
            campaign=campaign, annotator=person, task=task, now=timezone.now()
        )
    except phases.NotACandidateError as error:
        raise PermissionDenied from error
    except stages.CampaignNotOpenError:
        messages.info(request, not_open_message(campaign))
    except phases.NoItemError as error:
        if error.step.kind is StepKind.FEEDBACK:
            return _to_feedback(campaign, person, task)
        messages.info(request, waiting_message(error.step))
    else:
        return redirect(_DESKS[task], attempt.public_id)
    return redirect("home")


def _to_feedback(campaign: Campaign, person: User, task: TaskName) -> HttpResponse:
    phase = Qualification.objects.filter(
        candidacy__campaign=campaign,
        candidacy__person=person,
        candidacy__task=task,
        state=Qualification.State.FEEDBACK,
    ).latest("feedback_at")
    return redirect("calibration-feedback", phase.public_id)


def waiting_message(step: CalibrationStep) -> str:
    """Return why there is no item to do, for the home page."""
    if step.kind is StepKind.SCREENING:
        return _("Screening comes first: start it here.")
    if step.kind is StepKind.WAITING_FOR_SCREENERS:
        return _("This screening is done. The managers decide now.")
    if step.kind is StepKind.WAITING_FOR_GRADES:
        return _(
            "This phase is done. The managers are grading it; your home page will tell you when"
            " they have finished."
        )
    if step.kind is StepKind.WAITING_FOR_DECISION:
        return _("You have finished calibration. The managers decide now.")
    if step.kind is StepKind.APPROVED:
        return _("You are approved: take ordinary work.")
    if step.kind is StepKind.REJECTED:
        return _("The managers have not approved you for this task.")
    return _("There is nothing to do in calibration now. The managers are preparing it.")
