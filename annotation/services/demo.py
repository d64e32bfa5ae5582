"""The people and the campaign of the demonstration."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.demo_people import DEMO_PEOPLE, PASSWORD
from accounts.models import User
from accounts.services import people
from annotation.models import Campaign, Membership

CAMPAIGN_NAME = "Demo: rivers, records and rockets"


@transaction.atomic
def load_demo_people(*, now: datetime) -> Campaign:
    """Everyone in `DEMO_PEOPLE` and their campaign. What is there already stays as it is."""
    campaign, _made = Campaign.objects.get_or_create(
        name=CAMPAIGN_NAME, defaults={"state": Campaign.State.OPEN, "created_at": now}
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
