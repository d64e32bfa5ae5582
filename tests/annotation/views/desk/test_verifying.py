"""The verification desk over HTTP: what it shows, of what it reads and confirms."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import lxml.html
import pytest
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
    Draft,
    Verification,
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
)

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
