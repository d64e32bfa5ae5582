"""Study designs of campaigns with their decks, and opening a campaign once it is ready."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import Highlight
from annotation.selectors.campaign import readiness
from annotation.services.writing import decks
from campaigns.models import Campaign
from campaigns.protocols.numbers import Given
from campaigns.selectors.guidelines import latest_guidelines
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns
from core.services import audit


class NotReadyError(Exception):
    """The campaign lacks something that it needs to be opened; the text says what."""


@transaction.atomic
def create_campaign(
    *, name: str, actor: User | None, now: datetime, design: campaigns.Design
) -> Campaign:
    """Create a campaign that has its design already."""
    campaign = campaigns.create_campaign(name=name, actor=actor, now=now)
    return set_design(campaign=campaign, design=design, actor=actor, now=now)


@transaction.atomic
def set_design(
    *, campaign: Campaign, design: campaigns.Design, actor: User | None, now: datetime
) -> Campaign:
    """Choose the study design of a campaign that is being set up, and start its decks."""
    if not is_designable(campaigns.hold_campaign(campaign)):
        raise campaigns.WrongStateError
    campaigns.store_design(campaign=campaign, design=design, actor=actor, now=now)
    decks.start_decks(campaign=campaign, protocol=protocol_of(campaign), now=now)
    return campaign


def is_designable(campaign: Campaign) -> bool:
    """Return whether its design can still be chosen: nothing was drawn or imported by it yet."""
    if campaign.claims_from == Campaign.ClaimsFrom.FILES:
        return campaign.state == Campaign.State.IMPORTING
    is_drawn = Highlight.objects.filter(campaign=campaign).exists()
    return campaign.state == Campaign.State.DRAFT and not is_drawn


@transaction.atomic
def change_numbers(
    *, campaign: Campaign, numbers: Mapping[str, Given], actor: User | None, now: datetime
) -> Campaign:
    """Change numbers of the design. Quotas that change start counting again."""
    campaigns.store_numbers(campaign=campaign, numbers=numbers)
    started = decks.start_decks(campaign=campaign, protocol=protocol_of(campaign), now=now)
    changed = {path: str(value) for path, value in numbers.items()}
    audit.record(
        actor=actor,
        action="campaign.numbers_changed",
        target=campaign,
        now=now,
        details={"numbers": changed, "restarted": [deck.factor for deck in started]},
    )
    return campaign


@transaction.atomic
def open_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """Let people work. The corpus must be sealed: what claims are about never changes."""
    held = campaigns.hold_campaign(campaign)
    if missing := [item for item in readiness.checklist(held) if item.is_missing]:
        raise NotReadyError(" ".join(str(item.lack) for item in missing))
    return campaigns.open_campaign(campaign=campaign, actor=actor, now=now)


@transaction.atomic
def copy_campaign(*, campaign: Campaign, name: str, actor: User | None, now: datetime) -> Campaign:
    """Create a campaign of the same design, with a seed of its own and no members or work."""
    protocol = protocol_of(campaign)
    assert campaign.corpus is not None
    latest = latest_guidelines(campaign)
    made = create_campaign(
        name=name,
        actor=actor,
        now=now,
        design=campaigns.Design(
            protocol=protocol,
            corpus=campaign.corpus,
            numbers={},
            pages=Campaign.Pages(campaign.page_choice),
            page_names=campaign.page_names,
            excludes_used_pages=campaign.excludes_used_pages,
            target=campaign.target,
            guidelines=latest.text if latest else None,
        ),
    )
    details = {"from": campaign.name}
    audit.record(actor=actor, action="campaign.copied", target=made, now=now, details=details)
    return made
