"""Claims that verifiers reported, and the decisions of managers about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.messages import log_mark_text
from annotation.models import LONGEST_CLAIM, ClaimReport, Verification
from annotation.rules.form_requests import TextRequest
from annotation.selectors.logs.marks import log_marks_in
from annotation.selectors.review.conduct import conduct_in
from annotation.selectors.verifying.desk import ShownVerdict, shown_verdict
from annotation.selectors.verifying.verifications import (
    decided_reports,
    open_reports,
    verifications_of,
)
from annotation.selectors.writing.highlights import quotes_of
from annotation.services.review import claim_reports, undoing
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, read_form
from core.row_pages import RowPaginator

MARKS_SHOWN = 50
REPORTS_A_PAGE = 20
LONGEST_QUOTE = 1_000


@require_safe
def reported_claims(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the reports that wait for a decision."""
    return _page(request, campaign_for(request, public_id, Area.CAMPAIGNS))


@require_POST
def confirm(request: HttpRequest, public_id: UUID, report_id: UUID) -> HttpResponse:
    """Confirm a report: the claim is withdrawn."""
    done = _("The claim is withdrawn.")
    return _decide(request, public_id, report_id, claim_reports.confirm_report, done)


@require_POST
def dismiss(request: HttpRequest, public_id: UUID, report_id: UUID) -> HttpResponse:
    """Dismiss a report: the claim returns to the queue."""
    done = _("The claim is back in the queue.")
    return _decide(request, public_id, report_id, claim_reports.dismiss_report, done)


@require_POST
def undo(request: HttpRequest, public_id: UUID, report_id: UUID) -> HttpResponse:
    """Undo one person's report of a claim."""
    done = _("The report is undone.")
    return _decide(request, public_id, report_id, undoing.undo_report, done)


@require_POST
def edit(request: HttpRequest, public_id: UUID, report_id: UUID) -> HttpResponse:
    """Edit the claim and return it to the queue; verifications of its old text are void."""
    text = read_form(request, TextRequest).text
    change = partial(claim_reports.edit_reported_claim, text=text)
    done = _("The claim is edited and back in the queue.")
    return _decide(request, public_id, report_id, change, done, typed=text)


def _decide(
    request: HttpRequest,
    public_id: UUID,
    report_id: UUID,
    decide: Callable[..., object],
    success: str,
    *,
    typed: str = "",
) -> HttpResponse:
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    report = get_object_or_404(
        ClaimReport.objects.select_related("claim", "attempt__annotator"),
        campaign=access.campaign,
        public_id=report_id,
    )
    try:
        decide(report=report, actor=access.person, now=timezone.now())
    except (claim_reports.AlreadyDecidedError, undoing.AlreadyUndoneError):
        messages.info(request, _("Somebody has already decided on this report."))
    except claim_reports.GoldReportedError:
        messages.error(
            request, _("Silent gold is not edited: its answer is about this text. Withdraw it.")
        )
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
    page = RowPaginator(open_reports(campaign), REPORTS_A_PAGE).get_page(request.GET.get("page"))
    protocol = protocol_of(campaign) if campaign.protocol else None
    reported = [report.claim for report in page]
    highlights = [claim.highlight for claim in reported if claim.highlight]
    histories = _Histories(
        quotes=quotes_of(highlights, longest=LONGEST_QUOTE),
        labels={one.name: one.label for one in protocol.acceptance.reasons} if protocol else {},
        sources={one.name: one.label for one in protocol.sources} if protocol else {},
        decided=decided_reports(reported),
        verified={
            claim: [
                (one, shown_verdict(protocol, one.verdict) if protocol else None) for one in own
            ]
            for claim, own in verifications_of(reported).items()
        },
    )
    context = {
        "page": page,
        "entries": [_entry(report, histories, typed or {}) for report in page],
        "longest": LONGEST_CLAIM,
        "conduct": conduct_in(campaign),
        "log_marks": [(mark, log_mark_text(mark)) for mark in log_marks_in(campaign)[:MARKS_SHOWN]],
    }
    status = REFUSED if typed else 200
    template = "annotation/campaign/claim_reports.html"
    return render_tab(request, access, "reports", template, context, status=status)


@dataclass(frozen=True, slots=True)
class _Histories:
    """The texts of highlights, the words of the protocol, and what claims were told before."""

    quotes: Mapping[int, str]
    labels: Mapping[str, str]
    sources: Mapping[str, str]
    decided: Mapping[int, Sequence[ClaimReport]]
    verified: Mapping[int, Sequence[tuple[Verification, ShownVerdict | None]]]

    def reasons_of(self, report: ClaimReport) -> list[str]:
        return [self.labels.get(name, name) for name in report.reasons]


def _entry(
    report: ClaimReport, histories: _Histories, typed: dict[int, tuple[str, str]]
) -> dict[str, object]:
    text, wrong = typed.get(report.pk, (report.claim.text, ""))
    highlight = report.claim.highlight
    return {
        "report": report,
        "reasons": histories.reasons_of(report),
        "text": text,
        "wrong": wrong,
        "quote": histories.quotes.get(highlight.pk, "") if highlight else "",
        "source": histories.sources.get(highlight.source, "") if highlight else "",
        "verdicts": histories.verified.get(report.claim_id, ()),
        "decided": [
            (earlier, histories.reasons_of(earlier))
            for earlier in histories.decided.get(report.claim_id, ())
        ],
    }
