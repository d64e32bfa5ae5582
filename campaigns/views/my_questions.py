"""One's own questions to the managers, each a thread between the two."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import campaign_for, person_of
from campaigns.panels import Place, panels_for
from campaigns.selectors.questions import questions_of
from campaigns.services import questions
from core.http import REFUSED

QUESTIONS_A_PAGE = 30


@require_safe
def my_questions(request: HttpRequest) -> HttpResponse:
    """Show all questions of this person."""
    mine = questions_of(person_of(request))
    page = Paginator(mine, QUESTIONS_A_PAGE).get_page(request.GET.get("page"))
    subjects = panels_for(request, Place.OWN_QUESTION, list(page))
    context = {"page": page, "subjects": subjects}
    return render(request, "campaigns/my_questions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def my_question(request: HttpRequest, question_id: UUID) -> HttpResponse:
    """Show one thread and mark its answer as read; a reply asks further."""
    person = person_of(request)
    question = get_object_or_404(questions_of(person), public_id=question_id)
    typed, status = "", 200
    if request.method == "POST":
        # People who have left read the answers, but write to nobody.
        access = campaign_for(request, question.campaign.public_id)
        typed = request.POST.get("text", "")
        try:
            questions.reply_to_question(
                question=question, actor=access.person, text=typed, now=timezone.now()
            )
        except questions.BadTextError:
            messages.error(request, _("Write a text of up to 2,000 characters."))
            status = REFUSED
        else:
            messages.success(request, _("Sent to the managers."))
            return redirect("my-question", question_id)
    elif question.is_news:
        questions.mark_question_read(question=question, now=timezone.now())
    subjects = panels_for(request, Place.OWN_QUESTION, [question])
    context = {"question": question, "typed": typed, "subjects": subjects}
    return render(request, "campaigns/my_question.html", context, status=status)
