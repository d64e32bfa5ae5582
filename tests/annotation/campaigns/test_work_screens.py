"""Managers see how far a campaign is, who is on what, skips and questions, and act on them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from annotation.models import Highlight, Prescription
from annotation.selectors import progress
from annotation.services import claims, highlights, queue
from annotation.services.questions import ask_about_attempt
from annotation.views.campaign.figures import pace_chart
from campaigns.models import Campaign, Membership, Question, Reply
from campaigns.selectors.protocols import protocol_of
from core.models import AuditEntry
from tests.annotation.world import World, make_world, written_for
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres
LogIn = Callable[[User], Client]


@pytest.fixture
def world(cast: Cast) -> World:
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


@pytest.mark.parametrize(
    ("most", "marks"), [(0, ["0", "2", "4"]), (3, ["0", "2", "4"]), (5, ["0", "3", "6"])]
)
def test_the_axis_of_the_pace_counts_whole_highlights(most: int, marks: list[str]) -> None:
    days = ((NOW.date(), 1), (NOW.date(), most))
    pace = progress.Pace(days=days, today=most, a_day=1.0, days_left=None)
    assert [mark.words for mark in pace_chart(pace).heights] == marks


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


@pytest.mark.parametrize("role", ["manager", "administrator"])
def test_the_first_page_shows_funnel_pace_and_quotas(
    log_in: LogIn, cast: Cast, world: World, role: str
) -> None:
    submit(world, "one")
    page = log_in(cast.by_role()[role]).get(page_of(world)).content.decode()
    assert "of 36" in page
    assert "1 highlight was written from in two weeks" in page or "two weeks" in page
    assert page.count("<figure") == 5


def test_annotators_see_no_progress_and_no_tabs_of_managers(log_in: LogIn, world: World) -> None:
    page = log_in(world.writer).get(page_of(world)).content.decode()
    assert "<figure" not in page
    assert "Design" not in page
    assert "Guidelines" in page


def test_a_lease_is_freed_and_goes_to_the_next(log_in: LogIn, cast: Cast, world: World) -> None:
    taken = take(world)
    client = log_in(cast.manager)
    assert "Writer 0" in client.get(page_of(world, "highlights/")).content.decode()
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
    assert "They are not on it any more." in page.content.decode()
    assert not AuditEntry.objects.filter(action="highlight.freed").exists()


def test_a_claim_being_verified_is_freed(log_in: LogIn, cast: Cast, world: World) -> None:
    submit(world, "one")
    verifier = world.writers[1]
    Membership.objects.filter(user=verifier).update(verifies_claims=True)
    taken = queue.take_claim(campaign=world.campaign, annotator=verifier, now=NOW)
    client = log_in(cast.manager)
    page = client.get(page_of(world, "highlights/")).content.decode()
    assert "Verify a claim" in page
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
    page = log_in(cast.manager).get(page_of(world, "highlights/")).content.decode()
    assert "Something else" in page
    assert "Only &lt;i&gt;links&lt;/i&gt;." in page
    assert taken.highlight.page.title in page


def ask(world: World) -> Question:
    taken = take(world)
    return ask_about_attempt(attempt=taken.attempt, actor=world.writer, text="Which year?", now=NOW)


@pytest.mark.parametrize("role", ["manager", "administrator"])
def test_a_question_is_answered(log_in: LogIn, cast: Cast, world: World, role: str) -> None:
    question = ask(world)
    person = cast.by_role()[role]
    client = log_in(person)
    assert "Which year?" in client.get(page_of(world, "questions/")).content.decode()
    path = page_of(world, f"questions/{question.public_id}/reply/")
    response = client.post(path, {f"{question.public_id}-text": "The census year."})
    assert response["Location"].endswith(f"questions/#question-{question.public_id}")
    reply = Reply.objects.get()
    assert (reply.author, reply.text) == (person, "The census year.")
    question.refresh_from_db()
    assert question.answered_at is not None
    assert "The census year." in client.get(page_of(world, "questions/")).content.decode()


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001, "a\0b"])
def test_an_answer_that_says_nothing_is_refused_and_kept(
    log_in: LogIn, cast: Cast, world: World, text: str
) -> None:
    question = ask(world)
    path = page_of(world, f"questions/{question.public_id}/reply/")
    response = log_in(cast.manager).post(path, {f"{question.public_id}-text": text})
    assert response.status_code == 422
    assert text.replace("\0", "") in response.content.decode().replace("\0", "")
    assert not Reply.objects.exists()


def test_a_question_of_another_campaign_is_not_found(
    log_in: LogIn, cast: Cast, world: World
) -> None:
    question = ask(world)
    path = f"/campaigns/{cast.campaign.public_id}/questions/{question.public_id}/reply/"
    assert log_in(cast.manager).post(path, {"text": "Hm."}).status_code == 404
    assert not Reply.objects.exists()


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
    for rest, most in (("", 13), ("highlights/", 11), ("questions/", 9)):
        with django_assert_max_num_queries(most):
            client.get(page_of(world, rest))
