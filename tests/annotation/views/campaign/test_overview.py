"""The first page of a campaign; making campaigns."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Verification
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, Membership
from core.models import AuditEntry
from tests.annotation.managed_world import make_managed_world, page_of, submit
from tests.annotation.verifying_world import make_desk, verified_by, verify
from tests.annotation.world import World
from tests.people import NOW, Cast

pytestmark = pytest.mark.postgres
LogIn = Callable[[User], Client]


@pytest.fixture
def world(cast: Cast) -> World:
    return make_managed_world(cast)


def first_page(cast: Cast) -> str:
    return f"/campaigns/{cast.campaign.public_id}/"


@pytest.mark.parametrize("role", ["manager", "administrator"])
def test_the_first_page_shows_funnel_pace_and_quotas(
    log_in: LogIn, cast: Cast, world: World, role: str
) -> None:
    submit(world, "one")
    page = log_in(cast.by_role()[role]).get(page_of(world)).content.decode()
    assert "of 36" in page
    assert "used in two weeks" in page
    assert page.count("<figure") == 5
    assert "Verifying by day will be here" in page


def test_before_the_first_claim_the_first_page_says_what_will_be_there(
    log_in: LogIn, cast: Cast, world: World
) -> None:
    page = log_in(cast.manager).get(page_of(world)).content.decode()
    assert "Writing by day will be here" in page
    assert "as soon as somebody has written claims from a highlight" in page
    assert "A forecast will be here after the first day of work." in page
    assert "used in two weeks" not in page


@pytest.mark.django_db
def test_daily_counts_are_bars_with_a_forecast_for_writing_and_verifying(log_in: LogIn) -> None:
    desk = make_desk(protocol=verified_by(1))
    verify(desk)
    long_ago = timezone.now() - NOW
    Attempt.objects.update(ended_at=F("ended_at") + long_ago)
    Verification.objects.update(submitted_at=F("submitted_at") + long_ago)
    page = log_in(desk.manager).get(f"/campaigns/{desk.campaign.public_id}/").content.decode()
    assert "1 highlight was used in two weeks" in page
    assert "1 claim was verified in two weeks" in page
    # Two highlights and eight claims are left, at one a day.
    assert "At 1.0 a working day, the target is 2 working days away" in page
    assert "At 1.0 a working day, the target is 8 working days away" in page
    assert page.count('<rect class="chart__bar chart__bar--accent" x=') == 28


def test_annotators_see_no_progress_and_no_tabs_of_managers(log_in: LogIn, world: World) -> None:
    page = log_in(world.writer).get(page_of(world)).content.decode()
    assert "<figure" not in page
    assert "Design" not in page
    assert "Guidelines" in page


def test_members_see_the_campaign_and_their_role(log_in: LogIn, cast: Cast) -> None:
    for person, role in [
        (cast.annotator, "Annotator: writes and verifies claims"),
        (cast.researcher, "Researcher"),
        (cast.manager, "Manager"),
    ]:
        response = log_in(person).get(first_page(cast))
        assert response.status_code == 200
        assert role in response.content.decode()


def test_an_annotator_finds_their_tasks_on_the_campaigns_page(log_in: LogIn, cast: Cast) -> None:
    page = log_in(cast.annotator).get(first_page(cast)).content.decode()
    assert "Your tasks" in page
    assert "Verify claims" in page
    assert f"{first_page(cast)}claims/mine/" in page
    for other in (cast.manager, cast.researcher):
        assert "Your tasks" not in log_in(other).get(first_page(cast)).content.decode()


def test_strangers_get_the_same_404_as_for_no_campaign(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.stranger)
    known, unknown = client.get(first_page(cast)), client.get(f"/campaigns/{uuid4()}/")
    assert (known.status_code, unknown.status_code) == (404, 404)
    assert "Rivers" not in known.content.decode()


def test_administrators_make_campaigns(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.administrator)
    assert client.get("/campaigns/new/").status_code == 200
    response = client.post("/campaigns/new/", {"name": "Films"})
    campaign = Campaign.objects.get(name="Films")
    assert response["Location"] == f"/campaigns/{campaign.public_id}/design/"
    assert campaign.state == "draft"
    assert AuditEntry.objects.get().action == "campaign.created"
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("name", ["", "Rivers", "  ", "a\0b", "x" * 121])
def test_odd_campaign_names_are_refused(log_in: LogIn, cast: Cast, name: str) -> None:
    response = log_in(cast.administrator).post("/campaigns/new/", {"name": name})
    assert response.status_code == 422
    assert Campaign.objects.count() == 1
    assert not AuditEntry.objects.exists()


def test_a_manager_manages_the_campaign_that_they_make(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.manager)
    response = client.post("/campaigns/new/", {"name": "Films"})
    made = Membership.objects.get(campaign__name="Films")
    assert (made.user, made.member_role) == (cast.manager, MEMBER_ROLES["manager"])
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("role", ["researcher", "annotator", "stranger"])
def test_nobody_else_makes_campaigns(log_in: LogIn, cast: Cast, role: str) -> None:
    client = log_in(cast.by_role()[role])
    assert client.get("/campaigns/new/").status_code == 403
    assert client.post("/campaigns/new/", {"name": "Films"}).status_code == 403
    assert Campaign.objects.count() == 1
