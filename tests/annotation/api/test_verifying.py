"""Verifying through the API, from taking a claim to submitting it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from annotation.models import Attempt, ClaimReport, Gold, Suspension, Verification
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration.gold import GoldDescription
from annotation.services.review import suspensions
from campaigns.models import Campaign
from core.api.scopes import Scope
from tests.annotation.api.clients import client_of, post, refusal
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verify,
)
from tests.people import NOW

pytestmark = pytest.mark.django_db


def make_phase_gold(desk: Desk, phase: str) -> Gold:
    """Make gold for a phase of calibration."""
    made = gold_service.make_claim_gold(
        campaign=desk.campaign,
        text=f"A claim of {phase}.",
        description=GoldDescription(use=Gold.Use.PHASE, phase=phase, why="because"),
        actor=desk.manager,
        now=NOW,
    )
    attempt = gold_service.answer_gold(gold=made, actor=desk.manager, now=NOW)
    submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW)
    made.refresh_from_db()
    return made


@pytest.fixture
def desk(db: None) -> Desk:
    return make_desk()


def test_claim_is_taken_confirmed_and_submitted(desk: Desk) -> None:
    client = client_of(desk.verifier)
    taken = post(client, f"campaigns/{desk.campaign.public_id}/verify").json()
    at = f"attempts/{taken['attempt']}"
    assert taken["lease_until"] is not None
    assert "supported" in [verdict["name"] for verdict in taken["verdicts"]]
    assert client.get(f"/api/v1/{at}").json() == taken
    token = post(client, f"{at}/confirm", judgement()).json()["confirmation"]
    stored = post(client, f"{at}/submit", {"confirmation": token, "judgement": judgement()})
    assert stored.status_code == 200
    verification = Verification.objects.get()
    assert stored.json() == {
        "id": str(verification.public_id),
        "version": 1,
        "unconfirmed": False,
    }
    # Sent again, it is the same one.
    again = post(client, f"{at}/submit", {"confirmation": token, "judgement": judgement()})
    assert again.json() == stored.json()
    assert Verification.objects.count() == 1


def test_nothing_is_submitted_without_its_confirmation(desk: Desk) -> None:
    client, at = client_of(desk.verifier), f"attempts/{take(desk).attempt.public_id}"
    token = post(client, f"{at}/confirm", judgement()).json()["confirmation"]
    other = judgement(note="Another one.")
    answers = [
        post(client, f"{at}/submit", {"confirmation": "x", "judgement": judgement()}),
        post(client, f"{at}/submit", {"confirmation": token, "judgement": other}),
        post(client, f"{at}/submit", {"judgement": judgement()}),
    ]
    assert [refusal(answer) for answer in answers] == [(409, "not_confirmed")] * 3
    assert refusal(post(client, f"{at}/submit", judgement())) == (422, "invalid")
    assert not Verification.objects.exists()


def test_the_token_of_a_confirmation_that_was_never_asked_for_opens_nothing(desk: Desk) -> None:
    first, second = desk.verifiers[:2]
    at = f"attempts/{take(desk, first).attempt.public_id}"
    token = post(client_of(first), f"{at}/confirm", judgement()).json()["confirmation"]
    # The token follows from the judgement: that of another attempt is the same.
    at = f"attempts/{take(desk, second).attempt.public_id}"
    sent = {"confirmation": token, "judgement": judgement()}
    assert refusal(post(client_of(second), f"{at}/submit", sent)) == (409, "not_confirmed")
    assert not Verification.objects.exists()


def test_faults_of_a_judgement_are_told(desk: Desk) -> None:
    client, at = client_of(desk.verifier), f"attempts/{take(desk).attempt.public_id}"
    response = post(client, f"{at}/confirm", judgement(verdict="perhaps"))
    assert refusal(response) == (422, "judgement_refused")
    assert response.json()["errors"]
    assert Attempt.objects.get(annotator=desk.verifier).confirmed_digest == ""


def test_draft_and_log_are_stored(desk: Desk) -> None:
    client, at = client_of(desk.verifier), f"attempts/{take(desk).attempt.public_id}"
    sent = {
        "stream": "0b4cb4a3-6b0e-4c55-a3a8-0f5df5cb5d8e",
        "draft": {"revision": 0, "body": {"note": "so far"}},
    }
    stored = post(client, f"{at}/sync", sent).json()
    assert (stored["revision"], stored["recorded"]) == (1, 0)
    assert client.get(f"/api/v1/{at}").json()["draft"]["body"] == {"note": "so far"}
    assert refusal(post(client, f"{at}/sync", sent | {"draft": {"revision": 9, "body": {}}})) == (
        409,
        "stale_draft",
    )
    assert refusal(post(client, f"{at}/sync", sent | {"more": 1})) == (422, "invalid")
    assert refusal(client.post(f"/api/v1/{at}/sync", "x=1", content_type="text/plain")) == (
        415,
        "unsupported_media_type",
    )


def test_claim_is_skipped_and_reported(desk: Desk) -> None:
    client = client_of(desk.verifier)
    at = f"attempts/{take(desk).attempt.public_id}"
    assert refusal(post(client, f"{at}/skip", {"reason": "nonsense"})) == (422, "reason")
    assert refusal(post(client, f"{at}/report", {"reasons": []})) == (422, "reason")
    assert post(client, f"{at}/skip", {"reason": "other", "text": "A pun."}).status_code == 200
    assert Attempt.objects.get(annotator=desk.verifier).outcome == Attempt.Outcome.SKIPPED


def test_claim_is_reported_and_goes_to_nobody(desk: Desk) -> None:
    attempt = take(desk).attempt
    client = client_of(desk.verifier)
    sent = {"reasons": ["other"], "note": "It says nothing."}
    assert post(client, f"attempts/{attempt.public_id}/report", sent).status_code == 200
    [report] = ClaimReport.objects.all()
    assert (report.claim_id, report.reasons, report.note) == (
        attempt.at_claim, ["other"], "It says nothing.",
    )  # fmt: skip


def test_somebody_elses_attempt_does_not_exist(desk: Desk) -> None:
    at = f"attempts/{take(desk).attempt.public_id}"
    for person in (desk.verifiers[1], desk.writer, desk.manager):
        client = client_of(person, *Scope)
        assert refusal(client.get(f"/api/v1/{at}")) == (404, "not_found")
        for name in ("sync", "confirm", "submit", "skip", "report"):
            assert refusal(post(client, f"{at}/{name}", {"nonsense": 1})) == (404, "not_found")


def test_verifiers_are_told_nothing_of_one_another(desk: Desk) -> None:
    verify(desk)
    client = client_of(desk.verifiers[1])
    taken = post(client, f"campaigns/{desk.campaign.public_id}/verify").json()
    assert set(taken) == {
        *("attempt", "campaign", "corpus", "claim", "verdicts", "asked"),
        *("lease_until", "is_correction", "draft"),
    }
    assert taken["draft"] is None


def test_candidate_takes_nothing_before_being_approved(desk: Desk) -> None:
    make_phase_gold(desk, "verify_1")
    Campaign.objects.filter(pk=desk.campaign.pk).update(requires_calibration=True)
    client = client_of(desk.verifier)
    refused = post(client, f"campaigns/{desk.campaign.public_id}/verify")
    assert refusal(refused) == (409, "not_approved")
    assert not Attempt.objects.filter(annotator=desk.verifier).exists()


def test_candidate_reads_an_item_of_gold_and_nothing_of_its_answer(desk: Desk) -> None:
    gold = make_phase_gold(desk, "verify_1")
    Campaign.objects.filter(pk=desk.campaign.pk).update(requires_calibration=True)
    client = client_of(desk.verifier, *Scope)
    taken = post(client, f"campaigns/{desk.campaign.public_id}/calibration/verify")
    assert taken.json()["claim"] == "A claim of verify_1."
    assert "because" not in taken.content.decode()
    assert taken.json()["draft"] is None
    assert gold.answer is not None
    answered = Verification.objects.get(attempt=gold.answer)
    campaign = f"campaigns/{desk.campaign.public_id}"
    for path, refused in (
        (f"attempts/{gold.answer.public_id}", (404, "not_found")),
        (f"verifications/{answered.public_id}", (404, "not_found")),
        (f"{campaign}/gold", (403, "permission_denied")),
        (f"{campaign}/gold/export", (403, "permission_denied")),
        (f"{campaign}/gold/{gold.public_id}", (403, "permission_denied")),
        (f"{campaign}/calibration", (403, "permission_denied")),
    ):
        assert refusal(client.get(f"/api/v1/{path}")) == refused, path
    # Nor is it skipped or reported.
    at = f"attempts/{taken.json()['attempt']}"
    for name, body in (("skip", {"reason": "other"}), ("report", {"reasons": ["ambiguous"]})):
        assert refusal(post(client, f"{at}/{name}", body)) == (409, "outside")
    assert Attempt.objects.get(public_id=taken.json()["attempt"]).outcome == "open"


def test_person_set_aside_while_working_is_told_why_and_stores_nothing(desk: Desk) -> None:
    client, at = client_of(desk.verifier), f"attempts/{take(desk).attempt.public_id}"
    token = post(client, f"{at}/confirm", judgement()).json()["confirmation"]
    suspensions.set_aside(
        campaign=desk.campaign,
        person=desk.verifier,
        task=Suspension.Work.VERIFY,
        since=NOW,
        reason="Clicked through.",
        actor=desk.manager,
        now=timezone.now(),
    )
    sent = {"confirmation": token, "judgement": judgement()}
    assert refusal(post(client, f"{at}/submit", sent)) == (409, "lease_lost")
    again = post(client, f"campaigns/{desk.campaign.public_id}/verify")
    assert refusal(again) == (409, "set_aside")
    assert again.json()["detail"] == "Clicked through."
    assert not Verification.objects.exists()


def test_token_for_reading_takes_nothing(desk: Desk) -> None:
    client = client_of(desk.verifier, Scope.READ)
    response = post(client, f"campaigns/{desk.campaign.public_id}/verify")
    assert refusal(response) == (403, "scope_too_small")
    assert not Attempt.objects.filter(annotator=desk.verifier).exists()
