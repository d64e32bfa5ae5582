"""A finished campaign for the demonstration, made through the services that people use.

Its annotators are programs, and marked so. A job that was interrupted goes on where it was.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from msgspec import Struct

from accounts.demo_people import DEMO_PEOPLE
from accounts.models import User
from annotation.services.campaign import designs
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.services import campaigns
from jobs.models import Job
from jobs.services import jobs
from quality.services import simulations
from quality.simulation.people import SimulationPlan
from wiki.models import Corpus

CAMPAIGN_NAME = "Demo: a nearly finished set"
SIMULATE = "quality.simulate"
SEED = "demo release"
# Two weeks of twelve people. The claims of the highlights that are left are for the people of the
# demo to verify.
PLAN = SimulationPlan(highlights=90, left=4)
# More written than the plan says, so that the campaign has some way to go.
_STILL_TO_WRITE = 6
# Most claims are verified two or three times: so few people agree measurably only then.
NUMBERS = {
    "redundancy.duplicates": "9/10",
    "redundancy.depths.of_2.share": "1/5",
    "redundancy.depths.of_3.share": "4/5",
}


class SimulationParameters(Struct):
    """The parameters of a job that simulates the people of a campaign."""

    campaign: UUID
    # Of the campaign, for the list of jobs.
    name: str = ""


def find_finished_campaign() -> Campaign | None:
    """Return the campaign, if it was created."""
    return Campaign.objects.select_related("corpus").filter(name=CAMPAIGN_NAME).first()


@transaction.atomic
def request_finished_campaign(*, corpus: Corpus, now: datetime) -> Job:
    """Create the campaign and its people; a job does their work. The corpus must be sealed."""
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT),
        corpus=corpus,
        numbers=NUMBERS,
        target=PLAN.highlights + PLAN.left + _STILL_TO_WRITE,
        seed=SEED,
    )
    began = now - timedelta(days=PLAN.days)
    campaign = designs.create_campaign(name=CAMPAIGN_NAME, actor=None, now=began, design=design)
    simulations.prepare_simulation(campaign=campaign, plan=PLAN, now=now)
    for demo in DEMO_PEOPLE:
        if demo.role is not None:
            Membership.objects.create(
                campaign=campaign,
                user=User.objects.get(username=demo.username),
                role=demo.role,
                verifies_claims=demo.verifies_claims,
                joined_at=began,
            )
    return request_simulation(campaign=campaign, now=now)


def request_simulation(*, campaign: Campaign, now: datetime) -> Job:
    """Have a job do the work of the simulated people of a prepared campaign."""
    return jobs.enqueue_job(
        kind=SIMULATE,
        parameters=SimulationParameters(campaign.public_id, campaign.name),
        requested_by=None,
        now=now,
        exclusive=SIMULATE,
    )
