"""The rule by which one verification of a claim counts: chosen by the campaign."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from msgspec.structs import replace

from accounts.models import User
from campaigns.models import Campaign
from campaigns.protocols.enums import ResolutionRule
from campaigns.protocols.freezing import freeze
from campaigns.protocols.judging import Resolution
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit


class FixedResolutionError(Exception):
    """The verdict follows from how a claim is made: there is nothing to choose."""


@transaction.atomic
def change_resolution(
    *, campaign: Campaign, resolution: Resolution, actor: User | None, now: datetime
) -> Campaign:
    """Choose what counts in releases from now on; releases that are frozen keep their rule.

    A closed campaign may choose, too: its releases are built after the work.
    """
    held = hold_campaign(campaign)
    before = protocol_of(held)
    if before.resolution.rule is ResolutionRule.BY_CONSTRUCTION:
        raise FixedResolutionError
    if resolution == before.resolution:
        return campaign
    assert held.protocol is not None
    frozen = freeze(replace(before, resolution=resolution))
    frozen["overrides"] = held.protocol["overrides"]
    campaign.protocol = frozen
    campaign.save(update_fields=["protocol"])
    audit.record(
        actor=actor,
        action="campaign.counting_changed",
        target=campaign,
        now=now,
        details={"from": _words(before.resolution), "to": _words(resolution)},
    )
    return campaign


def _words(resolution: Resolution) -> str:
    otherwise = resolution.otherwise
    return f"{resolution.rule}, else {otherwise}" if otherwise else resolution.rule.value
