"""The choice of what counts in releases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaigns.protocols.enums import ResolutionRule
from campaigns.protocols.freezing import freeze
from campaigns.protocols.judging import Resolution
from campaigns.selectors.protocols import protocol_of
from campaigns.services import resolutions
from core.models import AuditEntry
from tests.annotation.verifying_world import make_desk
from tests.people import NOW

pytestmark = pytest.mark.django_db
ADJUDICATED = Resolution(rule=ResolutionRule.ADJUDICATED, otherwise=ResolutionRule.FIRST)


def test_the_rule_is_changed_and_the_numbers_stay() -> None:
    campaign = make_desk().campaign
    before = protocol_of(campaign)
    assert before.resolution == Resolution(rule=ResolutionRule.FIRST)
    overrides = campaign.protocol["overrides"]  # type: ignore[index]
    resolutions.change_resolution(campaign=campaign, resolution=ADJUDICATED, actor=None, now=NOW)
    campaign.refresh_from_db()
    assert protocol_of(campaign) == replace(before, resolution=ADJUDICATED)
    assert campaign.protocol["overrides"] == overrides  # type: ignore[index]
    entry = AuditEntry.objects.get(action="campaign.counting_changed")
    assert entry.details == {"from": "first", "to": "adjudicated, else first"}


def test_the_same_rule_again_is_no_change() -> None:
    campaign = make_desk().campaign
    same = protocol_of(campaign).resolution
    resolutions.change_resolution(campaign=campaign, resolution=same, actor=None, now=NOW)
    assert not AuditEntry.objects.filter(action="campaign.counting_changed").exists()


def test_a_verdict_by_construction_leaves_nothing_to_choose() -> None:
    campaign = make_desk().campaign
    fixed = replace(
        protocol_of(campaign), resolution=Resolution(rule=ResolutionRule.BY_CONSTRUCTION)
    )
    campaign.protocol = freeze(fixed)
    campaign.save(update_fields=["protocol"])
    with pytest.raises(resolutions.FixedResolutionError):
        resolutions.change_resolution(
            campaign=campaign, resolution=ADJUDICATED, actor=None, now=NOW
        )
    campaign.refresh_from_db()
    assert protocol_of(campaign) == fixed
