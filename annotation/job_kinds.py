"""The job kinds of this app: drawing highlights, listing what gives verdicts away."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from annotation.selectors.writing.giveaways import campaigns_to_count
from annotation.selectors.writing.source_pages import UnsupportedSourceError
from annotation.services.campaign import departures
from annotation.services.logs import work_times
from annotation.services.writing import giveaways, sampling
from campaigns.models import Campaign
from jobs.chores import chore
from jobs.kinds import JobError, job_kind
from jobs.runs import JobRun
from jobs.services import jobs

LIST_GIVEAWAYS = "annotation.list_giveaways"


class GiveawayParameters(Struct):
    """The parameters of a job that lists the phrases that give verdicts away."""

    campaign: UUID
    # Of the campaign, for the list of jobs.
    name: str = ""


def _name_of_campaign(parameters: GiveawayParameters | sampling.SampleParameters) -> str:
    return parameters.name


@job_kind(
    sampling.SAMPLE_HIGHLIGHTS,
    title=gettext_lazy("Draw highlights"),
    parameters=sampling.SampleParameters,
    subject=_name_of_campaign,
    attempts=8,
)
def sample_highlights(run: JobRun[sampling.SampleParameters]) -> dict[str, Any]:
    """Draw highlights, a few hundred a step; a new attempt draws those still missing."""
    campaign = Campaign.objects.select_related("corpus").get(public_id=run.parameters.campaign)

    def report(done: int, total: int) -> None:
        run.progress(done, total, _("Looking through the pages"))
        run.stop_if_cancelled()

    try:
        present = sampling.sample_highlights(
            campaign=campaign,
            wanted=run.parameters.wanted,
            step=run.step,
            clock=run.now,
            report=report,
        )
    except UnsupportedSourceError as error:
        raise JobError(_("Highlights of this kind cannot be drawn yet.")) from error
    wanted = run.parameters.wanted
    lacking = {name: count - present.get(name, 0) for name, count in wanted.items()}
    return {
        "highlights": present,
        "lacking": {name: count for name, count in lacking.items() if count > 0},
        "url": reverse("campaign-highlights", args=[campaign.public_id]),
    }


@job_kind(
    LIST_GIVEAWAYS,
    title=gettext_lazy("List phrases that give verdicts away"),
    parameters=GiveawayParameters,
    subject=_name_of_campaign,
)
def list_giveaways(run: JobRun[GiveawayParameters]) -> dict[str, Any]:
    """Count the phrases of all claims of a campaign; a second run has the same result."""
    campaign = Campaign.objects.get(public_id=run.parameters.campaign)

    def report(read: int) -> None:
        run.progress(read, None, _("Reading the claims"))
        run.stop_if_cancelled()

    made = giveaways.list_giveaways(campaign=campaign, now=run.now(), report=report)
    return {"claims": made.claims, "phrases": len(made.phrases)}


@chore
def ask_for_giveaways(now: datetime) -> None:
    """Request a count for each campaign in which enough was written since the last one."""
    for campaign in campaigns_to_count(now):
        with suppress(jobs.AlreadyQueuedError):
            jobs.enqueue_job(
                kind=LIST_GIVEAWAYS,
                parameters=GiveawayParameters(campaign.public_id, campaign.name),
                requested_by=None,
                now=now,
                exclusive=f"giveaways:{campaign.public_id}",
            )


@chore
def count_active_time(now: datetime) -> None:
    """Count the active time of items that were finished since the last time."""
    work_times.count_work_times()


@chore
def free_abandoned_items(now: datetime) -> None:
    """Hand on what people held who were removed or have another task now."""
    departures.free_abandoned_items(now=now)
