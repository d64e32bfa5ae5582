"""The choice of what counts in releases where a claim was verified more than once."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.roles import Area
from campaigns.access import campaign_for
from campaigns.forms.counting import CountingForm, name_of
from campaigns.protocols.enums import ResolutionRule
from campaigns.selectors.protocols import protocol_of
from campaigns.services import resolutions
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def counting(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show and change the rule by which one verification of a claim counts."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    campaign = access.campaign
    if campaign.protocol is None:
        messages.info(request, _("Choose the study design first: it defines what counts."))
        return redirect("campaign-design", public_id)
    now_counts = protocol_of(campaign).resolution
    is_fixed = now_counts.rule is ResolutionRule.BY_CONSTRUCTION
    form = CountingForm(posted(request), initial={"rule": name_of(now_counts)})
    if not is_fixed and form.is_valid():
        resolutions.change_resolution(
            campaign=campaign,
            resolution=form.resolution,
            actor=access.person,
            now=timezone.now(),
        )
        messages.success(request, _("Saved. Releases that you build from now on follow this rule."))
        return redirect("campaign-counting", public_id)
    context = {"form": form, "is_fixed": is_fixed}
    status = REFUSED if form.is_bound else 200
    template = "campaigns/counting.html"
    return render_tab(request, access, "counting", template, context, status=status)
