"""The questions of a campaign's members, and the managers' answers."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.forms.questions import ReplyForm
from campaigns.models import Question
from campaigns.panels import Place, panels_for
from campaigns.selectors.casebook import precedents_of
from campaigns.selectors.questions import questions_in
from campaigns.services import questions as question_services
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, go_to

QUESTIONS_A_PAGE = 20


@require_safe
@never_cache
def questions(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show every thread, those that wait first."""
    return _page(request, campaign_for(request, public_id, Area.CAMPAIGNS))


@require_POST
def reply(request: HttpRequest, public_id: UUID, question_id: UUID) -> HttpResponse:
    """Answer. What was typed stays where it is refused."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    question = get_object_or_404(questions_in(access.campaign), public_id=question_id)
    form = _form_for(question, request)
    if not form.is_valid():
        return _page(request, access, refused=form)
    question_services.reply_to_question(
        question=question,
        actor=access.person,
        text=form.cleaned_data["text"],
        now=timezone.now(),
    )
    messages.success(request, _("Answer sent."))
    return go_to(reverse("campaign-questions", args=[public_id]), at=f"question-{question_id}")


def _form_for(question: Question, request: HttpRequest | None = None) -> ReplyForm:
    prefix = str(question.public_id)
    return ReplyForm(request.POST if request else None, prefix=prefix)


def _page(
    request: HttpRequest, access: CampaignAccess, *, refused: ReplyForm | None = None
) -> HttpResponse:
    found = Paginator(questions_in(access.campaign), QUESTIONS_A_PAGE)
    page = found.get_page(request.GET.get("page"))
    threads = [
        (
            question,
            refused
            if refused is not None and refused.prefix == str(question.public_id)
            else _form_for(question),
        )
        for question in page
    ]
    status = 200 if refused is None else REFUSED
    subjects = panels_for(request, Place.QUESTION, list(page))
    context = {
        "threads": threads,
        "page": page,
        "subjects": subjects,
        "precedents": precedents_of(page),
    }
    template = "campaigns/questions.html"
    return render_tab(request, access, "questions", template, context, status=status)
