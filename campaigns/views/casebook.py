"""The casebook: managers publish answered questions, and change or withdraw precedents."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.clauses import GuidelineClause, clauses_of
from campaigns.forms.casebook import PrecedentForm
from campaigns.models import Precedent
from campaigns.selectors.casebook import precedents_in
from campaigns.selectors.guidelines import latest_guidelines
from campaigns.selectors.questions import questions_in
from campaigns.services import casebook
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, go_to, posted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def publish(request: HttpRequest, public_id: UUID, question_id: UUID) -> HttpResponse:
    """Publish an answered question; the form begins with its words."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    question = get_object_or_404(questions_in(access.campaign), public_id=question_id)
    replies = [reply.text for reply in question.replies.all() if reply.author != question.asker]
    form = PrecedentForm(
        posted(request),
        clauses=_clauses(access),
        initial={"asked": question.text, "answered": "\n".join(replies)[:4000]},
    )
    if not form.is_valid():
        return _page(request, access, form)
    try:
        casebook.publish_precedent(
            question=question, text=_text(form), actor=access.person, now=timezone.now()
        )
    except casebook.NotAnsweredError:
        messages.error(request, _("Answer the question first."))
    except casebook.AlreadyPublishedError:
        messages.error(request, _("This question is in the casebook already."))
    else:
        messages.success(request, _("Published in the casebook."))
    return go_to(reverse("campaign-questions", args=[public_id]), at=f"question-{question_id}")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit(request: HttpRequest, public_id: UUID, precedent_id: UUID) -> HttpResponse:
    """Change the words of a precedent."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    precedent = get_object_or_404(precedents_in(access.campaign), public_id=precedent_id)
    stored = get_object_or_404(precedents_in(access.campaign), public_id=precedent_id)
    form = PrecedentForm(posted(request), instance=precedent, clauses=_clauses(access))
    if not form.is_valid():
        return _page(request, access, form, stored)
    casebook.change_precedent(
        precedent=stored, text=_text(form), actor=access.person, now=timezone.now()
    )
    messages.success(request, _("Saved."))
    return redirect("campaign-guidelines", public_id)


@require_POST
def withdraw(request: HttpRequest, public_id: UUID, precedent_id: UUID) -> HttpResponse:
    """Take a precedent out of the casebook."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    precedent = get_object_or_404(precedents_in(access.campaign), public_id=precedent_id)
    casebook.withdraw_precedent(precedent=precedent, actor=access.person, now=timezone.now())
    messages.success(request, _("It is no longer in the casebook."))
    return redirect("campaign-guidelines", public_id)


def _clauses(access: CampaignAccess) -> tuple[GuidelineClause, ...]:
    guidelines = latest_guidelines(access.campaign)
    return clauses_of(guidelines.text) if guidelines else ()


def _text(form: PrecedentForm) -> casebook.PrecedentText:
    words = form.cleaned_data
    return casebook.PrecedentText(words["asked"], words["answered"], words["clause"])


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    form: PrecedentForm,
    precedent: Precedent | None = None,
) -> HttpResponse:
    context = {"form": form, "precedent": precedent}
    status = REFUSED if form.is_bound else 200
    template = "campaigns/precedent.html"
    return render_tab(request, access, "questions", template, context, status=status)
