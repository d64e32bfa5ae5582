"""The managers' gold: made at the desks, described, withdrawn, imported and exported."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Area
from annotation.forms.gold import ClaimGoldForm, GoldForm, HighlightGoldForm
from annotation.messages import gold_line_text, gold_text
from annotation.models import Gold, TaskName
from annotation.selectors.calibration.phases import phases_for
from annotation.services.calibration import gold as services
from annotation.services.calibration import gold_drawing, gold_files
from annotation.services.calibration.line_imports import LineImportError
from annotation.services.desk.stages import CampaignNotOpenError
from annotation.views.calibration.line_files import (
    download_lines,
    line_import_text,
    uploaded_lines,
)
from annotation.views.calibration.words import clause_names
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import NoDesignError, protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED

_DESKS = {TaskName.WRITE: "writing-desk", TaskName.VERIFY: "verifying-desk"}


@require_safe
def gold_list(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the gold of a campaign by task, phase and try, with forms to make more."""
    return _page(request, campaign_for(request, public_id, Area.CAMPAIGNS))


@require_POST
def new_claim(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Make a gold claim and go to the desk to verify it."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = ClaimGoldForm(request.POST, campaign=access.campaign)
    if not form.is_valid():
        return _page(request, access, claim_form=form)
    try:
        made = services.make_claim_gold(
            campaign=access.campaign,
            text=form.cleaned_data["text"],
            description=form.description,
            actor=access.person,
            now=timezone.now(),
        )
    except services.GoldRefusedError as error:
        form.refuse(error.field, gold_text(error.code))
        return _page(request, access, claim_form=form)
    return _answer(access, made)


@require_POST
def new_highlight(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Make a gold highlight and go to the desk to write the model claims."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = HighlightGoldForm(request.POST, campaign=access.campaign)
    if not form.is_valid():
        return _page(request, access, highlight_form=form)
    try:
        page, addresses = gold_drawing.draw_place(
            access.campaign, form.cleaned_data["source"], form.cleaned_data["title"]
        )
        made = services.make_highlight_gold(
            campaign=access.campaign,
            page=page,
            source=form.cleaned_data["source"],
            addresses=addresses,
            prescribed=form.prescribed,
            description=form.description,
            actor=access.person,
            now=timezone.now(),
        )
    except services.GoldRefusedError as error:
        form.refuse(error.field, gold_text(error.code))
        return _page(request, access, highlight_form=form)
    return _answer(access, made)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, public_id: UUID, gold_id: UUID) -> HttpResponse:
    """Show and change what gold is for, and why."""
    access, found = _gold(request, public_id, gold_id)
    form = GoldForm(
        request.POST if request.method == "POST" else None, campaign=access.campaign, gold=found
    )
    if request.method == "POST" and form.is_valid():
        try:
            services.describe_gold(
                gold=found,
                description=form.description,
                actor=access.person,
                now=timezone.now(),
            )
        except services.GoldRefusedError as error:
            form.refuse(error.field, gold_text(error.code))
        except services.GoldInUseError:
            form.add_error(
                "place", _("Candidates already have this item, so its place cannot be changed.")
            )
        else:
            messages.success(request, _("Saved."))
            return redirect("campaign-gold", public_id)
    context = {
        "gold": found,
        "form": form,
        "is_in_use": services.is_in_use(found),
        "clauses": clause_names(access.campaign),
    }
    status = REFUSED if form.errors else 200
    template = "annotation/calibration/gold_edit.html"
    return render_tab(request, access, "gold", template, context, status=status)


@require_POST
def answer(request: HttpRequest, public_id: UUID, gold_id: UUID) -> HttpResponse:
    """Open the desk of a gold item."""
    access, found = _gold(request, public_id, gold_id)
    try:
        return _answer(access, found)
    except services.GoldInUseError:
        messages.error(
            request,
            _(
                "Another manager is answering this item, or candidates already have it."
                " Withdraw it instead."
            ),
        )
    except services.GoldRefusedError:
        messages.error(request, _("This gold was withdrawn."))
    return redirect("campaign-gold", public_id)


@require_POST
def withdraw(request: HttpRequest, public_id: UUID, gold_id: UUID) -> HttpResponse:
    """Withdraw gold: nobody gets it any more, and it does not count where it was done."""
    access, found = _gold(request, public_id, gold_id)
    services.withdraw_gold(gold=found, actor=access.person, now=timezone.now())
    messages.success(request, _("Withdrawn. It no longer counts for anybody."))
    return redirect("campaign-gold", public_id)


@require_safe
def export(request: HttpRequest, public_id: UUID) -> StreamingHttpResponse:
    """Answer with all gold in use, one JSON object a line."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    lines = gold_files.export_gold(access.campaign)
    return download_lines(lines, "gold.jsonl")


@require_POST
def bring(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Import gold from a file of JSON lines; all of it or nothing."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    data = uploaded_lines(request)
    if data is None:
        return _page(request, access, problem=_("Choose a file."))
    try:
        count = gold_files.import_gold(
            campaign=access.campaign, data=data, actor=access.person, now=timezone.now()
        )
    except (CampaignNotOpenError, NoDesignError):
        # Answers pass the checks of the desk, and desks are open in open campaigns only.
        return _page(request, access, problem=_("Open the campaign first."))
    except LineImportError as error:
        return _page(request, access, problem=line_import_text(error, gold_line_text))
    said = ngettext("%d item was imported.", "%d items were imported.", count)
    messages.success(request, said % count)
    return redirect("campaign-gold", public_id)


def _answer(access: CampaignAccess, found: Gold) -> HttpResponse:
    attempt = services.answer_gold(gold=found, actor=access.person, now=timezone.now())
    return redirect(_DESKS[TaskName(found.task)], attempt.public_id)


def _gold(request: HttpRequest, public_id: UUID, gold_id: UUID) -> tuple[CampaignAccess, Gold]:
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    rows = Gold.objects.select_related("campaign", "claim", "highlight__page", "answer", "made_by")
    return access, get_object_or_404(rows, public_id=gold_id, campaign=access.campaign)


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    *,
    claim_form: ClaimGoldForm | None = None,
    highlight_form: HighlightGoldForm | None = None,
    problem: str = "",
) -> HttpResponse:
    campaign = access.campaign
    context: dict[str, Any] = {"problem": problem, "has_design": campaign.protocol is not None}
    if campaign.protocol is not None:
        protocol = protocol_of(campaign)
        rows = list(
            Gold.objects.filter(campaign=campaign)
            .select_related("claim", "highlight__page", "answer", "made_by")
            .order_by("task", "use", "phase", "try_number", "position", "pk")
        )
        phases = {phase.name: phase for task in TaskName for phase in phases_for(protocol, task)}
        groups: dict[tuple[str, str, str, int], list[Gold]] = {}
        for row in rows:
            groups.setdefault((row.task, row.use, row.phase, row.try_number), []).append(row)
        context |= {
            "gold_groups": [
                {
                    "task": TaskName(task),
                    "use": Gold.Use(use),
                    "phase": phases.get(phase),
                    "try_number": number,
                    "rows": mine,
                    "ready": sum(row.is_ready for row in mine),
                }
                for (task, use, phase, number), mine in groups.items()
            ],
            "claim_form": claim_form or ClaimGoldForm(campaign=campaign),
            "highlight_form": highlight_form or HighlightGoldForm(campaign=campaign),
            "clauses": clause_names(campaign),
        }
    is_refused = bool(problem or claim_form or highlight_form)
    template = "annotation/calibration/gold.html"
    return render_tab(
        request, access, "gold", template, context, status=REFUSED if is_refused else 200
    )
