"""Judging the sets of an evidence check one by one. Nothing here tells gold from predictions."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.selectors.verifying.desk import shown_verdict
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, read_form
from releases.forms.evidence_checks import JudgementRequest
from releases.models import EvidenceCheck, EvidenceJudgement, PooledSet
from releases.scoring import evidence_checks as services
from releases.selectors import evidence_checks as selectors
from releases.selectors.releases import text_of
from releases.views.releases import TAB

_LONGEST_POSITION = 5


@require_safe
@never_cache
def judge(request: HttpRequest, public_id: UUID, check_id: UUID) -> HttpResponse:
    """Show the next set to a judge: after a skip, the one after that."""
    access = _judging(request, public_id)
    check = get_object_or_404(_checks(access), public_id=check_id)
    after = request.GET.get("after", "")
    position = int(after) if after.isdecimal() and len(after) <= _LONGEST_POSITION else 0
    pooled = selectors.next_set(check, access.person, position)
    if pooled is None:
        messages.success(request, _("No more evidence waits for you here."))
        return redirect("home")
    return _show(request, access, check, pooled)


@require_POST
def answer(request: HttpRequest, public_id: UUID, set_id: UUID) -> HttpResponse:
    """Store a judgement, and go to the next set."""
    access = _judging(request, public_id)
    pooled = get_object_or_404(
        PooledSet.objects.select_related("item__version__claim_version", "item__imported"),
        public_id=set_id,
        evidence_check__in=_checks(access),
    )
    check = _checks(access).get(pk=pooled.evidence_check_id)
    pooled.evidence_check = check
    sent = read_form(request, JudgementRequest)
    try:
        services.store_judgement(
            pooled=pooled,
            answer=sent.answer,
            note=sent.note,
            judge=access.person,
            now=timezone.now(),
        )
    except services.AnswerError:
        messages.error(
            request, _("Choose one of the four answers; a note has at most 1,000 characters.")
        )
        return _show(request, access, check, pooled, typed=sent.note)
    except services.OwnSetError:
        messages.warning(
            request, _("You wrote or verified this claim, so somebody else must judge it.")
        )
    except services.JudgedEnoughError:
        messages.warning(
            request, _("This evidence has its judgements by now. Yours was not saved.")
        )
    return redirect("evidence-judge", public_id, check.public_id)


def _judging(request: HttpRequest, public_id: UUID) -> CampaignAccess:
    """Return the campaign for somebody who judges evidence: its managers and experts."""
    access = campaign_for(request, public_id)
    is_expert = access.membership is not None and access.membership.is_expert
    if not access.manages_members and not is_expert:
        raise PermissionDenied
    return access


def _checks(access: CampaignAccess) -> QuerySet[EvidenceCheck]:
    """Return the checks that are judged: none of a release that was withdrawn."""
    checks = EvidenceCheck.objects.filter(
        release__campaign=access.campaign, release__withdrawn_at=None, drawn_at__isnull=False
    )
    return checks.select_related("release__campaign__corpus")


def _show(
    request: HttpRequest,
    access: CampaignAccess,
    check: EvidenceCheck,
    pooled: PooledSet,
    *,
    typed: str | None = None,
) -> HttpResponse:
    """Show a set; after a refusal, with the note that was typed."""
    context = {
        "check": check,
        "pooled": pooled,
        "claim": text_of(pooled.item),
        "verdict": shown_verdict(protocol_of(access.campaign), pooled.item.verdict),
        "set": selectors.shown_set(pooled, check.release),
        "answers": list(enumerate(EvidenceJudgement.Answer.choices, start=1)),
        "note": typed or "",
        "longest": services.LONGEST_NOTE,
    }
    status = 200 if typed is None else REFUSED
    template = "releases/evidence_judge.html"
    return render_tab(request, access, TAB, template, context, status=status)
