"""A campaign's guidelines: read by its members, written by its managers."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.forms.guidelines import GuidelinesForm
from campaigns.models import GuidelinesVersion
from campaigns.selectors import guidelines as guidelines_selectors
from campaigns.selectors.casebook import LONGEST_WORDS, casebook_of
from campaigns.services import guidelines
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted


@require_safe
@never_cache
def read(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the guidelines in force, and what changed since the reader last read them."""
    access = campaign_for(request, public_id)
    version = guidelines_selectors.latest_guidelines(access.campaign)
    unseen = None
    if access.membership is not None:
        unseen = guidelines_selectors.guidelines_unseen_by(access.membership)
    return _reading_page(request, access, version, {"unseen": unseen})


@require_safe
def read_version(request: HttpRequest, public_id: UUID, number: int) -> HttpResponse:
    """Show an older version of the guidelines."""
    access = campaign_for(request, public_id)
    versions = guidelines_selectors.versions_of(access.campaign)
    version = get_object_or_404(versions, number=number)
    return _reading_page(request, access, version, {"is_old": version != versions.first()})


@require_POST
def mark_seen(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Store that a member has read them."""
    access = campaign_for(request, public_id)
    if access.membership is None:
        raise Http404
    number = request.POST.get("number", "")
    if not number.isdecimal() or len(number) > 9:
        return redirect("campaign-guidelines", public_id)
    guidelines.mark_guidelines_seen(membership=access.membership, number=int(number))
    messages.success(request, _("Saved. You will be told when the guidelines change."))
    return redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Write the next version."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    latest = guidelines_selectors.latest_guidelines(access.campaign)
    form = _form(request, latest)
    if form.is_valid():
        try:
            version = guidelines.publish_guidelines(
                campaign=access.campaign,
                text=form.cleaned_data["text"],
                note=form.cleaned_data["note"],
                actor=access.person,
                now=timezone.now(),
                edited=form.cleaned_data["edited"],
            )
        except guidelines.StaleGuidelinesError:
            form.add_error(
                None,
                _(
                    "Somebody published version %(number)d while you were writing. Your text is "
                    "still here: include their changes, then publish."
                )
                % {"number": latest.number if latest else 0},
            )
            # The next try is made knowing of that version.
            form.data = {**request.POST.dict(), "edited": latest.number if latest else 0}
        else:
            messages.success(
                request,
                _("Version %(number)d is published. All members are told on their home page.")
                % {"number": version.number},
            )
            return redirect("campaign-guidelines", public_id)
    context = {"form": form, "latest": latest}
    status = REFUSED if form.is_bound else 200
    template = "campaigns/guidelines_edit.html"
    return render_tab(request, access, "guidelines", template, context, status=status)


@require_POST
def preview(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the text as people will read it."""
    campaign_for(request, public_id, Area.CAMPAIGNS)
    text = request.POST.get("text", "")[: guidelines.LONGEST]
    return render(request, "campaigns/guidelines_preview.html", {"text": text})


def _form(request: HttpRequest, latest: GuidelinesVersion | None) -> GuidelinesForm:
    initial = {"text": latest.text if latest else "", "edited": latest.number if latest else 0}
    form = GuidelinesForm(posted(request), initial=initial)
    # The first version changes nothing.
    form.fields["note"].required = latest is not None
    return form


def _reading_page(
    request: HttpRequest,
    access: CampaignAccess,
    version: GuidelinesVersion | None,
    context: dict[str, Any],
) -> HttpResponse:
    words = request.GET.get("words", "")[:LONGEST_WORDS]
    context |= {
        "words": words,
        "casebook": casebook_of(access.campaign, version, words),
        "version": version,
        "versions": list(guidelines_selectors.versions_of(access.campaign)),
    }
    template = "campaigns/guidelines.html"
    return render_tab(request, access, "guidelines", template, context)
