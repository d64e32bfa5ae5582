"""Managers see who is on what and what was skipped, and free what somebody holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from annotation.services.desk.questions import ask_about_attempt
from annotation.services.verifying import queue
from annotation.services.writing import highlights
from campaigns.models import Campaign, Membership
from core.models import AuditEntry
from tests.annotation.managed_world import make_managed_world, page_of, submit, take
from tests.annotation.world import World
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres
LogIn = Callable[[User], Client]


@pytest.fixture
def world(cast: Cast) -> World:
    return make_managed_world(cast)


def test_a_lease_is_freed_and_goes_to_the_next(log_in: LogIn, cast: Cast, world: World) -> None:
    taken = take(world)
    client = log_in(cast.manager)
    assert "Writer 0" in client.get(page_of(world, "work/")).content.decode()
    path = page_of(world, f"work/{taken.attempt.public_id}/free/")
    assert client.post(path).status_code == 302
    again = highlights.take_highlight(
        campaign=world.campaign, annotator=world.writers[1], now=timezone.now()
    )
    assert again.highlight == taken.highlight
    entry = AuditEntry.objects.get(action="highlight.freed")
    assert (entry.actor, entry.details) == (cast.manager, {"holder": "Writer 0"})


def test_what_nobody_holds_is_not_freed(log_in: LogIn, cast: Cast, world: World) -> None:
    taken = take(world)
    highlights.skip_highlight(attempt=taken.attempt, reason="formatting", now=NOW)
    client = log_in(cast.manager)
    page = client.post(page_of(world, f"work/{taken.attempt.public_id}/free/"), follow=True)
    assert "They are no longer working on it." in page.content.decode()
    assert not AuditEntry.objects.filter(action="highlight.freed").exists()


def test_a_claim_being_verified_is_freed(log_in: LogIn, cast: Cast, world: World) -> None:
    submit(world, "one")
    verifier = world.writers[1]
    Membership.objects.filter(user=verifier).update(verifies_claims=True)
    taken = queue.take_claim(campaign=world.campaign, annotator=verifier, now=NOW)
    client = log_in(cast.manager)
    page = client.get(page_of(world, "work/")).content.decode()
    assert taken.assignment.claim.text in page
    client.post(page_of(world, f"work/{taken.attempt.public_id}/free/"))
    assert AuditEntry.objects.get(action="claim.freed").actor == cast.manager
    taken.attempt.refresh_from_db()
    assert taken.attempt.outcome == "lost"


def test_the_work_of_another_campaign_is_not_freed(log_in: LogIn, cast: Cast, world: World) -> None:
    taken = take(world)
    other = Campaign.objects.create(name="Mine", created_at=NOW)
    Membership.objects.create(campaign=other, user=cast.stranger, role="manager", joined_at=NOW)
    path = f"/campaigns/{other.public_id}/work/{taken.attempt.public_id}/free/"
    assert log_in(cast.stranger).post(path).status_code == 302
    taken.attempt.refresh_from_db()
    assert taken.attempt.outcome == "open"
    assert not AuditEntry.objects.filter(action="highlight.freed").exists()


def test_skips_are_listed_with_their_reasons(log_in: LogIn, cast: Cast, world: World) -> None:
    taken = take(world)
    highlights.skip_highlight(
        attempt=taken.attempt, reason="other", text="Only <i>links</i>.", now=NOW
    )
    page = log_in(cast.manager).get(page_of(world, "work/skips/")).content.decode()
    assert "Something else" in page
    assert "Only &lt;i&gt;links&lt;/i&gt;." in page
    assert taken.highlight.page.title in page


def test_pages_take_as_many_queries_for_many_rows(
    log_in: LogIn,
    cast: Cast,
    world: World,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(6):
        taken = take(world)
        ask_about_attempt(
            attempt=taken.attempt, actor=world.writer, text=f"Question {number}?", now=NOW
        )
        highlights.skip_highlight(attempt=taken.attempt, reason="formatting", now=NOW)
    client = log_in(cast.manager)
    pages = {"": 13, "highlights/": 12, "work/": 11, "work/skips/": 11, "questions/": 10}
    for rest, most in pages.items():
        with django_assert_max_num_queries(most):
            client.get(page_of(world, rest))
