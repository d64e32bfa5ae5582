"""The page on which managers set work aside, and what the person reads."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from annotation.models import Suspension, Verification
from annotation.services.verifying import queue
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(1))


def set_aside(client: Client, desk: Desk, **changes: str) -> object:
    given = {
        "person": str(desk.verifier.public_id),
        "task": "verify",
        "since": "2000-01-01",
        "reason": "Clicked through.",
    }
    return client.post(reverse("set-aside", args=[desk.campaign.public_id]), given | changes)


def test_a_manager_sets_work_aside_and_brings_it_back(desk: Desk, log_in: LogIn) -> None:
    given = verify(desk)
    client = log_in(desk.manager)
    response = set_aside(client, desk)
    assert [str(one) for one in get_messages(response.wsgi_request)] == [  # type: ignore[attr-defined]
        "1 verification is set aside; others get its claim."
    ]
    made = Suspension.objects.get()
    page = client.get(reverse("set-aside", args=[desk.campaign.public_id])).content.decode()
    assert "Clicked through." in page
    undo = reverse("set-aside-undo", args=[desk.campaign.public_id, made.public_id])
    undone = client.post(undo)
    assert "1 item counts again." in [str(one) for one in get_messages(undone.wsgi_request)]
    given.refresh_from_db()
    assert given.void_since is None
    again = client.post(undo)
    assert "Somebody has undone it already." in [
        str(one) for one in get_messages(again.wsgi_request)
    ]


@pytest.mark.parametrize(
    "changes",
    [{"person": ""}, {"person": "nobody"}, {"task": "sing"}, {"since": "soon"}, {"reason": " "}],
)
def test_what_does_not_fit_is_refused_and_what_was_typed_stays(
    desk: Desk, log_in: LogIn, changes: dict[str, str]
) -> None:
    verify(desk)
    response = set_aside(log_in(desk.manager), desk, **changes)
    assert response.status_code == 422  # type: ignore[attr-defined]
    if "reason" not in changes:
        assert "Clicked through." in response.content.decode()  # type: ignore[attr-defined]
    assert not Suspension.objects.exists()
    assert not Verification.objects.filter(void_since__isnull=False).exists()


def test_the_person_reads_what_happened_and_why(desk: Desk, log_in: LogIn) -> None:
    given = verify(desk)
    taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifier, now=NOW)
    set_aside(log_in(desk.manager), desk)
    client = log_in(desk.verifier)
    mine = client.get(reverse("my-verifications", args=[desk.campaign.public_id]))
    assert "A manager set 1 item of yours from 2000-01-01 on aside" in mine.content.decode()
    shown = client.get(reverse("verification", args=[given.public_id])).content.decode()
    assert "Set aside by a manager: Clicked through." in shown
    response = client.post(reverse("verify", args=[desk.campaign.public_id]))
    [said] = [str(one) for one in get_messages(response.wsgi_request)]
    assert said.startswith("A manager set your work from 2000-01-01 on aside: Clicked through.")
    body = {
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "sets": [[{"page": "River 003", "address": "sentence_1"}]],
    }
    for name, status in (("confirm", 200), ("submit", 409)):
        address = reverse(f"verify-{name}", args=[taken.attempt.public_id])
        answer = client.post(address, body, content_type="application/json")
        assert answer.status_code == status
    assert answer.json()["message"].startswith("A manager set your work from 2000-01-01 on aside")
    assert Verification.objects.count() == 1
