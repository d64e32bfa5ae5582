"""A campaign whose claims are verified, made once for the tests of a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Campaign, Membership
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import make_campaign, verify_all


@pytest.fixture(scope="module")
def verified(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Desk]:
    """Open a transaction around those of the tests, and undo it with the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        desk = make_campaign(10)
        verify_all(desk)
        with django_db_blocker.block():
            yield desk
        transaction.set_rollback(True)


@pytest.fixture
def desk(verified: Desk, db: None) -> Desk:
    """Return the campaign as it is in the database, whatever the test before did to its objects."""
    campaign = Campaign.objects.select_related("corpus").get(pk=verified.campaign.pk)
    for person in (verified.writer, verified.manager, *verified.verifiers):
        person.refresh_from_db()
    return Desk(campaign, verified.writer, verified.verifiers, verified.manager)


@pytest.fixture
def home(settings: Settings, tmp_path: Path) -> Path:
    """Give the files of releases a folder of their own."""
    folder = tmp_path / "home"
    folder.mkdir()
    settings.HOME = folder
    return folder


@pytest.fixture(autouse=True)
def rare_heartbeats(settings: Settings) -> None:
    """Make heartbeats rare: on SQLite one waits for the end of the transaction of the tests."""
    settings.JOB_HEARTBEAT_SECONDS = 60


@pytest.fixture
def researcher(desk: Desk) -> User:
    person = User.objects.create(username="rafa", name="Rafa", email="rafa@example.org")
    Membership.objects.create(
        campaign=desk.campaign, user=person, role=Role.RESEARCHER, joined_at=NOW
    )
    return person


@pytest.fixture
def client(researcher: User, log_in: Callable[[User], Client]) -> Client:
    return log_in(researcher)
