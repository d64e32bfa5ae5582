"""Submitting, skipping, reporting and pausing at the desk, with nothing half-written."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimReport,
    Draft,
    Evidence,
    Interaction,
    Skip,
    Verification,
    VerificationVersion,
)
from annotation.services.verifying import queue
from annotation.services.verifying.queue import TakenClaim
from tests.annotation.verifying_world import PAGE, Desk, make_desk
from tests.annotation.views.desk.verify_posts import (
    CELL,
    S1,
    address,
    given,
    make_flagged_page,
    post,
    refused,
    way_on,
)

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

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


def submit(client: Client, taken: TakenClaim, sent: dict[str, Any]) -> Response:
    """Confirm and submit, as the desk does."""
    assert post(client, taken, "verify-confirm", sent).status_code == 200
    return post(client, taken, "verify-submit", sent)


def test_only_what_was_confirmed_last_is_submitted(taken: TakenClaim, client: Client) -> None:
    refused(post(client, taken, "verify-submit", given()), 409, "not_confirmed")
    post(client, taken, "verify-confirm", given())
    refused(post(client, taken, "verify-submit", given(sets=[[CELL]])), 409, "not_confirmed")
    post(client, taken, "verify-confirm", given(sets=[]))
    assert not VerificationVersion.objects.exists()
    # A confirmation that was refused is none: the one before it still stands.
    assert post(client, taken, "verify-submit", given()).status_code == 200


def test_a_submission_is_stored_and_leads_to_the_next_claim(
    desk: Desk, taken: TakenClaim, client: Client
) -> None:
    response = submit(client, taken, given(sets=[[S1], [CELL]], note="seen"))
    assert response.json() == way_on(desk)
    [said] = get_messages(response.wsgi_request)
    verification = Verification.objects.get()
    assert f'formaction="/verifications/{verification.public_id}/reopen/"' in said.message
    version = VerificationVersion.objects.get()
    assert (version.verdict, version.tags, version.note) == (
        "supported",
        {"challenge": "other"},
        "seen",
    )
    addresses = Evidence.objects.values_list("evidence_set__position", "page__title", "address")
    assert sorted(addresses) == [(1, PAGE, "sentence_1"), (2, PAGE, "cell_0_2_1")]


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        (given(verdict=""), "missing"),
        (given(verdict="maybe"), "missing"),
        (given(verdict="refuted"), "missing"),
        (given(verdict="refuted", answer="no"), "missing"),
        (given(tags={}), "missing"),
        (given(tags={"challenge": "boredom"}), "unknown_challenge"),
        (given(sets=[]), "missing"),
        (given(sets=[[S1], []]), "empty_set"),
        (
            given(sets=[[S1], [CELL], [S1, CELL], [{**S1, "address": "sentence_2"}]]),
            "too_many_sets",
        ),
        (given(sets=[[S1, S1]]), "element_twice"),
        (given(sets=[[{**S1, "address": "sentence_99"}]]), "no_element"),
        (given(sets=[[{**S1, "page": "Atlantis"}]]), "no_page"),
        (given(sets=[[{**S1, "page": "a\0b"}]]), "no_page"),
        (given(note="x" * 1001), "note"),
    ],
)
def test_what_does_not_fit_is_refused(
    taken: TakenClaim, client: Client, sent: dict[str, Any], error: str
) -> None:
    for name in ("verify-confirm", "verify-submit"):
        refused(post(client, taken, name, sent), 422, error)


@pytest.mark.parametrize(
    "sent",
    [None, [], "text", {"sets": "x"}, given(verdict=1), given(tags=[]), given(sets=[["x"]])],
)
def test_what_is_no_verification_is_bad(taken: TakenClaim, client: Client, sent: object) -> None:
    for name in ("verify-confirm", "verify-submit"):
        refused(post(client, taken, name, sent), 400, "bad_body")


def test_evidence_from_a_flagged_page_is_refused(
    desk: Desk, taken: TakenClaim, client: Client
) -> None:
    sent = given(sets=[[make_flagged_page(desk)]])
    refused(post(client, taken, "verify-submit", sent), 422, "flagged_page")


def test_who_lost_the_claim_keeps_the_draft(taken: TakenClaim, client: Client) -> None:
    Draft.objects.create(attempt=taken.attempt, body={"sets": [[S1]]}, saved_at=timezone.now())
    Assignment.objects.filter(pk=taken.assignment.pk).update(lease=9)
    refused(submit(client, taken, given()), 409, "lease_lost")
    assert Draft.objects.get().body == {"sets": [[S1]]}


def test_who_lost_the_claim_sees_so_and_what_they_chose(taken: TakenClaim, client: Client) -> None:
    Draft.objects.create(attempt=taken.attempt, body={"sets": [[S1]]}, saved_at=timezone.now())
    Attempt.objects.filter(pk=taken.attempt.pk).update(outcome="lost", ended_at=timezone.now())
    html = client.get(address(taken, "verifying-desk")).content.decode()
    assert "data-lost hidden" not in html
    assert "The claim was passed on to somebody else." in html
    assert "has a story number 1 to tell." in html


def test_a_claim_that_was_withdrawn_meanwhile_is_not_verified(
    taken: TakenClaim, client: Client
) -> None:
    Claim.objects.filter(pk=taken.assignment.claim_id).update(state=Claim.State.WITHDRAWN)
    refused(submit(client, taken, given()), 409, "withdrawn")


def test_two_windows_with_different_verdicts_store_the_first(
    taken: TakenClaim, client: Client
) -> None:
    submit(client, taken, given())
    assert post(client, taken, "verify-submit", given()).status_code == 200
    response = post(client, taken, "verify-submit", given(sets=[[CELL]]))
    assert (response.status_code, json.loads(response.content)["error"]) == (409, "already")
    assert VerificationVersion.objects.count() == 1


def test_who_was_logged_out_is_told_so_by_status(taken: TakenClaim) -> None:
    response = post(Client(), taken, "verify-submit", given())
    refused(response, 403, "logged_out")


# --- skipping, reporting, pausing -----------------------------------------------------------------


def test_a_skip_needs_a_reason(desk: Desk, taken: TakenClaim, client: Client) -> None:
    refused(client.post(address(taken, "verify-skip"), {"reason": "mood"}), 422, "reason")
    assert not Skip.objects.exists()
    response = client.post(address(taken, "verify-skip"), {"reason": "too_hard", "text": "Hm."})
    assert response.json() == way_on(desk)
    assert (Skip.objects.get().reason, Skip.objects.get().text) == ("too_hard", "Hm.")


def test_a_report_needs_reasons_and_other_a_note(taken: TakenClaim, client: Client) -> None:
    for sent in ({}, {"reasons": ["boring"]}, {"reasons": ["other"]}):
        refused(client.post(address(taken, "verify-report"), sent), 422, "reason")
    refused(
        client.post(address(taken, "verify-report"), {"reasons": ["other"], "note": "x" * 1001}),
        422,
        "note",
    )
    assert not ClaimReport.objects.exists()
    client.post(
        address(taken, "verify-report"),
        {"reasons": ["ambiguous", "duplicate"], "note": "Which one?"},
    )
    report = ClaimReport.objects.get()
    assert (report.reasons, report.note) == (["ambiguous", "duplicate"], "Which one?")


def test_a_paused_claim_waits(taken: TakenClaim, client: Client) -> None:
    assert client.post(address(taken, "verify-pause")).json() == {"next": "/", "take": ""}
    slot = Assignment.objects.get(pk=taken.assignment.pk)
    assert slot.lease_until is not None
    assert (slot.lease_until - timezone.now()).total_seconds() > 23 * 3600
    home = client.get("/").content.decode()
    assert "Paused claim" in home
    assert f"/verify/{taken.attempt.public_id}/" in home


def test_a_desk_that_is_over_leads_to_ones_own_list(
    desk: Desk, taken: TakenClaim, client: Client
) -> None:
    submit(client, taken, given())
    response = client.get(address(taken, "verifying-desk"))
    mine = f"/campaigns/{desk.campaign.public_id}/verifications/mine/"
    assert response.headers["Location"] == mine
    acts = Interaction.objects.filter(attempt=taken.attempt).order_by("pk")
    assert list(acts.values_list("kind", flat=True)) == ["started", "submitted"]
