"""The event of a release that was built."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns.events import known_events
from releases.selectors.webhook_events import find_built_releases
from tests.people import NOW
from tests.releases.world import make_campaign, make_tiny_release, new_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_a_release_is_an_event_when_it_is_ready() -> None:
    desk = make_campaign()
    release = make_tiny_release(desk.campaign)
    assert release.ready_at is not None
    (event,) = find_built_releases(desk.campaign, NOW - timedelta(days=1), 10)
    assert (event.key, event.kind, event.facts) == (
        str(release.public_id),
        "release",
        {"version": 1},
    )
    assert event.url == f"/api/v1/campaigns/{desk.campaign.public_id}/releases/1"
    new_release(desk.campaign)
    assert len(find_built_releases(desk.campaign, NOW - timedelta(days=1), 10)) == 1
    assert find_built_releases(desk.campaign, event.at + timedelta(seconds=1), 10) == []


def test_all_events_are_declared() -> None:
    assert list(known_events()) == [
        *("campaign.closed", "campaign.opened", "campaign.paused"),
        *("claim.adjudicated", "claim.verified"),
        *("job.cancelled", "job.failed", "job.succeeded", "release.built"),
    ]
