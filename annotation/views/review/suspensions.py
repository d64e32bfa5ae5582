"""Work of people that managers set aside, and bring back."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Area
from annotation.forms.suspensions import SuspensionForm
from annotation.models import Suspension
from annotation.selectors.review.suspensions import suspensions_in, volumes_in
from annotation.services.review import suspensions
from campaigns.access import campaign_for
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def set_aside(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show whose work there is and what is set aside; set a person's work aside."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    volumes = volumes_in(access.campaign)
    others = [volume.person for volume in volumes if volume.person != access.person]
    form = SuspensionForm(posted(request), people=others)
    if form.is_valid():
        try:
            made = suspensions.set_aside(
                campaign=access.campaign,
                person=form.chosen_person,
                task=Suspension.Work(form.cleaned_data["task"]),
                since=form.cleaned_data["since"],
                reason=form.cleaned_data["reason"],
                actor=access.person,
                now=timezone.now(),
            )
        except suspensions.AlreadySetAsideError:
            form.add_error(None, _("This work is set aside already. Undo that first."))
        except suspensions.ReasonError:
            form.add_error("reason", _("Give a reason."))
        else:
            messages.success(request, _said(made))
            return redirect("set-aside", public_id)
    context = {
        "form": form,
        "volumes": volumes,
        "suspensions": list(suspensions_in(access.campaign)),
    }
    status = REFUSED if form.is_bound else 200
    template = "annotation/campaign/suspensions.html"
    return render_tab(request, access, "set-aside", template, context, status=status)


@require_POST
def undo(request: HttpRequest, public_id: UUID, suspension_id: UUID) -> HttpResponse:
    """Bring back what was set aside."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    found = get_object_or_404(Suspension, campaign=access.campaign, public_id=suspension_id)
    try:
        undone = suspensions.undo_suspension(
            suspension=found, actor=access.person, now=timezone.now()
        )
    except suspensions.AlreadyUndoneSuspensionError:
        messages.info(request, _("Somebody has undone it already."))
    else:
        left = undone.items - undone.restored
        said = (
            ngettext("%d item counts again.", "%d items count again.", undone.restored)
            % undone.restored
        )
        if left:
            said += (
                " "
                + ngettext(
                    "%d stays set aside: its claim has changed, or somebody wrote the same.",
                    "%d stay set aside: their claims have changed, or somebody wrote the same.",
                    left,
                )
                % left
            )
        messages.success(request, said)
    return redirect("set-aside", public_id)


def _said(made: Suspension) -> str:
    if made.task == Suspension.Work.VERIFY:
        return (
            ngettext(
                "%d verification is set aside; others get its claim.",
                "%d verifications are set aside; others get their claims.",
                made.items,
            )
            % made.items
        )
    return (
        ngettext(
            "%d claim is set aside: out of the queue and of releases.",
            "%d claims are set aside: out of the queue and of releases.",
            made.items,
        )
        % made.items
    )
