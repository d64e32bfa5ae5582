"""Suggested evidence at the verification desk: only where the campaign shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from annotation.models import Claim, ClaimVersion
from annotation.rules.verifying.elements import ElementReference
from annotation.services.verifying import queue, suggestions
from annotation.services.verifying.queue import TakenClaim
from annotation.services.verifying.suggestions import SuggestedElement, Suggestion
from assist.selectors import second_look
from campaigns.models import Campaign
from core import append_only
from tests.annotation.verifying_world import PAGE, Desk, make_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return make_desk()


@pytest.fixture
def taken(desk: Desk) -> TakenClaim:
    return queue.take_claim(campaign=desk.campaign, annotator=desk.verifier, now=timezone.now())


@pytest.fixture
def client(desk: Desk, log_in: Callable[[User], Client]) -> Client:
    return log_in(desk.verifier)


def address(taken: TakenClaim, name: str) -> str:
    return reverse(name, args=[taken.attempt.public_id])


@pytest.fixture
def machine() -> Iterator[None]:
    """Register a source of suggestions."""
    suggestion = Suggestion(
        "test 1",
        [
            SuggestedElement(ElementReference(PAGE, "cell_0_2_1"), 0.9),
            SuggestedElement(ElementReference("Atlantis", "sentence_0"), 0.1),
        ],
        verdict="refuted",
    )
    suggestions.provide("test", lambda claim: suggestion)
    yield
    suggestions.withdraw("test")


def test_nothing_is_suggested_unless_the_campaign_says_so(
    taken: TakenClaim, client: Client, machine: None
) -> None:
    assert "data-suggestions" not in client.get(address(taken, "verifying-desk")).content.decode()
    answer = client.get(address(taken, "verify-suggestions")).json()
    assert answer == {"provider": "", "verdict": "", "elements": []}


def test_what_a_machine_would_choose_is_told_where_it_is_wanted(
    desk: Desk, taken: TakenClaim, client: Client, machine: None
) -> None:
    Campaign.objects.filter(pk=desk.campaign.pk).update(suggests_evidence=True)
    Claim.objects.update(arm="assisted")
    assert "data-suggestions" in client.get(address(taken, "verifying-desk")).content.decode()
    answer = client.get(address(taken, "verify-suggestions")).json()
    assert (answer["provider"], answer["verdict"]) == ("test 1", "Refuted")
    told = [(one["address"], one["text"], one["confidence"]) for one in answer["elements"]]
    assert told == [("cell_0_2_1", "1901", 0.9)]
    Claim.objects.update(arm="unassisted")
    assert client.get(address(taken, "verify-suggestions")).json()["elements"] == []


def test_the_review_of_an_assisted_claim_has_a_second_look(
    desk: Desk, taken: TakenClaim, client: Client
) -> None:
    body = {
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "sets": [[{"page": PAGE, "address": "sentence_1"}]],
    }
    with append_only.lifted(connection):
        for model in (Claim, ClaimVersion):
            model._default_manager.update(text=f"{PAGE} was bridged in 1987.")
    confirming = address(taken, "verify-confirm")

    def confirmation() -> str:
        return str(client.post(confirming, body, content_type="application/json").json()["html"])

    assert "machine_missing" not in confirmation()
    Campaign.objects.filter(pk=desk.campaign.pk).update(suggests_evidence=True)
    Claim.objects.update(arm="assisted")
    html = confirmation()
    assert 'data-warning="machine_missing"' in html
    assert "Second look: set 1 does not mention 1987." in html
    # It does not keep anybody from submitting.
    assert "data-submit" in html
    Claim.objects.update(arm="unassisted")
    assert "machine_missing" not in confirmation()


def test_a_second_look_that_fails_keeps_nobody_from_submitting(
    desk: Desk, taken: TakenClaim, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**given: object) -> None:
        raise RuntimeError("The verifier broke.")

    monkeypatch.setattr(second_look, "look_again", fail)
    Campaign.objects.filter(pk=desk.campaign.pk).update(suggests_evidence=True)
    Claim.objects.update(arm="assisted")
    body = {
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "sets": [[{"page": PAGE, "address": "sentence_1"}]],
    }
    answer = client.post(address(taken, "verify-confirm"), body, content_type="application/json")
    assert answer.status_code == 200
    assert "data-submit" in answer.json()["html"]
    assert "machine_" not in answer.json()["html"]
