"""A campaign with writers and a manager, and work in it."""

from __future__ import annotations

from datetime import timedelta

from annotation.services.writing import claims, highlights
from campaigns.models import Membership
from tests.annotation.world import World, make_world, written_for
from tests.people import NOW, Cast


def make_managed_world(cast: Cast) -> World:
    world = make_world(pages=30, target=12)
    Membership.objects.create(
        campaign=world.campaign, user=cast.manager, role="manager", joined_at=NOW
    )
    return world


def page_of(world: World, rest: str = "") -> str:
    return f"/campaigns/{world.campaign.public_id}/{rest}"


def take(world: World, number: int = 0) -> highlights.TakenHighlight:
    writer = world.writers[number]
    return highlights.take_highlight(campaign=world.campaign, annotator=writer, now=NOW)


def submit(world: World, mark: str) -> None:
    taken = take(world)
    done = NOW + timedelta(minutes=9)
    claims.submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight, mark), now=done)
