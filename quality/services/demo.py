"""A finished campaign for the demonstration, made through the services that people use.

Its annotators are programs, and marked so. A job that was interrupted goes on where it was.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from msgspec import Struct

from accounts.demo_people import DEMO_PEOPLE
from accounts.models import User
from accounts.roles import Role
from annotation.services.campaign import designs
from annotation.services.writing import sampling
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.services import campaigns
from jobs.models import Job
from jobs.runs import Run
from jobs.services import jobs
from quality.services.simulated_people import (
    SimulatedClock,
    verify_claims,
    write_claims,
    written_highlights,
)
from wiki.models import Corpus

CAMPAIGN_NAME = "Demo: a nearly finished set"
SIMULATE = "quality.simulate"
# The number of highlights whose claims are written and verified.
HIGHLIGHTS = 24
# The number whose claims are left to the people of the demo to verify.
LEFT = 4
SEED = "demo release"
_WRITER, _VERIFIERS = "simulated-writer", ("simulated-verifier-1", "simulated-verifier-2")


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
        numbers={},
        target=HIGHLIGHTS + LEFT,
        seed=SEED,
    )
    campaign = designs.create_campaign(name=CAMPAIGN_NAME, actor=None, now=now, design=design)
    campaign.is_demonstration = True
    campaign.save(update_fields=["is_demonstration"])
    _add_people(campaign, now)
    return jobs.enqueue_job(
        kind=SIMULATE,
        parameters=SimulationParameters(campaign.public_id, campaign.name),
        requested_by=None,
        now=now,
        exclusive=SIMULATE,
    )


def _add_people(campaign: Campaign, now: datetime) -> None:
    for name in (_WRITER, *_VERIFIERS):
        person, _made = User.objects.get_or_create(
            username=name,
            defaults={
                "name": name.replace("-", " ").capitalize(),
                "is_simulated": True,
                "password": "!",
            },
        )
        Membership.objects.create(
            campaign=campaign,
            user=person,
            role=Role.ANNOTATOR,
            writes_claims=name == _WRITER,
            verifies_claims=name != _WRITER,
            joined_at=now,
        )
    for demo in DEMO_PEOPLE:
        if demo.role is not None:
            Membership.objects.create(
                campaign=campaign,
                user=User.objects.get(username=demo.username),
                role=demo.role,
                verifies_claims=demo.verifies_claims,
                joined_at=now,
            )


def fill_finished_campaign(*, campaign: Campaign, run: Run) -> int:
    """Draw highlights, write from them, verify, write some more. Return the number of claims."""
    if campaign.state == Campaign.State.DRAFT:
        draw_highlights(campaign, run)
        designs.open_campaign(campaign=campaign, actor=None, now=run.now())
        campaign.refresh_from_db()
    # Work of the days before, so that nothing lies in the future.
    clock = SimulatedClock(run.now() - timedelta(days=3))
    writer = User.objects.get(username=_WRITER)
    write = partial(_write_claims, campaign=campaign, writer=writer, run=run, clock=clock)
    if written_highlights(campaign) <= HIGHLIGHTS:
        write(wanted=HIGHLIGHTS)
        verifiers = [User.objects.get(username=name) for name in _VERIFIERS]
        verify_claims(campaign=campaign, verifiers=verifiers, run=run, clock=clock)
    write(wanted=HIGHLIGHTS + LEFT)
    return campaign.claims.count()


def draw_highlights(campaign: Campaign, run: Run) -> int:
    """Draw what the campaign lacks, with one for each skipped. Return how many there are then."""
    wanted = sampling.wanted_highlights(campaign)
    drawn = sampling.sample_highlights(
        campaign=campaign, wanted=wanted, step=run.step, clock=run.now
    )
    return sum(drawn.values())


def _write_claims(
    *, campaign: Campaign, writer: User, wanted: int, run: Run, clock: SimulatedClock
) -> None:
    """Write claims. The job that replaces skipped highlights waits for this one: draw them here."""
    while True:
        write_claims(campaign=campaign, writer=writer, wanted=wanted, run=run, clock=clock)
        before = campaign.highlights.count()
        if written_highlights(campaign) >= wanted or draw_highlights(campaign, run) <= before:
            return
