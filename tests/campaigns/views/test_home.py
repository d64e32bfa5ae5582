"""The home page, by role, and the people of the demonstration."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.demo_people import DEMO_PEOPLE, PASSWORD
from accounts.models import User
from annotation.models import Interaction
from annotation.services.campaign.demo import load_demo_people
from annotation.services.desk.questions import ask_about_attempt
from annotation.services.writing import claims, highlights
from campaigns.models import Campaign, Membership
from tests.annotation.world import make_world, written_for
from tests.people import NOW, Cast

LogIn = Callable[[User], Client]


@pytest.mark.parametrize(
    ("role", "seen", "unseen"),
    [
        ("annotator", ["Rivers", "Verify claims", "Write claims"], ["The site", "/people/"]),
        ("manager", ["Rivers", "Campaigns you manage"], ["Your tasks", "/people/"]),
        ("researcher", ["Rivers", "No release yet"], ["Your tasks", "/people/"]),
        ("administrator", ["5 active accounts", "New campaign", "Rivers"], ["Your tasks"]),
        ("stranger", ["You are not in a campaign yet."], ["Rivers", "/people/"]),
    ],
)
def test_home_shows_what_a_role_is_for(
    log_in: LogIn, cast: Cast, role: str, seen: list[str], unseen: list[str]
) -> None:
    page = log_in(cast.by_role()[role]).get("/").content.decode()
    assert [text for text in seen if text not in page] == []
    assert [text for text in unseen if text in page] == []
    assert page.count("<h1>") == 1


def test_an_annotator_sees_only_their_tasks(log_in: LogIn, cast: Cast) -> None:
    Membership.objects.filter(user=cast.annotator).update(writes_claims=False)
    page = log_in(cast.annotator).get("/").content.decode()
    assert "Verify claims" in page
    assert "Write claims" not in page


def test_own_work_is_linked_where_there_can_be_some(log_in: LogIn, cast: Cast, db: None) -> None:
    def linked() -> list[bool]:
        page = client.get("/").content.decode()
        return [f"{words}</a>" in page for words in ("My claims", "My verifications")]

    client = log_in(cast.annotator)
    assert linked() == [True, True]
    Membership.objects.filter(user=cast.annotator).update(writes_claims=False)
    assert linked() == [False, True]
    Membership.objects.filter(user=cast.annotator).update(writes_claims=True, verifies_claims=False)
    assert linked() == [True, False]


def test_who_no_longer_writes_still_finds_what_they_wrote(log_in: LogIn, db: None) -> None:
    world = make_world(pages=12, target=4)
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    claims.submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)
    mine = Membership.objects.filter(user=world.writer)
    mine.update(writes_claims=False, verifies_claims=True)
    page = log_in(world.writer).get("/").content.decode()
    assert f"/campaigns/{world.campaign.public_id}/claims/mine/" in page


def test_a_manager_sees_how_far_a_campaign_is_and_what_waits(log_in: LogIn, db: None) -> None:
    world = make_world(pages=12, target=4)
    manager = User.objects.create(username="maya", name="Maya")
    Membership.objects.create(campaign=world.campaign, user=manager, role="manager", joined_at=NOW)
    client = log_in(manager)

    def lines() -> str:
        return re.sub(r"\s+", " ", client.get("/").content.decode())

    page = lines()
    assert "0 of 4 highlights used" in page
    assert "0 verifications" in page
    assert "wait" not in page
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    ask_about_attempt(attempt=taken.attempt, actor=world.writer, text="Which?", now=NOW)
    claims.submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)
    page = lines()
    assert "1 of 4 highlights used" in page
    assert "1 question waits for you</a>" in page
    assert f"/campaigns/{world.campaign.public_id}/questions/" in page


def test_who_worked_for_an_hour_is_reminded_of_a_break_until_they_skip_it(
    log_in: LogIn, db: None
) -> None:
    world = make_world(pages=12, target=4)
    client = log_in(world.writer)
    attempt = highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=timezone.now()
    ).attempt
    hint = "without a break"
    assert hint not in client.get("/").content.decode()
    now = timezone.now()
    Interaction.objects.bulk_create(
        Interaction(
            attempt=attempt,
            stream=UUID(int=7),
            sequence=number + 1,
            kind="input",
            received_at=now,
            happened_at=now - timedelta(minutes=64 - 8 * number),
        )
        for number in range(9)
    )
    mine = f"/campaigns/{world.campaign.public_id}/claims/mine/"
    assert [hint in client.get(page).content.decode() for page in ("/", mine)] == [True, True]
    assert client.post("/break/skip/", {"next": mine})["Location"] == mine
    assert [hint in client.get(page).content.decode() for page in ("/", mine)] == [False, False]
    assert client.post("/break/skip/", {"next": "https://example.org/"})["Location"] == "/"


def test_home_takes_no_post(log_in: LogIn, cast: Cast) -> None:
    assert log_in(cast.annotator).post("/").status_code == 405


def test_home_asks_to_log_in(client: Client, db: None) -> None:
    assert client.get("/")["Location"] == "/log-in/?next=/"


@pytest.mark.parametrize(("role", "most"), [("annotator", 17), ("administrator", 6)])
def test_queries_do_not_grow_with_campaigns(
    log_in: LogIn,
    cast: Cast,
    role: str,
    most: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(10):
        campaign = Campaign.objects.create(name=str(number), created_at=NOW)
        Membership.objects.create(
            campaign=campaign, user=cast.annotator, role="researcher", joined_at=NOW
        )
    client = log_in(cast.by_role()[role])
    with django_assert_max_num_queries(most):
        client.get("/")


@pytest.mark.postgres
def test_loading_the_demo_twice_changes_nothing(db: None) -> None:
    first = load_demo_people(now=NOW)
    User.objects.filter(username="annotator").update(name="Renamed")
    assert load_demo_people(now=NOW) == first
    assert (first.name, first.state) == ("Demo: rivers, records and rockets", "draft")
    assert User.objects.count() == 5
    assert Membership.objects.count() == 4
    assert User.objects.get(username="annotator").name == "Renamed"


def test_each_demo_person_logs_in_and_gets_home(db: None) -> None:
    load_demo_people(now=NOW)
    for person in DEMO_PEOPLE:
        client = Client()
        data = {"username": person.username, "password": PASSWORD}
        response = client.post("/log-in/", data, follow=True)
        assert (response.status_code, response.request["PATH_INFO"]) == (200, "/")
    administrators = User.objects.filter(is_administrator=True)
    assert [user.username for user in administrators] == ["admin"]
