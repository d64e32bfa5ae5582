"""All claims of a campaign for its managers: the list with its filters, and the page of a claim."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.roles import Area
from annotation.models import Claim, ClaimReport
from annotation.selectors.campaign import claims as selectors
from annotation.selectors.verifying.desk import shown_verdict
from annotation.views.campaign.lists import (
    ListFilter,
    ListOrder,
    ListSpec,
    choose_rows,
    show_list,
)
from annotation.views.verifications import tag_labels, version_context
from campaigns.access import campaign_for
from campaigns.models import Campaign
from campaigns.protocols.enums import Dealing
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import VERDICT
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab

TAB = "claims"
# Among the verdicts: no verdict has such a name.
NOT_VERIFIED = "-"
# Among the states of reports.
ANY_REPORT = "any"
DISAGREEMENT = "disagreement"
NEWEST, OLDEST = "newest", "oldest"


@require_safe
@never_cache
def claims(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the claims of a campaign that the address asks for."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    campaign = access.campaign
    protocol = protocol_of(campaign) if campaign.protocol else None
    rows, read = selectors.claims_in(campaign), None
    if request.GET.get(DISAGREEMENT):
        # They take long to find.
        rows, read = Claim.objects.filter(campaign=campaign), rows
    shown = show_list(request, rows, _spec(campaign, protocol), read=read)
    context = {
        "list": shown,
        "page": shown.page,
        "rows": [_row(claim, protocol) for claim in shown.page],
        "query": _kept(request),
    }
    return render_tab(request, access, TAB, "annotation/campaign/claims.html", context)


@require_safe
@never_cache
def claim(request: HttpRequest, public_id: UUID, claim_id: UUID) -> HttpResponse:
    """Show everything about a claim; the next one is the next of the list that was asked for."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    campaign = access.campaign
    found = get_object_or_404(
        Claim.objects.select_related(
            "campaign__corpus", "author", "attempt", "highlight__page", "base", "guidelines"
        ),
        campaign=campaign,
        public_id=claim_id,
    )
    protocol = protocol_of(campaign) if campaign.protocol else None
    record = selectors.claim_record(found)
    among = choose_rows(request, Claim.objects.filter(campaign=campaign), _spec(campaign, protocol))
    newest_first = among.order.name == NEWEST
    context = {
        "access": access,
        "campaign": campaign,
        "claim": found,
        "record": record,
        "neighbours": selectors.claim_neighbours(
            found,
            among.rows,
            newest_first=newest_first,
            find_once=bool(request.GET.get(DISAGREEMENT)),
        ),
        "is_filtered": among.is_filtered,
        "query": _kept(request),
        **(_words(found, record, protocol) if protocol else {}),
    }
    return render(request, "annotation/campaign/claim.html", context)


def _kept(request: HttpRequest) -> str:
    """Return the choice of the list, for the addresses of its claims."""
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


def _spec(campaign: Campaign, protocol: Protocol | None) -> ListSpec:
    people = [(str(person.public_id), str(person)) for person in selectors.people_in(campaign)]
    return ListSpec(
        searched=("text",),
        filters=(
            ListFilter("person", _("Writer"), "author__public_id", people),
            ListFilter(
                "verifier",
                _("Verified by"),
                "",
                people,
                partial(selectors.verified_by, campaign),
            ),
            *(_design_filters(campaign, protocol) if protocol else ()),
            ListFilter(
                DISAGREEMENT,
                _("Disagreement"),
                "",
                [("verdict", _("About the verdict")), ("evidence", _("About the evidence"))],
                partial(selectors.disagreed_about, campaign),
            ),
            ListFilter(
                "report",
                _("Reports"),
                "",
                [(ANY_REPORT, _("Any report")), *ClaimReport.State.choices],
                lambda state: selectors.reported(campaign, "" if state == ANY_REPORT else state),
            ),
            ListFilter(
                "state",
                _("State"),
                "state",
                [
                    (state.value, state.label)
                    for state in Claim.State
                    if state not in (Claim.State.GOLD, Claim.State.CALIBRATION)
                ],
            ),
        ),
        # Only by their keys: the neighbours of a claim are found by them.
        orders=(
            ListOrder(NEWEST, _("Newest first"), ("-pk",)),
            ListOrder(OLDEST, _("Oldest first"), ("pk",)),
        ),
        dated="written_at",
    )


def _design_filters(campaign: Campaign, protocol: Protocol) -> list[ListFilter]:
    """Return the filters by what the study design names: verdicts, types, mutations, challenges."""
    verdicts = [(choice.name, choice.label) for choice in protocol.verdicts.choices]
    slots = {slot.name: slot.label for stage in protocol.stages for slot in stage.slots}

    def with_verdict(verdict: str) -> Q:
        if verdict == NOT_VERIFIED:
            return selectors.not_verified(campaign)
        return selectors.with_verdict(campaign, verdict)

    return [
        ListFilter(
            "verdict",
            _("Verdict given"),
            "",
            [*verdicts, (NOT_VERIFIED, _("Not verified yet"))],
            with_verdict,
        ),
        ListFilter("intended", _("Verdict intended"), "verdict", verdicts),
        ListFilter("type", _("Type"), "slot", list(slots.items())),
        *(
            ListFilter(
                factor.name,
                factor.label,
                f"{'tags' if factor.dealt is Dealing.FREE else 'prescribed'}__{factor.name}",
                [(value.name, value.label) for value in factor.values],
            )
            for factor in protocol.factors
            if factor.name != VERDICT
        ),
    ]


def _row(claim: Claim, protocol: Protocol | None) -> dict[str, object]:
    slots = _slot_labels(protocol)
    return {
        "claim": claim,
        "slot": slots.get(claim.slot, claim.slot),
        "verdicts": [
            shown_verdict(protocol, one.verdict)
            for one in claim.counting  # type: ignore[attr-defined]
        ]
        if protocol
        else [],
        "is_reported": bool(claim.open_reports),  # type: ignore[attr-defined]
    }


def _slot_labels(protocol: Protocol | None) -> dict[str, str]:
    stages = protocol.stages if protocol else ()
    return {slot.name: slot.label for stage in stages for slot in stage.slots}


def _words(claim: Claim, record: selectors.ClaimRecord, protocol: Protocol) -> dict[str, object]:
    """Return a claim and what was said about it in the words of the study design."""
    reasons = {reason.name: reason.label for reason in protocol.acceptance.reasons}
    return {
        "slot": _slot_labels(protocol).get(claim.slot, claim.slot),
        "intended": shown_verdict(protocol, claim.verdict) if claim.verdict else None,
        "asked": [
            (_("Verdict"), shown_verdict(protocol, value).label)
            if factor == VERDICT
            else tag_labels(protocol, factor, value)
            for factor, value in claim.prescribed.items()
        ],
        "tags": [tag_labels(protocol, name, value) for name, value in claim.tags.items()],
        "verdicts": [
            (each.verification, version_context(protocol, each.shown))
            for each in record.verifications
        ],
        "decisions": [
            (
                each,
                shown_verdict(protocol, each.verification.verdict) if each.verification else None,
            )
            for each in record.adjudications
        ],
        "reports": [
            (report, [reasons.get(name, name) for name in report.reasons])
            for report in record.reports
        ],
    }
