"""Announcements to the members of a campaign."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Area
from campaigns.access import campaign_for, person_of
from campaigns.forms.announcements import AnnouncementForm
from campaigns.models import Announcement, Membership
from campaigns.selectors.announcements import announcements_in
from campaigns.services import announcements as announcement_services
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted

ANNOUNCEMENTS_A_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def announcements(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show what was announced, and announce more."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = AnnouncementForm(posted(request))
    if form.is_valid():
        announcement_services.announce(
            campaign=access.campaign,
            text=form.cleaned_data["text"],
            actor=access.person,
            now=timezone.now(),
        )
        messages.success(
            request, _("Announced. Everyone in the campaign sees it on their home page.")
        )
        return redirect("campaign-announcements", public_id)
    found = Paginator(announcements_in(access.campaign), ANNOUNCEMENTS_A_PAGE)
    context = {
        "form": form,
        "page": found.get_page(request.GET.get("page")),
        "member_count": Membership.objects.filter(campaign=access.campaign).count(),
    }
    status = REFUSED if form.is_bound else 200
    template = "campaigns/announcements.html"
    return render_tab(request, access, "announcements", template, context, status=status)


@require_POST
def withdraw(request: HttpRequest, public_id: UUID, announcement_id: UUID) -> HttpResponse:
    """Show an announcement to nobody any more."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    announcement = get_object_or_404(announcements_in(access.campaign), public_id=announcement_id)
    announcement_services.withdraw_announcement(
        announcement=announcement, actor=access.person, now=timezone.now()
    )
    messages.success(request, _("Withdrawn. Nobody is shown it any more."))
    return redirect("campaign-announcements", public_id)


@require_POST
def mark_read(request: HttpRequest, announcement_id: UUID) -> HttpResponse:
    """Store that a member has read it."""
    mine = Announcement.objects.filter(campaign__membership__user=person_of(request))
    found = get_object_or_404(mine.select_related("campaign"), public_id=announcement_id)
    access = campaign_for(request, found.campaign.public_id)
    announcement_services.mark_announcement_read(
        announcement=found, person=access.person, now=timezone.now()
    )
    return redirect("home")
