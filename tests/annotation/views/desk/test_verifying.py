"""The verification desk over HTTP: what it shows and what it refuses, with nothing half-written."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import UUID

import lxml.html
import pytest
from django.contrib.messages import get_messages
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

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
from tests.annotation.verifying_world import PAGE, Desk, make_desk, unsealed
from tests.annotation.world import make_article

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.django_db

S1 = {"page": PAGE, "address": "sentence_1"}
CELL = {"page": PAGE, "address": "cell_0_2_1"}


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


def post(client: Client, taken: TakenClaim, name: str, body: object) -> Response:
    return client.post(address(taken, name), json.dumps(body), content_type="application/json")


def given(**changes: Any) -> dict[str, Any]:
    """Return a judgement: supported by a sentence, unless told otherwise."""
    usual = {"verdict": "supported", "tags": {"challenge": "other"}, "sets": [[S1]]}
    return {**usual, "answer": "", "note": "", **changes}


def way_on(desk: Desk) -> dict[str, str]:
    """Return the home page for those who stop, and the address that hands out the next claim."""
    return {"next": "/", "take": f"/campaigns/{desk.campaign.public_id}/verify/"}


def refused(response: Response, status: int, error: str) -> dict[str, Any]:
    """Assert a clear answer, with nothing written, and return it."""
    answer: dict[str, Any] = json.loads(response.content)
    assert (response.status_code, answer["error"]) == (status, error)
    assert answer["message"]
    assert not Verification.objects.exists()
    assert not Evidence.objects.exists()
    return answer


def make_flagged_page(desk: Desk) -> dict[str, str]:
    """Make a page with a box about missing references; return its first sentence."""
    corpus = desk.campaign.corpus
    assert corpus is not None
    with unsealed(corpus):
        make_article("Lake Doubt", corpus, is_flagged=True)
    return {"page": "Lake Doubt", "address": "sentence_1"}


# --- taking and showing ---------------------------------------------------------------------------


def test_taking_a_claim_leads_to_its_desk(desk: Desk, client: Client) -> None:
    response = client.post(reverse("verify", args=[desk.campaign.public_id]))
    attempt = Attempt.objects.get(purpose="verify")
    assert response.headers["Location"] == f"/verify/{attempt.public_id}/"


@pytest.mark.postgres
def test_a_verification_costs_few_queries(
    desk: Desk, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    # Session and user are two of each; a transaction is two, as a savepoint in the test's.
    queue.take_claim(campaign=desk.campaign, annotator=desk.verifiers[1], now=timezone.now())
    with django_assert_max_num_queries(14):
        client.post(reverse("verify", args=[desk.campaign.public_id]))
    attempt = Attempt.objects.get(annotator=desk.verifier)
    taken = TakenClaim(Assignment.objects.get(pk=attempt.in_slot), attempt)
    chosen = {**S1, "set": 1, "way": "key"}
    # The first also inserts a draft, in a savepoint, and reads the page.
    for number, most in ((0, 15), (1, 12)):
        sent = {
            "stream": str(UUID(int=7)),
            "acts": [
                {
                    "sequence": number + 1,
                    "kind": "element_selected",
                    "at": timezone.now().isoformat(),
                    "body": chosen,
                }
            ],
            "draft": {"revision": number, "body": {"note": str(number)}},
        }
        with django_assert_max_num_queries(most):
            assert post(client, taken, "desk-sync", sent).status_code == 200
    post(client, taken, "verify-confirm", given())
    # The first verification of a person also starts their deck of duplicates, and may deal some.
    with django_assert_max_num_queries(22):
        assert post(client, taken, "verify-submit", given()).status_code == 200
    assert Verification.objects.count() == 1


def test_who_has_nothing_to_verify_is_told_so(desk: Desk, log_in: Callable[[User], Client]) -> None:
    Claim.objects.update(state=Claim.State.WITHDRAWN)
    response = log_in(desk.verifier).post(
        reverse("verify", args=[desk.campaign.public_id]), follow=True
    )
    assert "No claim is waiting for you at the moment." in response.content.decode()
    assert not Attempt.objects.filter(purpose="verify").exists()


def test_the_desk_starts_at_the_search_and_shows_the_claim_alone(
    taken: TakenClaim, client: Client
) -> None:
    claim = Claim.objects.get(pk=taken.assignment.claim_id)
    Claim.objects.filter(pk=claim.pk).update(tags={"challenge": "blind-tag"})
    html = client.get(address(taken, "verifying-desk")).content.decode()
    desk: lxml.html.HtmlElement = lxml.html.fromstring(html)
    (shown,) = desk.find_class("claim-bar__claim")
    assert shown.text_content() == claim.text
    assert 'data-shown="results"' in html
    # Blind: to who wrote it, from what, and with which verdict in mind.
    assert claim.author is not None
    for hidden in (claim.author.name, claim.author.username, "type_1", "blind-tag", "prescribed"):
        assert hidden not in html
    # Where it comes from would be a hint too: outside of the claim and of its own words, offered
    # for searching, the title is nowhere.
    for of_the_claim in [shown, *desk.find_class("claim-terms__term")]:
        assert of_the_claim.text_content() in claim.text
        of_the_claim.drop_tree()
    assert claim.from_highlight.page.title not in lxml.html.tostring(desk, encoding="unicode")


def test_the_desk_offers_what_the_protocol_asks(taken: TakenClaim, client: Client) -> None:
    html = client.get(address(taken, "verifying-desk")).content.decode()
    for offered in (
        "Not enough information",
        "Would you consider yourself misled",
        "Numerical Reasoning",
        "Ungrammatical, or with typing errors",
        "I cannot decide this one",
        'data-set-limit="3"',
    ):
        assert offered in html


def test_pages_in_the_room_can_be_selected_from(taken: TakenClaim, client: Client) -> None:
    html = client.get(address(taken, "desk-page"), {"title": PAGE}).content.decode()
    assert 'role="grid"' in html
    assert 'id="cell_0_2_1"' in html


def test_a_flagged_page_says_that_it_cannot_be_evidence(
    desk: Desk, taken: TakenClaim, client: Client
) -> None:
    title = make_flagged_page(desk)["page"]
    html = client.get(address(taken, "desk-page"), {"title": title}).content.decode()
    assert 'data-closed="page"' in html


def test_a_draft_comes_back_with_the_texts_of_its_elements(
    taken: TakenClaim, client: Client
) -> None:
    body = {"sets": [[S1, CELL, {"page": "Nowhere", "address": "x"}, 7]], "room": {"title": PAGE}}
    Draft.objects.create(attempt=taken.attempt, body=body, saved_at=timezone.now())
    html = client.get(address(taken, "verifying-desk")).content.decode()
    assert f"{PAGE} has a story number 1 to tell." in html
    assert '"text": "1901"' in html
    assert f'data-shown="page"\n         data-page="{PAGE}"' in html


def test_somebody_elses_desk_is_not_there(
    desk: Desk, taken: TakenClaim, log_in: Callable[[User], Client]
) -> None:
    other = log_in(desk.verifiers[1])
    assert other.get(address(taken, "verifying-desk")).status_code == 404
    assert post(other, taken, "verify-submit", given()).status_code == 404
    assert not Verification.objects.exists()


def test_large_figures_are_grouped_as_at_the_desk() -> None:
    figures = {"count": 6, "sum": "12778", "mean": "2129.6667", "least": "1094", "largest": "3530"}
    shown = render_to_string("annotation/evidence_figures.html", {"figures": figures})
    assert " ".join(shown.split()) == (
        '<p class="figures"> 6 numbers · sum 12,778 · mean 2,129.6667 · least 1,094 · largest 3,530'
        " </p>"
    )


def test_texts_and_contexts_of_elements_are_told(taken: TakenClaim, client: Client) -> None:
    sent = {"elements": [CELL, {"page": PAGE, "address": "cell_9_9_9"}]}
    answer = post(client, taken, "verify-elements", sent).json()
    assert answer["elements"] == [
        {
            **CELL,
            "kind": "cell",
            "text": "1901",
            "context": [
                {"address": "title", "text": PAGE},
                {"address": "header_cell_0_0_1", "text": "Year"},
            ],
            "sections": [],
            "cell": {
                "table": 0,
                "name": "Table 1",
                "row": 2,
                "column": 1,
                "rowLabel": "",
                "columnLabel": "Year",
                "number": "1901",
            },
            "place": 11,
        }
    ]


def test_what_is_no_element_is_refused(taken: TakenClaim, client: Client) -> None:
    answer = post(client, taken, "verify-elements", {"elements": [CELL, "nonsense"]})
    assert answer.status_code == 400


# --- confirming -----------------------------------------------------------------------------------


def test_the_review_shows_the_sets_as_a_stranger_reads_them(
    taken: TakenClaim, client: Client
) -> None:
    sent = given(verdict="refuted", answer="yes", sets=[[CELL, S1], [CELL]])
    html = post(client, taken, "verify-confirm", sent).json()["html"]
    assert html.index("story number 1") < html.index(">1901<")
    assert "Year" in html
    assert "All of set 2 is in set 1 too" in html
    assert "Refuted" in html
    assert "Other" in html


def test_the_review_lists_all_that_is_missing(taken: TakenClaim, client: Client) -> None:
    response = post(client, taken, "verify-confirm", given(verdict="", tags={}, sets=[]))
    answer = refused(response, 422, "missing")
    assert answer["problems"] == [
        {"at": "set:1", "message": "Choose evidence."},
        {"at": "verdict", "message": "Choose a verdict."},
        {"at": "challenge", "message": "Choose the challenge."},
    ]


# --- submitting -----------------------------------------------------------------------------------


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
