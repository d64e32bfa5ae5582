"""Objections through the API: listed, filtered, reviewed."""

from __future__ import annotations

import pytest

from accounts.models import User
from campaigns.models import Campaign
from core.api.scopes import Scope
from quality.models import Objection
from tests.annotation.api.clients import client_of, get, post, refusal
from tests.annotation.disagreeing import add_manager
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.quality.objections_world import make_objection

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(db: None) -> Desk:
    made = make_desk(protocol=verified_by(1))
    for _ in range(3):
        verify(made)
    return made


def test_objections_are_listed_and_filtered(desk: Desk) -> None:
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}/objections"
    first = make_objection(desk)
    make_objection(desk, probability=0.81, verdict="not_enough_information")
    listed = get(manager, at, sure=0.9).json()["results"]
    assert [each["id"] for each in listed] == [str(first.public_id)]
    [found] = listed
    assert (found["counts"], found["verdict"], found["probability"]) == (
        "supported",
        "refuted",
        0.93,
    )
    assert (found["text"], found["model"], found["review"]) == (first.claim.text, 3, "")
    assert len(get(manager, at, reviewed="false").json()["results"]) == 2
    for wanted in ({"reviewed": "true"}, {"review": "unclear"}, {"counts": "refuted"}):
        assert get(manager, at, **wanted).json()["results"] == []
    assert len(get(manager, at, verdict="not_enough_information").json()["results"]) == 1
    part = get(manager, at, limit=1).json()
    following = get(manager, at, limit=1, cursor=part["next_cursor"]).json()
    assert following["results"][0]["id"] == str(first.public_id)
    assert refusal(get(manager, at, review="maybe")) == (400, "invalid_parameter")


def test_an_objection_is_reviewed_once(desk: Desk) -> None:
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}/objections"
    made = make_objection(desk)
    body = {"review": "annotators", "seen": made.state}
    url = f"{at}/{made.public_id}/review"
    assert refusal(post(client_of(desk.manager, Scope.READ), url, body))[0] == 403
    assert refusal(post(client_of(desk.verifier), url, body)) == (403, "permission_denied")
    done = post(manager, url, body)
    assert done.status_code == 200, done.content
    assert done.json()["review"] == "annotators"
    assert done.json()["reviewed_by"]["name"] == "Mara Manager"
    second = client_of(add_manager(desk))
    assert refusal(post(second, url, body)) == (409, "changed_meanwhile")
    body["seen"] = done.json()["state"]
    assert post(second, url, body | {"review": "unclear"}).json()["review"] == "unclear"
    assert refusal(post(second, url, body | {"review": "maybe"})) == (422, "invalid")


def test_own_and_other_claims_are_refused(desk: Desk) -> None:
    made = make_objection(desk)
    at = f"campaigns/{desk.campaign.public_id}/objections"
    body = {"review": "annotators", "seen": made.state}
    User.objects.filter(pk=desk.writer.pk).update(is_administrator=True)
    writer, manager = client_of(desk.writer), client_of(desk.manager)
    assert refusal(post(writer, f"{at}/{made.public_id}/review", body)) == (403, "own_claim")
    gone = post(manager, f"{at}/{desk.manager.public_id}/review", body)
    assert refusal(gone) == (404, "not_found")
    other = Campaign.objects.create(name="Other", created_at=made.found_at)
    Objection.objects.update(campaign=other)
    assert refusal(post(manager, f"{at}/{made.public_id}/review", body)) == (404, "not_found")
    assert Objection.objects.get().review == ""
