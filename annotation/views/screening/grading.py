"""Grading at screening: a candidate's answers and texts, and what a manager decides."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.forms.screening import (
    ScreeningDecision,
    ScreeningDecisionForm,
    ScreeningGradeForm,
)
from annotation.models import Candidacy, RoundState, ScreeningGrade, ScreeningRound
from annotation.selectors.calibration.screening import answers_of, awaits_decision, rounds_to_grade
from annotation.services.calibration import candidacies, grading, screening_decisions
from campaigns.access import CampaignAccess, campaign_for
from core.http import REFUSED


@require_safe
def screening_round(request: HttpRequest, public_id: UUID, round_id: UUID) -> HttpResponse:
    """Show a candidate's round: answers, texts, grades."""
    access, found = _round(request, public_id, round_id)
    return _page(request, access, found)


@require_POST
def grade(request: HttpRequest, public_id: UUID, round_id: UUID) -> HttpResponse:
    """Store a grade of a summary and its mutation, and show what others say."""
    access, found = _round(request, public_id, round_id)
    form = ScreeningGradeForm(request.POST)
    typed = form.typed
    if not form.is_valid():
        return _page(request, access, found, problem=_first_error(form), typed=typed)
    try:
        screening_decisions.grade_text(
            found=found,
            grader=access.person,
            summary_fits=form.cleaned_data["summary"],
            mutation_fits=form.cleaned_data["mutation"],
            comment=form.cleaned_data["comment"],
            now=timezone.now(),
        )
    except grading.NotGradableError:
        problem = _("There is nothing to grade, or it was decided in the meantime.")
        return _page(request, access, found, problem=problem, typed=typed)
    except grading.OwnWorkError:
        problem = _("You cannot grade your own work.")
        return _page(request, access, found, problem=problem, typed=typed)
    messages.success(request, _("Your grade is saved. Now decide, or leave it to another manager."))
    return redirect("screening-round", public_id, round_id)


@require_POST
def decide(request: HttpRequest, public_id: UUID, round_id: UUID) -> HttpResponse:
    """Let a candidate pass, reject them, or give them another try."""
    access, found = _round(request, public_id, round_id)
    form = ScreeningDecisionForm(request.POST)
    if not form.is_valid():
        return _page(request, access, found, problem=_first_error(form))
    try:
        said = _decided(access, found, form.cleaned_data["decision"])
    except screening_decisions.NotGradedError:
        return _page(request, access, found, problem=_("Grade the texts first."))
    except screening_decisions.RoundOpenError:
        problem = _("The candidate has not finished yet. Decide when they have.")
        return _page(request, access, found, problem=problem)
    except grading.NotGradableError:
        return _page(request, access, found, problem=_("This was decided in the meantime."))
    except grading.OwnWorkError:
        return _page(request, access, found, problem=_("You cannot decide about yourself."))
    except candidacies.NotAMemberError:
        return _page(request, access, found, problem=_("This person no longer has this task."))
    messages.success(request, said % {"name": found.candidacy.person})
    following = rounds_to_grade(access.campaign).exclude(candidacy__person=access.person).first()
    if following is None:
        return redirect("campaign-screening", public_id)
    return redirect("screening-round", public_id, following.public_id)


def _decided(access: CampaignAccess, found: ScreeningRound, chosen: ScreeningDecision) -> str:
    """Carry out a decision; return the words for it."""
    now = timezone.now()
    about: dict[str, Any] = {
        "campaign": access.campaign,
        "person": found.candidacy.person,
        "task": found.candidacy.task_name,
        "actor": access.person,
        "screening": found,
        "now": now,
    }
    if chosen is ScreeningDecision.PASS:
        screening_decisions.pass_round(found=found, actor=access.person, now=now)
        return _("%(name)s has passed screening.")
    if chosen is ScreeningDecision.REJECT:
        candidacies.decide(**about, outcome=Candidacy.Outcome.REJECTED)
        return _("%(name)s is rejected.")
    candidacies.give_another_try(**about)
    return _("%(name)s is screened again.")


def _first_error(form: Form) -> str:
    return next(str(error) for errors in form.errors.values() for error in errors)


def _round(
    request: HttpRequest, public_id: UUID, round_id: UUID
) -> tuple[CampaignAccess, ScreeningRound]:
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    found = get_object_or_404(
        ScreeningRound.objects.select_related(
            "candidacy__campaign", "candidacy__person", "paragraph", "text", "decided_by"
        ),
        public_id=round_id,
        candidacy__campaign=access.campaign,
    )
    return access, found


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    found: ScreeningRound,
    *,
    problem: str = "",
    typed: dict[str, str] | None = None,
) -> HttpResponse:
    grades = list(found.grades.select_related("grader").order_by("graded_at", "pk"))
    mine = next((one for one in grades if one.grader_id == access.person.pk), None)
    is_archived = access.campaign.is_archived
    is_gradable = found.state == RoundState.SUBMITTED and not is_archived
    opinions = {(one.summary_fits, one.mutation_fits) for one in grades}
    context = {
        "access": access,
        "campaign": access.campaign,
        "round": found,
        "candidate": found.candidacy.person,
        "task": found.candidacy.task_name,
        "answers": answers_of(found),
        "text": getattr(found, "text", None),
        "is_open": found.state in (RoundState.QUESTIONS, RoundState.WRITING),
        "is_gradable": is_gradable,
        "is_decidable": awaits_decision(found) and not is_archived,
        "problem": problem,
        "typed": typed or _typed(mine),
        "mine_grade": mine,
        # Blind: others' grades only after one's own, or when nothing can be changed.
        "others": [one for one in grades if one != mine and (mine or not is_gradable)],
        "is_disputed": len(opinions) > 1,
    }
    status = REFUSED if problem else 200
    return render(request, "annotation/screening/grading.html", context, status=status)


def _typed(mine: ScreeningGrade | None) -> dict[str, str]:
    if mine is None:
        return {"summary": "", "mutation": "", "comment": ""}
    return {
        "summary": "yes" if mine.summary_fits else "no",
        "mutation": "yes" if mine.mutation_fits else "no",
        "comment": mine.comment,
    }
