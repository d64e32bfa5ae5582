"""Candidates at screening: one question after another, then the summary and its mutation."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.forms.screening import ScreeningAnswerForm
from annotation.messages import screening_text
from annotation.models import RoundState, ScreeningGrade, ScreeningRound, TaskName
from annotation.models.screening import LONGEST_SENTENCE
from annotation.rules.form_requests import SummaryRequest
from annotation.selectors.calibration.screening import comments_on, next_question
from annotation.services.calibration import phases, screening
from annotation.services.desk import stages
from annotation.views.calibration.taking import waiting_message
from annotation.views.desk.next_steps import not_open_message
from annotation.views.desk.own import check_candidate, for_scripts
from campaigns.access import campaign_for, person_of
from core.http import REFUSED, read_form

LETTERS = "abcdefghi"


@require_POST
def screen_writer(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Take a candidate for writing to their screening."""
    return _begin(request, public_id, TaskName.WRITE)


@require_POST
def screen_verifier(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Take a candidate for verifying to their screening."""
    return _begin(request, public_id, TaskName.VERIFY)


def _begin(request: HttpRequest, public_id: UUID, task: TaskName) -> HttpResponse:
    access = campaign_for(request, public_id)
    try:
        found = screening.begin_screening(
            campaign=access.campaign, person=access.person, task=task, now=timezone.now()
        )
    except phases.NotACandidateError as error:
        raise PermissionDenied from error
    except stages.CampaignNotOpenError:
        messages.info(request, not_open_message(access.campaign))
    except phases.NoItemError as error:
        messages.info(request, waiting_message(error.step))
    else:
        return redirect("screening", found.public_id)
    return redirect("home")


@require_safe
@never_cache
def screen(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Show the question at hand, or the paragraph to summarise; of a decided round, the grades."""
    found = _own_round(request, round_id)
    if grades := comments_on(found):
        return _comments(request, found, grades)
    if found.state == RoundState.QUESTIONS and next_question(found) is None:
        try:
            found = screening.go_on(found=found, now=timezone.now())
        except (screening.RoundOverError, stages.CampaignNotOpenError):
            return _over(request, found)
    return _page(request, found)


@require_POST
def answer(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Store the answer to a question, and go on with the next one."""
    found = _own_round(request, round_id)
    form = ScreeningAnswerForm(request.POST)
    if not form.is_valid():
        return _page(request, found, problem=_("Choose one of the answers."))
    try:
        found = screening.answer_question(found=found, now=timezone.now(), **form.cleaned_data)
    except screening.BadChoiceError:
        return _page(request, found, problem=_("Choose one of the answers."))
    except screening.AnsweredError:
        messages.info(request, _("This question was answered before. That answer counts."))
    except (screening.RoundOverError, stages.CampaignNotOpenError):
        return _over(request, found)
    return redirect("screening", round_id) if found.state in _AT_WORK else _over(request, found)


@for_scripts
@require_POST
def draft(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Keep what was typed so far."""
    found = _own_round(request, round_id)
    sent = read_form(request, SummaryRequest)
    try:
        screening.save_draft(found=found, summary=sent.summary, mutation=sent.mutation)
    except screening.TextRefusedError as error:
        said = screening_text(error.code)
        return JsonResponse({"error": error.code, "message": said}, status=REFUSED)
    except (screening.RoundOverError, stages.CampaignNotOpenError):
        return JsonResponse({"error": "over", "message": _("This screening is over.")}, status=410)
    return JsonResponse({"saved_at": timezone.now()})


@require_POST
def submit(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Submit the summary and the mutation."""
    found = _own_round(request, round_id)
    sent = read_form(request, SummaryRequest)
    try:
        screening.submit_text(
            found=found, summary=sent.summary, mutation=sent.mutation, now=timezone.now()
        )
    except screening.TextRefusedError as error:
        return _page(
            request,
            found,
            problem=screening_text(error.code),
            field=error.field,
            typed=sent,
        )
    except (screening.RoundOverError, stages.CampaignNotOpenError):
        return _over(request, found)
    messages.success(
        request,
        _(
            "Submitted. The managers are grading it; your home page will tell you when"
            " they have finished."
        ),
    )
    return redirect("home")


_AT_WORK = (RoundState.QUESTIONS, RoundState.WRITING)


def _own_round(request: HttpRequest, round_id: UUID) -> ScreeningRound:
    found = get_object_or_404(
        ScreeningRound.objects.select_related("candidacy__campaign", "paragraph", "text"),
        public_id=round_id,
        candidacy__person=person_of(request),
    )
    check_candidate(request, found.candidacy)
    return found


def _over(request: HttpRequest, found: ScreeningRound) -> HttpResponse:
    """Say where a round that is over has led, on the home page."""
    if found.state == RoundState.PASSED:
        messages.success(request, _("You have passed screening. Calibration is next."))
    elif found.state in _AT_WORK:
        messages.info(request, _("This screening cannot be continued now."))
    else:
        messages.info(request, _("This screening is done. The managers decide now."))
    return redirect("home")


def _comments(
    request: HttpRequest, found: ScreeningRound, grades: Sequence[ScreeningGrade]
) -> HttpResponse:
    context = {
        "campaign": found.candidacy.campaign,
        "task": found.candidacy.task_name,
        "round": found,
        "text": found.text,
        "grades": grades,
    }
    return render(request, "annotation/screening/comments.html", context)


def _page(
    request: HttpRequest,
    found: ScreeningRound,
    *,
    problem: str = "",
    field: str = "",
    typed: SummaryRequest | None = None,
) -> HttpResponse:
    if found.state not in _AT_WORK or not found.candidacy.is_open:
        return _over(request, found)
    context = {
        "campaign": found.candidacy.campaign,
        "task": found.candidacy.task_name,
        "round": found,
        "problem": problem,
        "field": field,
    }
    status = REFUSED if problem else 200
    if found.state == RoundState.WRITING:
        shown = typed or SummaryRequest(found.draft_summary, found.draft_mutation)
        context |= {
            "summary": shown.summary,
            "mutation": shown.mutation,
            "longest": LONGEST_SENTENCE,
        }
        return render(request, "annotation/screening/writing.html", context, status=status)
    asked = next_question(found)
    if asked is None:
        return _over(request, found)
    counted = found.questions.filter(question__withdrawn_at=None)
    context |= {
        "asked": asked,
        "options": list(zip(range(9), LETTERS, asked.question.options, strict=False)),
        "place": counted.filter(answer__isnull=False).count() + 1,
        "total": counted.count(),
    }
    return render(request, "annotation/screening/question.html", context, status=status)
