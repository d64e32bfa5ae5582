"""The managers' page about screening: on and off, who is at it, questions and paragraphs."""

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
from annotation.forms.screening import ParagraphForm, QuestionForm
from annotation.messages import screening_line_text, screening_text
from annotation.models import ScreeningParagraph, ScreeningQuestion, TaskName
from annotation.rules.form_requests import SwitchRequest
from annotation.selectors.calibration.phases import phases_for
from annotation.selectors.calibration.screening import (
    material_of,
    paragraphs_in_use,
    paragraphs_on,
    questions_in_use,
    screening_for,
    screening_rows,
)
from annotation.services.calibration import screening_decisions, screening_material
from annotation.services.calibration.line_imports import LineImportError
from annotation.views.calibration.line_files import (
    download_lines,
    line_import_text,
    uploaded_lines,
)
from campaigns.access import CampaignAccess, campaign_for
from campaigns.models import Campaign
from campaigns.protocols.judging import Screening
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, read_form
from wiki.selectors.pages import document_of, find_page


@require_safe
def screening_page(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show who is at screening, and what people are screened with."""
    return _page(request, campaign_for(request, public_id, Area.CAMPAIGNS))


@require_POST
def switch(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Turn screening on or off."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    about: dict[str, Any] = {
        "campaign": access.campaign,
        "actor": access.person,
        "now": timezone.now(),
    }
    if read_form(request, SwitchRequest).on != "1":
        screening_decisions.stop_screening(**about)
        messages.success(request, _("Screening is off. Candidates go straight to calibration."))
        return redirect("campaign-screening", public_id)
    try:
        screening_decisions.require_screening(**about)
    except screening_decisions.TooLittleMaterialError as error:
        return _page(request, access, problem=_lacking_text(error))
    messages.success(request, _("Screening is on. New candidates begin with it."))
    return redirect("campaign-screening", public_id)


@require_POST
def new_question(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Store a language question."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = QuestionForm(request.POST)
    if form.is_valid():
        try:
            screening_material.add_question(
                campaign=access.campaign, actor=access.person, now=timezone.now(), **form.question
            )
        except screening_material.MaterialRefusedError as error:
            form.add_error(error.field, screening_text(error.code))
        else:
            messages.success(request, _("The question is saved."))
            return redirect("campaign-screening", public_id)
    return _page(request, access, question_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_question(request: HttpRequest, public_id: UUID, question_id: UUID) -> HttpResponse:
    """Show and change a question that nobody has got yet."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    found = get_object_or_404(
        ScreeningQuestion.objects.select_related("campaign"),
        public_id=question_id,
        campaign=access.campaign,
    )
    form = QuestionForm(request.POST if request.method == "POST" else None, question=found)
    if request.method == "POST" and form.is_valid():
        try:
            screening_material.change_question(
                question=found, actor=access.person, now=timezone.now(), **form.question
            )
        except screening_material.MaterialRefusedError as error:
            form.add_error(error.field, screening_text(error.code))
        except screening_material.QuestionInUseError:
            form.add_error(
                None,
                _("Candidates have got this question, or it was withdrawn. Write another one."),
            )
        else:
            messages.success(request, _("The question is saved."))
            return redirect("campaign-screening", public_id)
    context = {"question": found, "form": form, "is_asked": found.asked.exists()}
    status = REFUSED if form.errors else 200
    template = "annotation/screening/question_edit.html"
    return render_tab(request, access, "screening", template, context, status=status)


