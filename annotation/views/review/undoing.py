"""Undoing skips: each by itself, or all of a person's; and all reports of a person."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.roles import Area
from annotation.selectors.review.conduct import skips_in_campaign
from annotation.services.review import undoing
from campaigns.access import campaign_for


@require_POST
def undo_skip(request: HttpRequest, public_id: UUID, attempt_id: UUID) -> HttpResponse:
    """Undo a skip: the item goes back to the queue."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    skips = skips_in_campaign(access.campaign).select_related(
        "attempt__annotator", "attempt__claim", "attempt__highlight__campaign"
    )
    skip = skips.filter(attempt__public_id=attempt_id).first()
    try:
        if skip is None:
            raise undoing.AlreadyUndoneError
        undoing.undo_skip(skip=skip, actor=access.person, now=timezone.now())
    except undoing.AlreadyUndoneError:
        messages.info(request, _("This skip is already undone."))
    else:
        messages.success(request, _("The skip is undone. The item is back in the queue."))
    return redirect("campaign-skips", public_id)


@require_POST
def undo_skips_of(request: HttpRequest, public_id: UUID, person_id: UUID) -> HttpResponse:
    """Undo all skips of a person in a campaign."""
    count = _undo_all(request, public_id, person_id, undoing.undo_skips_of)
    said = ngettext("%d skip is undone.", "%d skips are undone.", count) % count
    messages.success(request, said)
    return redirect("reported-claims", public_id)


@require_POST
def undo_reports_of(request: HttpRequest, public_id: UUID, person_id: UUID) -> HttpResponse:
    """Undo all reports of a person that wait for a decision."""
    count = _undo_all(request, public_id, person_id, undoing.undo_reports_of)
    said = ngettext("%d report is undone.", "%d reports are undone.", count) % count
    messages.success(request, said)
    return redirect("reported-claims", public_id)


def _undo_all(
    request: HttpRequest, public_id: UUID, person_id: UUID, undo: Callable[..., int]
) -> int:
    """Undo what a person did in a campaign, and return how much it was."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    person = get_object_or_404(User, public_id=person_id)
    return undo(campaign=access.campaign, person=person, actor=access.person, now=timezone.now())
