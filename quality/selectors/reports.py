"""Reading reports: the newest of a kind, the list of runs, results as structs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec
from django.db.models import Max, QuerySet

from accounts.models import User
from annotation.models import Claim
from campaigns.models import Campaign
from core.structs import BadDataError, convert
from quality.measuring.results import (
    AgreementResult,
    BiasResult,
    ClaimPosterior,
    DescriptionResult,
    ReportResult,
)
from quality.models import QualityReport, ReportWeights

RESULTS: dict[str, type[ReportResult]] = {
    QualityReport.Kind.AGREEMENT: AgreementResult,
    QualityReport.Kind.BIAS: BiasResult,
    QualityReport.Kind.DESCRIPTION: DescriptionResult,
}


def reports_of(campaign: Campaign) -> QuerySet[QualityReport]:
    """Return all runs of a campaign, the newest first, without their results."""
    rows = QualityReport.objects.filter(campaign=campaign).defer("result")
    return rows.select_related("job", "requested_by", "campaign").order_by("-requested_at", "-pk")


def newest_report(campaign: Campaign, kind: str) -> QualityReport | None:
    """Return the newest finished run of a kind whose result this version can read."""
    found = newest_result(campaign, kind)
    return found[0] if found is not None else None


def newest_result(campaign: Campaign, kind: str) -> tuple[QualityReport, ReportResult] | None:
    """Return the same with its result, which may be large and is converted once."""
    rows = QualityReport.objects.filter(campaign=campaign, kind=kind, finished_at__isnull=False)
    newest = rows.order_by("-requested_at", "-pk").first()
    result = result_of(newest) if newest is not None else None
    return (newest, result) if newest is not None and result is not None else None


def newest_weights(campaign: Campaign) -> dict[tuple[int, int], float]:
    """Return the balancing weights of claims, by claim and the version whose verdict counted."""
    stored = ReportWeights.objects.filter(report__campaign=campaign).order_by("-pk").first()
    if stored is None:
        return {}
    rows = msgspec.msgpack.decode(stored.body, type=list[tuple[int, int, float]])
    return {(claim, version): alpha for claim, version, alpha in rows}


def unfinished_report(campaign: Campaign, kind: str) -> QualityReport | None:
    """Return the latest run of a kind if it has no result: it waits, runs, failed or stopped."""
    latest = reports_of(campaign).filter(kind=kind).first()
    return latest if latest is not None and not latest.is_finished else None


def result_of(report: QualityReport) -> ReportResult | None:
    """Return the result of a run; none if it has none, or one of another version of Touchstone."""
    if report.result is None:
        return None
    try:
        return convert(report.result, RESULTS[report.kind])
    except BadDataError:
        return None


@dataclass(frozen=True, slots=True)
class LastRun:
    """When a kind of report was last requested, and until when the last finished one has read."""

    requested_at: datetime | None = None
    data_until: datetime | None = None

    def is_before(self, due: datetime) -> bool:
        return self.requested_at is None or self.requested_at < due

    def has_read(self, changed: datetime) -> bool:
        return self.data_until is not None and self.data_until >= changed


def last_runs(campaigns: Iterable[Campaign]) -> dict[tuple[int, str], LastRun]:
    """Return the last runs by campaign and kind."""
    rows = QualityReport.objects.filter(campaign__in=campaigns).order_by()
    newest = rows.values_list("campaign", "kind").annotate(
        asked=Max("requested_at"), read=Max("data_until")
    )
    return {(campaign, kind): LastRun(asked, read) for campaign, kind, asked, read in newest}


def names_of(people: Iterable[str]) -> dict[str, str]:
    """Return the names of people by their public ids."""
    rows = User.objects.filter(public_id__in=[UUID(person) for person in people])
    return {str(user.public_id): str(user) for user in rows}


def claim_ids(campaign: Campaign) -> dict[int, str]:
    """Return the public ids of a campaign's claims by their keys."""
    rows = Claim.objects.filter(campaign=campaign).values_list("pk", "public_id")
    return {pk: str(public_id) for pk, public_id in rows}


def overruled(result: AgreementResult, most: int) -> list[tuple[Claim, ClaimPosterior]]:
    """Return the claims of which the model makes another verdict than counts, surest first."""
    found = [
        each
        for each in result.posteriors
        if each.counts and each.counts != result.verdicts[each.most_probable]
    ]
    found.sort(key=lambda each: (-max(each.chances), each.claim))
    claims = Claim.objects.in_bulk([each.claim for each in found[:most]])
    return [(claims[each.claim], each) for each in found[:most] if each.claim in claims]
