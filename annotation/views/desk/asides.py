"""Things beside the work: the guidelines, questions to the managers, one's own progress."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotation.models import Attempt
from annotation.rules.form_requests import TextRequest
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.desk.today import today_of
from annotation.selectors.desk.waiting import MOST_COUNTED, waiting_for
from annotation.services.desk.questions import ask_about_attempt
from annotation.views.breaks import hints_at_break
from annotation.views.desk.answers import problem, wants_json
from annotation.views.desk.next_steps import TAKE
from annotation.views.desk.own import own_attempt
from campaigns.access import person_of, refuse_archived
from campaigns.selectors.announcements import unread_announcements
from campaigns.selectors.casebook import LONGEST_WORDS, casebook_of
from campaigns.selectors.guidelines import latest_guidelines
from campaigns.services import questions
from core.http import REFUSED, read_form


@require_safe
def guidelines(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Show the latest guidelines with the casebook, or precedents with these words: a fragment."""
    campaign = campaign_of(own_attempt(request, attempt_id))
    version = latest_guidelines(campaign)
    words = request.GET.get("words", "")[:LONGEST_WORDS]
    context = {
        "version": version,
        "words": words,
        "casebook": casebook_of(campaign, version, words),
    }
    template = "campaigns/casebook.html" if words else "annotation/desk/guidelines.html"
    return render(request, template, context)


@require_safe
def progress(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Show a person's own numbers of the day and what is left, as a fragment."""
    attempt = own_attempt(request, attempt_id)
    person, campaign, now = person_of(request), campaign_of(attempt), timezone.now()
    purpose = attempt.task
    today = today_of(person, now)
    context = {
        "attempt": attempt,
        "today": today,
        # Gold and adjudication have no queue.
        "left": waiting_for(person, campaign, purpose, now) if purpose in TAKE else None,
        "most_counted": MOST_COUNTED if purpose is Attempt.Purpose.VERIFY else None,
        "hints_at_break": hints_at_break(request, today, now),
        "announcements": unread_announcements(person).filter(campaign=campaign).count(),
    }
    return render(request, "annotation/desk/progress.html", context)


@require_POST
def ask(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Send a question about the item on the desk."""
    attempt = own_attempt(request, attempt_id)
    refuse_archived(campaign_of(attempt))
    try:
        ask_about_attempt(
            attempt=attempt,
            actor=person_of(request),
            text=read_form(request, TextRequest).text,
            now=timezone.now(),
        )
    except questions.BadTextError:
        said = _("Write a question of up to 2,000 characters.")
        if wants_json(request):
            return problem(REFUSED, "bad_text", said)
        messages.error(request, said)
    else:
        said = _("Your question was sent. The answer will appear on your home page.")
        if wants_json(request):
            return JsonResponse({"message": said})
        messages.success(request, said)
    return redirect("home")
