"""The rows of this app that belong to a campaign."""

from __future__ import annotations

from campaigns.models import Campaign
from core.contents import Contents, OwnedRows
from jobs.models import UNFINISHED
from quality.models import (
    Objection,
    ObjectionSearch,
    PersonNote,
    ProgramReading,
    QualityReport,
    ReportWeights,
    SimulatedTruth,
    Simulation,
)


def _is_busy(campaign: Campaign) -> bool:
    reports = QualityReport.objects.filter(campaign=campaign, job__state__in=UNFINISHED)
    searches = ObjectionSearch.objects.filter(campaign=campaign, job__state__in=UNFINISHED)
    return reports.exists() or searches.exists()


CAMPAIGN_CONTENTS = Contents(
    rows=(
        OwnedRows(ReportWeights, "report__campaign"),
        OwnedRows(QualityReport, "campaign"),
        OwnedRows(Objection, "campaign"),
        OwnedRows(ObjectionSearch, "campaign"),
        OwnedRows(ProgramReading, "claim__campaign"),
        OwnedRows(PersonNote, "campaign"),
        OwnedRows(SimulatedTruth, "claim__campaign"),
        OwnedRows(Simulation, "campaign"),
    ),
    dependents=(),
    is_busy=_is_busy,
)