@require_POST
def withdraw_question(request: HttpRequest, public_id: UUID, question_id: UUID) -> HttpResponse:
    """Withdraw a question: nobody gets it any more."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    get_object_or_404(ScreeningQuestion, public_id=question_id, campaign=access.campaign)
    screening_material.withdraw_question(
        campaign=access.campaign,
        public_id=question_id,
        actor=access.person,
        now=timezone.now(),
    )
    messages.success(request, _("Withdrawn. Nobody gets this question any more."))
    return redirect("campaign-screening", public_id)


@require_POST
def new_paragraph(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Store a paragraph to summarise, typed or from a page."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = ParagraphForm(request.POST)
    if form.is_valid():
        try:
            screening_material.add_paragraph(
                campaign=access.campaign,
                text=form.cleaned_data["text"],
                title=form.cleaned_data["title"],
                actor=access.person,
                now=timezone.now(),
            )
        except screening_material.MaterialRefusedError as error:
            form.add_error(error.field, screening_text(error.code))
        else:
            messages.success(request, _("The paragraph is saved."))
            return redirect("campaign-screening", public_id)
    return _page(request, access, paragraph_form=form)


@require_POST
def withdraw_paragraph(request: HttpRequest, public_id: UUID, paragraph_id: UUID) -> HttpResponse:
    """Withdraw a paragraph: nobody new gets it."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    get_object_or_404(ScreeningParagraph, public_id=paragraph_id, campaign=access.campaign)
    screening_material.withdraw_paragraph(
        campaign=access.campaign,
        public_id=paragraph_id,
        actor=access.person,
        now=timezone.now(),
    )
    messages.success(request, _("Withdrawn. Nobody gets this paragraph any more."))
    return redirect("campaign-screening", public_id)


@require_safe
def export(request: HttpRequest, public_id: UUID) -> StreamingHttpResponse:
    """Answer with the questions and paragraphs in use, one JSON object a line."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    lines = screening_material.export_material(access.campaign)
    return download_lines(lines, "screening.jsonl")


@require_POST
def bring(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Import questions and paragraphs from a file of JSON lines; all of it or nothing."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    data = uploaded_lines(request)
    if data is None:
        return _page(request, access, problem=_("Choose a file."))
    try:
        count = screening_material.import_material(
            campaign=access.campaign, data=data, actor=access.person, now=timezone.now()
        )
    except LineImportError as error:
        return _page(request, access, problem=line_import_text(error, screening_line_text))
    said = ngettext("%d line was imported.", "%d lines were imported.", count)
    messages.success(request, said % count)
    return redirect("campaign-screening", public_id)


def _lacking_text(error: screening_decisions.TooLittleMaterialError) -> str:
    if not error.needed:
        return _("The design of this campaign screens nobody.")
    questions = max(design.questions for design in error.needed)
    lacking = []
    if (missing := questions - error.ready.questions) > 0:
        lacking.append(ngettext("%d more question", "%d more questions", missing) % missing)
    if any(design.summary for design in error.needed) and not error.ready.paragraphs:
        lacking.append(_("a paragraph"))
    return _("There is too little to screen people with. Write: %s.") % ", ".join(lacking)


def _designs(campaign: Campaign) -> list[tuple[str, Screening]]:
    if campaign.protocol is None:
        return []
    protocol = protocol_of(campaign)
    return [
        (design.label, design)
        for task in TaskName
        if phases_for(protocol, task) and (design := screening_for(protocol, task)) is not None
    ]


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    *,
    question_form: QuestionForm | None = None,
    paragraph_form: ParagraphForm | None = None,
    problem: str = "",
) -> HttpResponse:
    campaign = access.campaign
    title = request.GET.get("page", "").strip()[:255]
    context: dict[str, Any] = {
        "problem": problem,
        "designs": _designs(campaign),
        "is_on": campaign.requires_screening,
        "is_calibrated": campaign.requires_calibration,
        "ready": material_of(campaign),
        "rows": screening_rows(campaign),
        "questions": questions_in_use(campaign).order_by("position"),
        "paragraphs": paragraphs_in_use(campaign).order_by("position"),
        "question_form": question_form or QuestionForm(),
        "paragraph_form": paragraph_form or ParagraphForm(),
        "title": title,
        **_offered(campaign, title),
    }
    is_refused = bool(problem or question_form or paragraph_form)
    template = "annotation/screening/managing.html"
    return render_tab(
        request, access, "screening", template, context, status=REFUSED if is_refused else 200
    )


def _offered(campaign: Campaign, title: str) -> dict[str, Any]:
    """Return the paragraphs of the page that a manager looks at."""
    if not title or campaign.corpus is None or "\0" in title:
        return {"offered": [], "is_missing": bool(title)}
    found = find_page(campaign.corpus, title)
    if found is None:
        return {"offered": [], "is_missing": True}
    return {
        "offered": paragraphs_on(document_of(found.page)),
        "page_title": found.page.title,
        "is_missing": False,
    }
