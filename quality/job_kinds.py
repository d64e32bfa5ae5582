"""The job kind of this app: filling the demonstration's finished campaign."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models import Campaign
from jobs.kinds import job_kind
from jobs.runs import JobRun
from quality.services import calibration_demo, demo


def _name_of_campaign(parameters: demo.SimulationParameters) -> str:
    return parameters.name


@job_kind(
    demo.SIMULATE,
    title=gettext_lazy("Simulate a finished campaign"),
    parameters=demo.SimulationParameters,
    subject=_name_of_campaign,
    attempts=8,
)
def simulate_campaign(run: JobRun[demo.SimulationParameters]) -> dict[str, Any]:
    """Do the work of all simulated people; a new attempt goes on with what is left."""
    campaign = Campaign.objects.select_related("corpus").get(public_id=run.parameters.campaign)
    written = demo.fill_finished_campaign(campaign=campaign, run=run)
    assert campaign.corpus is not None
    calibration_demo.fill_calibration_campaign(corpus=campaign.corpus, run=run)
    return {_("Claims"): written, "url": reverse("campaign", args=[campaign.public_id])}
