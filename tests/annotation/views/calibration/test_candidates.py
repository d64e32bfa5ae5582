"""Managers turn calibration on and decide about candidates."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from annotation.models import Candidacy, Gold, PhaseItem
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration import phases
from tests.annotation.calibration_world import Ground, make_ground, verify_item
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def ground() -> Ground:
    return make_ground()


def _decide(client: Client, ground: Ground, **data: str) -> int:
    sent = {
        "task": "verify",
        "person": str(ground.candidate.public_id),
        "decision": "approved",
        **data,
    }
    path = f"/campaigns/{ground.campaign.public_id}/calibration/decide/"
    return client.post(path, sent).status_code


def test_candidates_are_listed_with_scores_and_rates(ground: Ground, log_in: LogIn) -> None:
    verify_item(ground)
    verify_item(ground)
    client = log_in(ground.manager)
    page = client.get(f"/campaigns/{ground.campaign.public_id}/calibration/").content.decode()
    assert "score 100%" in page
    assert "calibration: feedback to read" in page
    assert "0 of 0 decided, 2 waiting" in page
    assert _decide(client, ground) == 302
    page = client.get(f"/campaigns/{ground.campaign.public_id}/calibration/").content.decode()
    assert "1 of 1 decided, 1 waiting" in page
    assert "100%" in page


def test_an_appeal_leads_to_the_item_that_it_is_about(ground: Ground, log_in: LogIn) -> None:
    verify_item(ground)
    verify_item(ground)
    item = PhaseItem.objects.get(position=2)
    phases.appeal(item=item, text="Is this really right?", now=NOW)
    client = log_in(ground.manager)
    listed = client.get(reverse("campaign-calibration", args=[ground.campaign.public_id]))
    address = reverse(
        "calibration-phase", args=[ground.campaign.public_id, item.qualification.public_id]
    )
    assert f'href="{address}?item={item.public_id}"' in listed.content.decode()
    shown = client.get(address, {"item": str(item.public_id)})
    assert (shown.context["shown"].item, shown.context["place"]) == (item, 2)
    # Nonsense leads to the phase.
    for nonsense in ("", "x", str(item.qualification.public_id)):
        assert client.get(address, {"item": nonsense}).context["place"] == 1


@pytest.mark.parametrize(
    "bad",
    [
        {"decision": "perhaps"},
        {"task": "paint"},
        {"person": "nobody"},
        {"note": "x" * 1001},
        {"decision": "another_try"},  # there is no gold for it
    ],
)
def test_bad_decisions_are_refused_and_nothing_is_stored(
    bad: dict[str, str], ground: Ground, log_in: LogIn
) -> None:
    client = log_in(ground.manager)
    assert _decide(client, ground, **bad) == 422
    assert not Candidacy.objects.exclude(outcome="open").exists()


def test_a_manager_is_not_a_candidate(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    other = str(ground.other_manager.public_id)
    assert _decide(client, ground, person=other) == 422
    own = str(ground.manager.public_id)
    assert _decide(client, ground, person=own) == 422
    assert not Candidacy.objects.exists()


def test_calibration_is_not_turned_on_without_gold(ground: Ground, log_in: LogIn) -> None:
    client = log_in(ground.manager)
    path = f"/campaigns/{ground.campaign.public_id}/calibration/switch/"
    assert client.post(path, {"on": "0"}).status_code == 302
    for row in Gold.objects.filter(phase="verify_2"):
        gold_service.withdraw_gold(gold=row, actor=ground.manager, now=NOW)
    answer = client.post(path, {"on": "1"})
    assert answer.status_code == 422
    assert "Verifying, phase 2, try 1: 2 more" in answer.content.decode()
    ground.campaign.refresh_from_db()
    assert not ground.campaign.requires_calibration
