"""Reports: requested by a manager or by night, computed by a job, stored once.

A new attempt after a killed worker starts from the beginning, so that all figures of a report are
from the same data. Only the last step writes, and only for the run that holds the job: a report is
stored once, however often it was started.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from time import monotonic
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from msgspec import Struct

from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors.protocols import NoDesignError, protocol_of
from core.structs import convert
from jobs.runs import Run
from jobs.services import jobs
from metrics.estimates import RESAMPLES
from quality.measuring import agreement, description, sections
from quality.measuring.agreement import Bootstrap
from quality.measuring.columns import CampaignData
from quality.measuring.results import ReportResult
from quality.models import QualityReport, ReportWeights
from quality.selectors.columns import (
    CampaignReader,
    evidence_texts,
    first_written_at,
    latest_change,
)
from quality.selectors.reports import LastRun, last_runs

MAKE_REPORT = "quality.report"
_SECTIONS: dict[str, tuple[str, ...]] = {
    QualityReport.Kind.AGREEMENT: sections.AGREEMENT,
    QualityReport.Kind.BIAS: ("evidence_texts", *sections.BIAS),
    QualityReport.Kind.DESCRIPTION: sections.DESCRIPTION,
}
# Translates the code of a section into the note of a job's progress.
SectionWords = Callable[[str], str]


class ReportOptions(Struct, frozen=True):
    """The options of a report: with the same data, the same options give the same result."""

    seed: int = 0
    # Bootstrap samples of each interval.
    resamples: int = RESAMPLES


USUAL_OPTIONS = ReportOptions()


class ReportParameters(Struct):
    """The parameters of a job that makes a report."""

    report: UUID
    # For the list of jobs, and for the page of the report.
    campaign: UUID | None = None
    name: str = ""
    kind: str = ""


class BeingMadeError(Exception):
    """A report of this kind is being made already."""


@transaction.atomic
def request_report(
    *,
    campaign: Campaign,
    kind: str,
    by: User | None,
    now: datetime,
    options: ReportOptions = USUAL_OPTIONS,
) -> QualityReport:
    """Request a report; one of a kind is made at a time. Nobody requests the nightly ones."""
    if campaign.protocol is None:
        raise NoDesignError
    report = QualityReport(
        campaign=campaign,
        kind=QualityReport.Kind(kind),
        parameters=msgspec.to_builtins(options),
        requested_at=now,
        requested_by=by,
    )
    try:
        report.job = jobs.enqueue_job(
            kind=MAKE_REPORT,
            parameters=ReportParameters(
                report.public_id, campaign.public_id, campaign.name, report.kind
            ),
            requested_by=by,
            now=now,
            exclusive=f"{MAKE_REPORT}:{report.kind}:{campaign.public_id}",
        )
    except jobs.AlreadyQueuedError as error:
        raise BeingMadeError from error
    report.save()
    return report


def request_first_reports(*, campaign: Campaign, now: datetime) -> None:
    """Request every report of which the campaign has none."""
    known = set(QualityReport.objects.filter(campaign=campaign).values_list("kind", flat=True))
    for kind in QualityReport.Kind.values:
        if kind not in known:
            request_report(campaign=campaign, kind=kind, by=None, now=now)


def cancel_report(*, report: QualityReport, by: User, now: datetime) -> None:
    """Stop making a report. Raise `jobs.AlreadyFinishedError` where that is over."""
    if report.job is None:
        raise jobs.AlreadyFinishedError
    jobs.cancel_job(job=report.job, by=by, now=now)


def make_report(*, report: QualityReport, run: Run, words: SectionWords) -> None:
    """Read the campaign, compute the report and store it."""
    if report.is_finished:
        return
    started, until = monotonic(), run.now()
    parts = ("reading", *_SECTIONS[report.kind])

    def tick(section: str) -> None:
        run.stop_if_cancelled()
        run.progress(parts.index(section), len(parts), words(section))

    tick("reading")
    reader = CampaignReader(
        report.campaign, protocol_of(report.campaign), listen=run.stop_if_cancelled
    )
    data = reader.read()
    result, weights = _measure(report, data, tick, run)
    with run.step():
        run.progress(len(parts), len(parts))
        QualityReport.objects.filter(pk=report.pk, finished_at=None).update(
            data_version=reader.version,
            code_version=settings.VERSION,
            data_until=until,
            finished_at=run.now(),
            seconds=monotonic() - started,
            result=msgspec.to_builtins(result),
        )
        if weights is not None:
            # Of older reports they are of no use, and there are as many as claims.
            ReportWeights.objects.filter(report__campaign=report.campaign).delete()
            ReportWeights.objects.create(report=report, body=msgspec.msgpack.encode(weights))


def _measure(
    report: QualityReport, data: CampaignData, tick: sections.Ticker, run: Run
) -> tuple[ReportResult, Sequence[tuple[int, int, float]] | None]:
    """Return the report and, of the one on bias, the weights of claims."""
    options = convert(report.parameters, ReportOptions)
    match report.kind:
        case QualityReport.Kind.AGREEMENT:
            bootstrap = Bootstrap(options.seed, options.resamples)
            return agreement.measure_agreement(data, tick=tick, bootstrap=bootstrap), None
        case QualityReport.Kind.BIAS:
            # It loads scikit-learn, which no web process needs.
            from quality.measuring import bias

            tick("evidence_texts")
            texts = evidence_texts(data, listen=run.stop_if_cancelled)
            return bias.measure_bias(data, evidence_texts=texts, tick=tick, seed=options.seed)
        case _:
            return description.describe(data, tick=tick), None


def request_nightly_reports(*, now: datetime) -> None:
    """Request every report of each campaign at work whose data changed since the last one.

    Workers ask all the time; a report is due when the hour of the night has passed since it was
    last requested, so that a machine that slept catches up.
    """
    due = _last_night(now)
    at_work = Campaign.objects.filter(
        state__in=[Campaign.State.OPEN, Campaign.State.PAUSED, Campaign.State.CLOSED],
        protocol__isnull=False,
    )
    at_work = at_work.defer("protocol").order_by("pk")
    last = last_runs(at_work)
    for campaign in at_work:
        runs = {kind: last.get((campaign.pk, kind), LastRun()) for kind in QualityReport.Kind}
        late = [kind for kind, run in runs.items() if run.is_before(due)]
        first = first_written_at(campaign) if late else None
        # The first night is the one after the first claim.
        changed = latest_change(campaign) if first is not None and first < due else None
        for kind in late:
            if changed is not None and not runs[kind].has_read(changed):
                with suppress(BeingMadeError):
                    request_report(campaign=campaign, kind=kind, by=None, now=now)


def _last_night(now: datetime) -> datetime:
    """Return the last time at which the hour of nightly reports began."""
    tonight = datetime.combine(now.astimezone(UTC).date(), time(settings.REPORTS_HOUR), tzinfo=UTC)
    return tonight if tonight <= now else tonight - timedelta(days=1)
