"""Grading at screening: a candidate's answers and texts, and what a manager decides."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.models import Candidacy, RoundState, ScreeningGrade, ScreeningRound
from annotation.selectors.calibration.screening import answers_of, awaits_decision, rounds_to_grade
from annotation.services.calibration import candidacies, grading, screening_decisions
from campaigns.access import CampaignAccess, campaign_for
from core.http import REFUSED

PASS, REJECT, ANOTHER_TRY = "pass", "rejected", "another_try"


@require_safe
def screening_round(request: HttpRequest, public_id: UUID, round_id: UUID) -> HttpResponse:
    """Show a candidate's round: answers, texts, grades."""
    access, found = _round(request, public_id, round_id)
    return _page(request, access, found)


@require_POST
def grade(request: HttpRequest, public_id: UUID, round_id: UUID) -> HttpResponse:
    """Store a grade of a summary and its mutation, and show what others say."""
    access, found = _round(request, public_id, round_id)
    typed = {name: request.POST.get(name, "") for name in ("summary", "mutation", "comment")}
    if not {typed["summary"], typed["mutation"]} <= {"yes", "no"}:
        problem = _("Choose both: the summary, and the mutation.")
        return _page(request, access, found, problem=problem, typed=typed)
    try:
        screening_decisions.grade_text(
            found=found,
            grader=access.person,
            summary_fits=typed["summary"] == "yes",
            mutation_fits=typed["mutation"] == "yes",
            comment=typed["comment"],
            now=timezone.now(),
        )
    except grading.BadCommentError:
        problem = _("A comment has at most 2,000 characters.")
        return _page(request, access, found, problem=problem, typed=typed)
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
    try:
        said = _decided(access, found, request.POST.get("decision", ""))
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
    if not said:
        return _page(request, access, found, problem=_("Choose a decision."))
    messages.success(request, said % {"name": found.candidacy.person})
    following = rounds_to_grade(access.campaign).exclude(candidacy__person=access.person).first()
    if following is None:
        return redirect("campaign-screening", public_id)
    return redirect("screening-round", public_id, following.public_id)


def _decided(access: CampaignAccess, found: ScreeningRound, chosen: str) -> str:
    """Carry out a decision; return the words for it, none if there is no such decision."""
    now = timezone.now()
    about: dict[str, Any] = {
        "campaign": access.campaign,
        "person": found.candidacy.person,
        "task": found.candidacy.task_name,
        "actor": access.person,
        "screening": found,
        "now": now,
    }
    if chosen == PASS:
        screening_decisions.pass_round(found=found, actor=access.person, now=now)
        return _("%(name)s has passed screening.")
    if chosen == REJECT:
        candidacies.decide(**about, outcome=Candidacy.Outcome.REJECTED)
        return _("%(name)s is rejected.")
    if chosen == ANOTHER_TRY:
        candidacies.give_another_try(**about)
        return _("%(name)s is screened again.")
    return ""


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
    is_gradable = found.state == RoundState.SUBMITTED
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
        "is_decidable": awaits_decision(found),
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
