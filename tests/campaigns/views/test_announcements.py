"""Announcements: made by managers, shown to every member until read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.models import Announcement, AnnouncementReading
from tests.annotation.verifying_world import Desk, make_desk, take

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def address(desk: Desk) -> str:
    return reverse("campaign-announcements", args=[desk.campaign.public_id])


def home(client: Client) -> str:
    return client.get("/").content.decode()


def announce(client: Client, desk: Desk, text: str) -> None:
    assert client.post(address(desk), {"text": text}).status_code == 302


def test_everyone_sees_it_until_they_have_read_it(log_in: LogIn, desk: Desk) -> None:
    manager = log_in(desk.manager)
    announce(manager, desk, "We <b>meet</b> at noon.")
    assert "at noon" not in home(manager)
    anna, ben = log_in(desk.verifiers[0]), log_in(desk.verifiers[1])
    assert "We &lt;b&gt;meet&lt;/b&gt; at noon." in home(anna)
    attempt = take(desk).attempt
    progress = reverse("desk-progress", args=[attempt.public_id])
    assert "1 announcement" in anna.get(progress).content.decode()
    read = reverse("announcement-read", args=[Announcement.objects.get().public_id])
    for _ in range(2):
        assert anna.post(read).status_code == 302
    assert "at noon" not in home(anna)
    assert "announcement" not in anna.get(progress).content.decode()
    assert "at noon" in home(ben)
    assert AnnouncementReading.objects.count() == 2
    assert "read by 2 of" in manager.get(address(desk)).content.decode()


def test_people_outside_the_campaign_neither_see_nor_read_it(log_in: LogIn, desk: Desk) -> None:
    announce(log_in(desk.manager), desk, "We meet at noon.")
    stranger = log_in(User.objects.create(username="zoe", name="Zoe"))
    assert "at noon" not in home(stranger)
    read = reverse("announcement-read", args=[Announcement.objects.get().public_id])
    assert stranger.post(read).status_code == 404
    assert AnnouncementReading.objects.count() == 1


def test_a_withdrawn_one_is_shown_to_nobody(log_in: LogIn, desk: Desk) -> None:
    manager = log_in(desk.manager)
    announce(manager, desk, "We meet at noon.")
    (announcement,) = Announcement.objects.all()
    path = reverse("announcement-withdraw", args=[desk.campaign.public_id, announcement.public_id])
    assert manager.post(path).status_code == 302
    assert "at noon" not in home(log_in(desk.verifier))
    assert "Withdrawn" in manager.get(address(desk)).content.decode()


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001, "a\0b"])
def test_nothing_to_read_is_refused(log_in: LogIn, desk: Desk, text: str) -> None:
    answer = log_in(desk.manager).post(address(desk), {"text": text})
    assert answer.status_code == 422
    assert not Announcement.objects.exists()
