"""Releases on the home page of people who use a campaign's data."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Campaign, Membership
from releases.models import Release
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import address, make_release, make_tiny_release, new_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def home(client: Client) -> str:
    """Return its words and links, with single spaces."""
    return re.sub(r"\s+", " ", client.get("/").content.decode())


def test_the_newest_release_is_named_with_what_it_holds(client: Client, desk: Desk) -> None:
    make_tiny_release(desk.campaign, page="River 000")
    Release.objects.update(note="The first.")
    make_release(desk.campaign)
    page = home(client)
    assert f'<a href="{address("release", desk, 2)}">Release 2</a>' in page
    assert "30 claims: train 24, dev 3, test 3" in page
    assert f'<a href="{address("release-claims", desk, 2)}">Browse claims</a>' in page
    assert f'<a href="{address("campaign-releases", desk)}">All 2 releases</a>' in page
    assert "The first." not in page
    assert "No release yet" not in page


def test_a_release_that_is_not_ready_stands_beneath_the_newest_that_is(
    client: Client, desk: Desk
) -> None:
    make_tiny_release(desk.campaign, page="River 000")
    new_release(desk.campaign)
    page = home(client)
    assert f'<a href="{address("release", desk, 1)}">Release 1</a>' in page
    assert f'<a href="{address("release", desk, 2)}">Release 2</a>' in page
    assert "Being built" in page
    assert "All 2 releases" not in page


def test_where_there_is_none_a_researcher_is_led_to_the_form(client: Client, desk: Desk) -> None:
    page = home(client)
    assert "No release yet. You can build one, and so can the managers." in page
    assert f'<a href="{address("campaign-releases", desk)}#build">Build a release</a>' in page


def test_without_a_study_design_nobody_is_led_to_a_form(
    client: Client, desk: Desk, researcher: User
) -> None:
    Membership.objects.filter(user=researcher).delete()
    bare = Campaign.objects.create(name="Bare", created_at=NOW)
    Membership.objects.create(campaign=bare, user=researcher, role=Role.RESEARCHER, joined_at=NOW)
    page = home(client)
    assert "No release yet: a manager must choose the study design first." in page
    assert "#build" not in page


def test_queries_do_not_grow_with_releases(
    client: Client,
    desk: Desk,
    researcher: User,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(3):
        campaign = Campaign.objects.create(name=str(number), created_at=NOW)
        Membership.objects.create(
            campaign=campaign, user=researcher, role=Role.RESEARCHER, joined_at=NOW
        )
        make_tiny_release(desk.campaign, page="River 000", number=number + 1)
    with django_assert_max_num_queries(6):
        client.get("/")
