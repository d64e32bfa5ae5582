"""The people and the campaign of the demonstration."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.demo_people import DEMO_PEOPLE, PASSWORD
from accounts.models import User
from accounts.services import people
from annotation.services.campaign import designs
from annotation.services.writing import sampling
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.services import campaigns
from wiki.models import Corpus

CAMPAIGN_NAME = "Demo: rivers, records and rockets"
TARGET = 60
# Every demo hands out the same highlights in the same order, so that a tour can name them.
SEED = "demo"


@transaction.atomic
def load_demo_people(*, now: datetime) -> Campaign:
    """Create everyone in `DEMO_PEOPLE` and their campaign, unless they exist."""
    # The last line of defence: the commands say it in a sentence.
    assert settings.SETTINGS_MODULE != "config.settings.production"
    campaign, _made = Campaign.objects.get_or_create(
        name=CAMPAIGN_NAME, defaults={"created_at": now}
    )
    names = [demo.username for demo in DEMO_PEOPLE]
    present = {user.username: user for user in User.objects.filter(username__in=names)}
    for demo in DEMO_PEOPLE:
        person = present.get(demo.username) or people.create_person(
            username=demo.username,
            name=demo.name,
            email="",
            password=PASSWORD,
            now=now,
            is_administrator=demo.role is None,
        )
        if demo.role is not None:
            Membership.objects.get_or_create(
                campaign=campaign,
                user=person,
                defaults={
                    "role": demo.role,
                    "writes_claims": demo.writes_claims,
                    "verifies_claims": demo.verifies_claims,
                    "joined_at": now,
                },
            )
    return campaign


def find_demo_campaign() -> Campaign | None:
    """Return the demo's campaign, or None if somebody renamed it."""
    return Campaign.objects.select_related("corpus").filter(name=CAMPAIGN_NAME).first()


def open_demo_campaign(*, campaign: Campaign, corpus: Corpus, now: datetime) -> None:
    """Give the demo's campaign its design and its highlights, and open it.

    Continue where an earlier start was stopped. The corpus must be sealed.
    """
    if campaign.protocol is None:
        design = campaigns.Design(
            protocol=registry.get(registry.DEFAULT),
            corpus=corpus,
            numbers={},
            target=TARGET,
            seed=SEED,
        )
        designs.set_design(campaign=campaign, design=design, actor=None, now=now)
    sampling.sample_highlights(
        campaign=campaign,
        wanted=sampling.wanted_highlights(campaign),
        step=_step,
        clock=lambda: now,
    )
    designs.open_campaign(campaign=campaign, actor=None, now=now)


@contextmanager
def _step() -> Iterator[dict[str, Any]]:
    with transaction.atomic():
        yield {}
