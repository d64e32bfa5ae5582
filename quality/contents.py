"""The rows of this app that belong to a campaign."""

from __future__ import annotations

from campaigns.models import Campaign
from core.contents import Contents, OwnedRows
from jobs.models import UNFINISHED
from quality.models import PersonNote, QualityReport, ReportWeights, SimulatedTruth, Simulation


def _is_making_a_report(campaign: Campaign) -> bool:
    running = QualityReport.objects.filter(campaign=campaign, job__state__in=UNFINISHED)
    return running.exists()


CAMPAIGN_CONTENTS = Contents(
    rows=(
        OwnedRows(ReportWeights, "report__campaign"),
        OwnedRows(QualityReport, "campaign"),
        OwnedRows(PersonNote, "campaign"),
        OwnedRows(SimulatedTruth, "claim__campaign"),
        OwnedRows(Simulation, "campaign"),
    ),
    dependents=(),
    is_busy=_is_making_a_report,
)
