"""The progress of a campaign in numbers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Highlight, Prescription
from annotation.selectors.campaign import progress
from annotation.services.writing import highlights
from campaigns.selectors.protocols import protocol_of
from tests.annotation.managed_world import make_managed_world, submit, take
from tests.annotation.world import World
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres
LogIn = Callable[[User], Client]


@pytest.fixture
def world(cast: Cast) -> World:
    return make_managed_world(cast)


def test_the_funnel_counts_from_highlights_to_claims(world: World) -> None:
    submit(world, "one")
    take(world)
    skipped = take(world, 1)
    highlights.skip_highlight(attempt=skipped.attempt, reason="formatting", now=NOW)
    protocol = protocol_of(world.campaign)
    counts = progress.highlight_counts(world.campaign)
    assert (counts["held"], counts["written"], counts["skipped"]) == (1, 1, 1)
    drawn = Highlight.objects.count()
    steps = progress.funnel_of(world.campaign, protocol, counts)
    assert [(step.name, step.count, step.target) for step in steps] == [
        ("drawn", drawn - 1, 12),
        ("begun", 2, 12),
        ("written", 1, 12),
        ("claims", 3, 36),
        ("verified", 0, 36),
    ]


def test_the_pace_gives_the_working_days_left(world: World) -> None:
    empty = progress.pace_of(world.campaign, now=NOW, written=0)
    assert (empty.today, empty.days_left, len(empty.days)) == (0, None, 14)
    submit(world, "one")
    submit(world, "two")
    tomorrow = NOW + timedelta(days=1)
    pace = progress.pace_of(world.campaign, now=tomorrow, written=2)
    assert (pace.today, pace.a_day, pace.days_left) == (0, 2.0, 5)
    assert pace.days[-2] == (NOW.date(), 2)


def test_meters_show_what_is_in_use_against_its_quota(world: World) -> None:
    for mark in ("one", "two", "three"):
        submit(world, mark)
    skipped = take(world)
    highlights.skip_highlight(attempt=skipped.attempt, reason="formatting", now=NOW)
    meters = {
        meter.factor: meter
        for meter in progress.meters_of(world.campaign, protocol_of(world.campaign))
    }
    assert set(meters) == {"source", "verdict", "scope", "mutation"}
    verdict = meters["verdict"]
    assert (verdict.total, verdict.freed, verdict.bound) == (3, 1, 2)
    assert sum(row.count for row in verdict.rows) == 3
    assert [row.target for row in verdict.rows] == [1.5, 1.5]
    assert all(meter.is_within for meter in meters.values())
    assert Prescription.objects.filter(highlight=None).count() == 4
