"""Claims that verifiers reported or skipped, and the decisions of managers about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.messages import log_mark_text
from annotation.models import LONGEST_CLAIM, ClaimReport
from annotation.selectors.conduct import conduct_in
from annotation.selectors.log_marks import log_marks_in
from annotation.selectors.verifications import claim_skips, open_reports
from annotation.services import claim_reports
from campaigns.access import CampaignAccess, campaign_for
from campaigns.protocols.enums import StageKind
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED

SKIPS_SHOWN = 50
MARKS_SHOWN = 50
REPORTS_A_PAGE = 20


@require_safe
def reported_claims(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the reports that wait for a decision, and the claims that were skipped."""
    return _page(request, campaign_for(request, public_id, Area.CAMPAIGNS))


@require_POST
def confirm(request: HttpRequest, public_id: UUID, report_id: UUID) -> HttpResponse:
    """Confirm a report: the claim is withdrawn."""
    return _decide(
        request,
        public_id,
        report_id,
        lambda report, access: claim_reports.confirm_report(
            report=report, actor=access.person, now=timezone.now()
        ),
        _("The claim is withdrawn."),
    )


@require_POST
def dismiss(request: HttpRequest, public_id: UUID, report_id: UUID) -> HttpResponse:
    """Dismiss a report: the claim returns to the queue."""
    return _decide(
        request,
        public_id,
        report_id,
        lambda report, access: claim_reports.dismiss_report(
            report=report, actor=access.person, now=timezone.now()
        ),
        _("The claim is back in the queue."),
    )


@require_POST
def edit(request: HttpRequest, public_id: UUID, report_id: UUID) -> HttpResponse:
    """Edit the claim and return it to the queue; verifications of its old text are void."""
    text = request.POST.get("text", "").replace("\r\n", "\n")
    return _decide(
        request,
        public_id,
        report_id,
        lambda report, access: claim_reports.edit_reported_claim(
            report=report, text=text, actor=access.person, now=timezone.now()
        ),
        _("The claim is edited and back in the queue."),
        typed=text,
    )


def _decide(
    request: HttpRequest,
    public_id: UUID,
    report_id: UUID,
    decide: Callable[[ClaimReport, CampaignAccess], object],
    success: str,
    *,
    typed: str = "",
) -> HttpResponse:
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    report = get_object_or_404(ClaimReport, campaign=access.campaign, public_id=report_id)
    try:
        decide(report, access)
    except claim_reports.AlreadyDecidedError:
        messages.info(request, _("Somebody has already decided on this report."))
    except claim_reports.BadClaimError:
        wrong = _(
            "This text cannot be the claim: it is empty, longer than %d characters, unchanged, or"
            " the same as another claim of the campaign."
        )
        return _page(request, access, typed={report.pk: (typed, wrong % LONGEST_CLAIM)})
    else:
        messages.success(request, success)
    return redirect("reported-claims", public_id)


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    typed: dict[int, tuple[str, str]] | None = None,
) -> HttpResponse:
    campaign = access.campaign
    page = Paginator(open_reports(campaign), REPORTS_A_PAGE).get_page(request.GET.get("page"))
    labels: dict[str, str] = {}
    skip_labels: dict[str, str] = {}
    if campaign.protocol:
        protocol = protocol_of(campaign)
        labels = {one.name: one.label for one in protocol.acceptance.reasons}
        stage = protocol.stage_for(StageKind.VERIFY)
        skip_labels = {one.name: one.label for one in (stage.skip_reasons if stage else ())}
    context = {
        "page": page,
        "entries": [_entry(report, labels, typed or {}) for report in page],
        "longest": LONGEST_CLAIM,
        "skips": [
            (skip, skip_labels.get(skip.reason, skip.reason))
            for skip in claim_skips(campaign)[:SKIPS_SHOWN]
        ],
        "conduct": conduct_in(campaign),
        "log_marks": [(mark, log_mark_text(mark)) for mark in log_marks_in(campaign)[:MARKS_SHOWN]],
    }
    status = REFUSED if typed else 200
    template = "annotation/campaign/claim_reports.html"
    return render_tab(request, access, "reports", template, context, status=status)


def _entry(
    report: ClaimReport, labels: dict[str, str], typed: dict[int, tuple[str, str]]
) -> dict[str, object]:
    text, wrong = typed.get(report.pk, (report.claim.text, ""))
    reasons: Sequence[str] = [labels.get(name, name) for name in report.reasons]
    return {"report": report, "reasons": reasons, "text": text, "wrong": wrong}
