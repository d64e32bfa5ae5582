"""Releases of a campaign: the list, building one, one with its datasheet, its files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted
from jobs.models import JobState
from jobs.services import jobs
from jobs.views.polling import reload_page
from releases.access import (
    offers_files,
    release_for,
    sees_internal,
    send_release_archive,
    send_release_file,
)
from releases.forms.releases import ReleaseForm, WithdrawalForm
from releases.messages import refusal_text
from releases.models import Release
from releases.papers.datasheet import datasheet
from releases.papers.recipes import files_to_load, pandas_recipe
from releases.selectors import precedents
from releases.selectors import releases as selectors
from releases.selectors.cards import card_of
from releases.selectors.facts import guidelines_until
from releases.services import releases as services

TAB = "releases"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def release_list(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the releases of a campaign and the form with which one is built; request one."""
    access = campaign_for(request, public_id, Area.RELEASES)
    campaign = access.campaign
    form = None
    may_build = not campaign.is_archived and not precedents.is_finished_data(campaign)
    if campaign.protocol is not None and may_build:
        form = ReleaseForm(
            posted(request),
            protocol=protocol_of(campaign),
            suggested=precedents.suggested_choices(campaign),
            may_publish_labels=access.manages_members,
        )
    if form is not None and form.is_valid():
        try:
            release = services.request_release(
                campaign=campaign,
                choices=form.choices(),
                note=form.cleaned_data["note"],
                by=access.person,
                now=timezone.now(),
            )
        except services.ChoicesRefusedError as error:
            form.add_error(None, refusal_text(error.refusal))
        except services.BeingBuiltError:
            form.add_error(None, _("A release of this campaign is already being built."))
        else:
            return redirect("release", public_id, release.version)
    context = {
        "form": form,
        "releases": list(selectors.listed_releases(campaign)),
        "is_finished_data": precedents.is_finished_data(campaign),
        "card": card_of(campaign),
    }
    # A request is refused where nothing can be built, too.
    status = REFUSED if request.method == "POST" else 200
    return render_tab(request, access, TAB, "releases/list.html", context, status=status)


@require_safe
@never_cache
def release_detail(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show a release: its progress until it is ready, then all about it."""
    access, release = release_for(request, public_id, version)
    return render_tab(request, access, TAB, "releases/detail.html", _context(access, release))


@require_safe
@never_cache
def release_progress(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show the part of the page that changes while the release is built."""
    access, release = release_for(request, public_id, version)
    context = _context(access, release) | {"campaign": access.campaign}
    if not context["is_busy"]:
        return reload_page()
    return render(request, "releases/progress.html", context)


@require_POST
def release_cancel(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Stop building."""
    access, release = release_for(request, public_id, version)
    try:
        if release.job is None:
            raise jobs.AlreadyFinishedError
        jobs.cancel_job(job=release.job, by=access.person, now=timezone.now())
    except jobs.AlreadyFinishedError:
        messages.info(request, _("It has already finished."))
    else:
        messages.success(request, _("The build stops after its current step."))
    return redirect("release", public_id, version)


@require_POST
def release_retry(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Go on building a release that was stopped."""
    access, release = release_for(request, public_id, version)
    try:
        if release.job is None or release.state == Release.State.READY:
            raise jobs.NotEndedError
        jobs.retry_job(job=release.job, by=access.person, now=timezone.now())
    except jobs.NotEndedError:
        messages.info(request, _("There is nothing to resume."))
    except jobs.AlreadyQueuedError:
        messages.error(request, _("A release of this campaign is already being built."))
    return redirect("release", public_id, version)


@require_POST
def release_withdraw(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Withdraw a release with a reason."""
    access, release = release_for(request, public_id, version)
    if not sees_internal(access):
        raise PermissionDenied
    form = WithdrawalForm(request.POST)
    if not form.is_valid():
        context = _context(access, release) | {"withdrawal": form}
        template = "releases/detail.html"
        return render_tab(request, access, TAB, template, context, status=REFUSED)
    try:
        services.withdraw_release(
            release=release,
            reason=form.cleaned_data["reason"],
            by=access.person,
            now=timezone.now(),
        )
    except services.NotOnOfferError:
        messages.info(request, _("This release is not on offer."))
    else:
        messages.success(request, _("The release is withdrawn."))
    return redirect("release", public_id, version)


@require_safe
def release_file(
    request: HttpRequest, public_id: UUID, version: int, path: str
) -> HttpResponseBase:
    """Send a file. Interrupted downloads can be resumed."""
    access, release = release_for(request, public_id, version)
    return send_release_file(request, access, release, path)


@require_safe
def release_archive(request: HttpRequest, public_id: UUID, version: int) -> HttpResponseBase:
    """Send all files that somebody may have as one archive. It can be resumed, too."""
    access, release = release_for(request, public_id, version)
    return send_release_archive(request, access, release)


def _context(access: CampaignAccess, release: Release) -> dict[str, Any]:
    job = release.job
    is_ready = release.state == Release.State.READY
    context: dict[str, Any] = {
        "release": release,
        "job": job,
        "offers_files": offers_files(access, release),
        "withdrawal": WithdrawalForm() if sees_internal(access) else None,
        "reason": refusal_text(release.refusal) if release.refusal else "",
        "is_ready": is_ready,
        "is_busy": not is_ready and job is not None and not job.is_finished,
        "cancel_url": reverse("release-cancel", args=[release.campaign.public_id, release.version]),
        "may_retry": job is not None
        and not is_ready
        and job.state in (JobState.FAILED, JobState.CANCELLED)
        and selectors.overtaken_by(release) is None,
    }
    if is_ready and release.manifest is not None:
        protocol = protocol_of(release.campaign)
        files = selectors.files_of(release, internal=sees_internal(access))
        hidden = [] if sees_internal(access) else selectors.internal_files_of(release)
        manifest_file = selectors.manifest_file(release)
        context |= {
            "manifest": release.manifest,
            "has_others": selectors.has_other_releases(release),
            "manifest_file": manifest_file,
            "files": files,
            "hidden_files": hidden,
            "total_size": sum(file.size for file in [*files, manifest_file] if file),
            "sections": datasheet(release.manifest, protocol),
            "guidelines": guidelines_until(release),
            "snippet": _snippet(release, files),
        }
    return context


def _snippet(release: Release, files: Iterable[selectors.OfferedFile]) -> str:
    """Return code that loads its first part; empty where the public variant is missing."""
    loaded = files_to_load(release.requested, {file.path for file in files if file.records})
    return pandas_recipe(next(iter(loaded.values()))).rstrip() if loaded else ""
