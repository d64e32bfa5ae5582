"""A campaign's design: what it studies, on which pages, with which numbers."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Area
from annotation.forms.designs import DesignForm, TargetForm, initial_design
from annotation.forms.numbers import NumbersForm
from annotation.selectors.campaign.progress import planned_claims
from annotation.selectors.writing.previews import Preview, preview_of
from annotation.services.campaign import designs
from annotation.views.campaign.design_words import sentence_of
from campaigns.access import CampaignAccess, campaign_for
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.protocols.needs import ProtocolError
from campaigns.protocols.numbers import with_numbers
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.schemes import DuplicateScheme, schemes_for
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def design(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Choose it while the campaign is being set up; afterwards see it, and change the target."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    if not _may_choose(access.campaign):
        return _settled(request, access)
    form = DesignForm(
        posted(request), person=access.person, initial=initial_design(access.campaign)
    )
    if not form.is_bound and access.campaign.protocol is not None:
        preview = preview_of(access.campaign, protocol_of(access.campaign))
        return _design_page(request, access, form, preview=preview)
    if not form.is_valid():
        return _design_page(request, access, form)
    # Without scripts the preview is this page once more.
    if "preview" in request.POST:
        return _design_page(request, access, form, preview=_preview(access.campaign, form))
    try:
        designs.set_design(
            campaign=access.campaign,
            design=form.design_for(access.campaign),
            actor=access.person,
            now=timezone.now(),
        )
    except campaigns.WrongStateError:
        messages.error(
            request, _("Its highlights were drawn in the meantime, so the design is final.")
        )
        return redirect("campaign-design", public_id)
    except campaigns.PageChoiceError:
        form.add_error("pages", _("Choose the pages."))
        return _design_page(request, access, form)
    messages.success(request, _("The design is saved."))
    access.campaign.refresh_from_db()
    _warn_if_short(request, access.campaign)
    return redirect("campaign", public_id)


@require_POST
def design_preview(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show what the choice would give, as a part of the page."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = DesignForm(request.POST, person=access.person)
    if not form.is_valid():
        context: dict[str, Any] = {"problems": form.errors}
    else:
        context = {"preview": _preview(access.campaign, form)}
    # A problem is an answer here: nothing was to be stored.
    return render(request, "annotation/campaign/preview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def numbers(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show and change every number of the study design."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    campaign = access.campaign
    if campaign.protocol is None:
        messages.info(request, _("Choose the study design first: it defines the numbers."))
        return redirect("campaign-design", public_id)
    protocol = protocol_of(campaign)
    form = NumbersForm(
        posted(request), protocol=protocol, defaults=registry.PROTOCOLS.get(protocol.name)
    )
    # Bringing back the defaults, or a scheme, does not depend on what else was typed.
    restores = "restore" in request.POST
    schemes = schemes_for(protocol, planned_claims(campaign, protocol))
    scheme = next((one for one in schemes if one.name == request.POST.get("scheme")), None)
    if restores or scheme or form.is_valid():
        changes = scheme.numbers if scheme else form.restored if restores else form.changes
        try:
            if changes:
                designs.change_numbers(
                    campaign=campaign,
                    numbers=changes,
                    actor=access.person,
                    now=timezone.now(),
                )
        except ProtocolError as error:
            form.add_error(None, str(error))
        except campaigns.WrongStateError:
            form.add_error(None, _("The campaign is closed."))
        else:
            messages.success(request, _saved_message(scheme, restores=restores))
            campaign.refresh_from_db()
            _warn_if_short(request, campaign)
            return redirect("campaign-numbers", public_id)
    context = {
        "form": form,
        "protocol": protocol,
        "schemes": schemes,
        **_numbers_preview(campaign, protocol, form),
        "is_closed": campaign.state == Campaign.State.CLOSED or campaign.is_archived,
        "has_claims": campaign.claims.exists(),
    }
    status = REFUSED if form.is_bound else 200
    template = "annotation/campaign/numbers.html"
    return render_tab(request, access, "numbers", template, context, status=status)


def _saved_message(scheme: DuplicateScheme | None, *, restores: bool) -> str:
    if scheme is not None:
        return _("Duplicates and experts are now those of %s.") % scheme.title
    if restores:
        return _("The numbers are those of the study design again.")
    return _("The numbers are saved.")


@require_POST
def numbers_preview(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Say what the numbers as they are typed would mean, as a part of the page."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    if access.campaign.protocol is None:
        raise Http404
    protocol = protocol_of(access.campaign)
    form = NumbersForm(request.POST, protocol=protocol, defaults=None)
    context = _numbers_preview(access.campaign, protocol, form)
    # A problem is an answer here: nothing was to be stored.
    return render(request, "annotation/campaign/numbers_preview.html", context)


def _numbers_preview(campaign: Campaign, protocol: Protocol, form: NumbersForm) -> dict[str, Any]:
    """Return the design in a sentence and what of the target can be met, or what does not fit."""
    if form.is_bound and not form.is_valid():
        problems = [
            (form[name].label if name in form.fields else "", error)
            for name, errors in form.errors.items()
            for error in errors
        ]
        return {"problems": problems}
    chosen = with_numbers(protocol, form.changes) if form.is_bound else protocol
    is_drawn_from = campaign.claims_from != Campaign.ClaimsFrom.FILES and campaign.corpus
    return {
        "sentence": sentence_of(chosen, campaign.target),
        "preview": preview_of(campaign, chosen) if is_drawn_from else None,
    }


def _may_choose(campaign: Campaign) -> bool:
    return campaign.protocol is None or designs.is_designable(campaign)


def _settled(request: HttpRequest, access: CampaignAccess) -> HttpResponse:
    campaign = access.campaign
    form = TargetForm(posted(request), initial={"target": campaign.target})
    if form.is_valid():
        campaigns.change_target(
            campaign=campaign,
            target=form.cleaned_data["target"],
            actor=access.person,
            now=timezone.now(),
        )
        messages.success(request, _("The target is changed."))
        campaign.refresh_from_db()
        _warn_if_short(request, campaign)
        return redirect("campaign-design", campaign.public_id)
    context = {
        "form": form,
        "protocol": protocol_of(campaign),
        "is_draft": campaign.state == Campaign.State.DRAFT,
    }
    status = REFUSED if form.is_bound else 200
    template = "annotation/campaign/design_settled.html"
    return render_tab(request, access, "design", template, context, status=status)


def _design_page(
    request: HttpRequest,
    access: CampaignAccess,
    form: DesignForm,
    *,
    preview: Preview | None = None,
) -> HttpResponse:
    status = REFUSED if form.errors else 200
    context = {"form": form, "preview": preview}
    template = "annotation/campaign/design.html"
    return render_tab(request, access, "design", template, context, status=status)


def _protocol(campaign: Campaign, name: str) -> Protocol:
    """Return the campaign's own protocol, whose numbers may be changed, or the shipped one."""
    frozen = campaign.protocol
    if frozen is not None and frozen["protocol"]["name"] == name:
        return protocol_of(campaign)
    return registry.get(name)


def _preview(campaign: Campaign, form: DesignForm) -> Preview:
    protocol = _protocol(campaign, form.cleaned_data["protocol"])
    chosen = Campaign(
        pk=campaign.pk,
        corpus=form.cleaned_data["corpus"],
        page_choice=form.cleaned_data["pages"],
        page_names=form.page_names,
        excludes_used_pages=form.cleaned_data["excludes_used_pages"],
        target=form.cleaned_data["target"],
    )
    return preview_of(chosen, protocol)


def _warn_if_short(request: HttpRequest, campaign: Campaign) -> None:
    """Say what of the target cannot be met with the pages as they are now."""
    if campaign.claims_from == Campaign.ClaimsFrom.FILES or campaign.corpus is None:
        return
    preview = preview_of(campaign, protocol_of(campaign))
    if preview.is_short:
        words = {"target": preview.target, "reachable": preview.reachable, "pages": preview.pages}
        messages.warning(
            request,
            _(
                "The target cannot be met: of %(target)d highlights, the %(pages)d pages have room"
                " for %(reachable)d. Choose more pages, other shares or a smaller target."
            )
            % words,
        )
