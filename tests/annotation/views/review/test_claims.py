"""The pages on which managers review claims, and what their writers read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from annotation.models import Claim, ClaimReview
from campaigns.services.archiving import archive_campaign
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(1))


@pytest.fixture
def claim(desk: Desk) -> Claim:
    return Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]


def decide(client: Client, claim: Claim, query: str = "", **data: str) -> HttpResponse:
    address = reverse("review-decide", args=[claim.campaign.public_id, claim.public_id])
    response = client.post(f"{address}{query}", {"version": "1", "seen": "", **data})
    assert isinstance(response, HttpResponse)
    return response


def said(response: HttpResponse) -> list[str]:
    return [str(one) for one in get_messages(response.wsgi_request)]  # type: ignore[attr-defined]


def test_the_list_is_filtered_by_writer_and_state(desk: Desk, claim: Claim, log_in: LogIn) -> None:
    client = log_in(desk.manager)
    address = reverse("review", args=[desk.campaign.public_id])
    page = client.get(address, {"writer": str(desk.writer.public_id)})
    assert len(page.context["list"].page) == 3
    assert f"?writer={desk.writer.public_id}" in page.content.decode()
    decide(client, claim, decision="returned", comment="Not a sentence.")
    assert len(client.get(address).context["list"].page) == 2
    returned = client.get(address, {"state": "returned"}).content.decode()
    assert "Not a sentence." in returned
    assert claim.text in returned


def test_a_claim_is_shown_with_its_prescription_highlight_and_siblings(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    verify(desk)
    client = log_in(desk.manager)
    shown = client.get(reverse("review-claim", args=[desk.campaign.public_id, claim.public_id]))
    page = shown.content.decode()
    assert claim.text in page
    assert 'data-marked="highlight"' in page
    assert "Other claims from this highlight" in page
    assert shown.context["left"] == 3


def test_a_decision_leads_to_the_next_claim_of_the_same_writer(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    query = f"?writer={desk.writer.public_id}"
    done = decide(client, claim, query, decision="accepted")
    following = client.get(done.headers["Location"])
    second = Claim.objects.filter(campaign=desk.campaign).order_by("pk")[1]
    assert following.headers["Location"] == (
        reverse("review-claim", args=[desk.campaign.public_id, second.public_id]) + query
    )
    ClaimReview.objects.all().delete()
    Claim.objects.update(state=Claim.State.WITHDRAWN)
    end = client.get(done.headers["Location"])
    assert end.headers["Location"] == reverse("review", args=[desk.campaign.public_id]) + query


def test_what_is_refused_says_why_and_keeps_the_comment(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    missing = decide(client, claim, decision="returned", comment=" ")
    assert missing.status_code == 422
    assert "say why in at most 1000 characters" in missing.content.decode()
    decide(client, claim, decision="accepted")
    late = decide(client, claim, decision="returned", comment="Too long a sentence.")
    assert late.status_code == 422
    assert (
        "Mara Manager has already reviewed this claim. Your decision was not saved."
        in late.content.decode()
    )
    assert "Too long a sentence.</textarea>" in late.content.decode()
    unknown = decide(client, claim, decision="praised")
    assert unknown.status_code == 422
    assert [one.decision for one in ClaimReview.objects.all()] == ["accepted"]


def test_the_writer_is_told_on_the_home_page_and_corrects(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    decide(log_in(desk.manager), claim, decision="returned", comment="Which bridge?")
    client = log_in(desk.writer)
    home = client.get(reverse("home")).content.decode()
    assert "A manager returned 1 claim of yours with a comment." in home
    mine = reverse("my-claims", args=[desk.campaign.public_id])
    listed = client.get(mine, {"state": "returned"})
    assert [row.claim for row in listed.context["rows"]] == [claim]
    assert "Which bridge?" in listed.content.decode()
    correct = reverse("claim-correct", args=[claim.public_id])
    page = client.get(correct).content.decode()
    assert "Mara Manager returned this claim to you" in page
    assert "Which bridge?" in page
    assert "Withdraw claim" in page
    assert "Send back as it is" not in page


def test_the_writer_withdraws_and_is_told_when_it_is_too_late(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    decide(log_in(desk.manager), claim, decision="returned", comment="Which bridge?")
    client = log_in(desk.writer)
    withdraw = reverse("claim-withdraw", args=[claim.public_id])
    assert said(client.post(withdraw)) == ["The claim is withdrawn."]  # type: ignore[arg-type]
    again = client.post(withdraw)
    assert said(again)[-1] == (  # type: ignore[arg-type]
        "This claim is not waiting for you any more. Nothing was changed."
    )
    keep = client.post(reverse("claim-keep", args=[claim.public_id]))
    assert said(keep)[-1].startswith("This claim is not waiting")  # type: ignore[arg-type]
    claim.refresh_from_db()
    assert claim.state == Claim.State.WITHDRAWN


def test_another_person_s_claim_is_not_there(desk: Desk, claim: Claim, log_in: LogIn) -> None:
    decide(log_in(desk.manager), claim, decision="returned", comment="Which bridge?")
    client = log_in(desk.verifier)
    for name in ("claim-withdraw", "claim-keep"):
        assert client.post(reverse(name, args=[claim.public_id])).status_code == 404
    claim.refresh_from_db()
    assert claim.state == Claim.State.RETURNED


def test_in_an_archived_campaign_a_claim_is_shown_without_the_form(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    archive_campaign(campaign=desk.campaign, actor=desk.manager, now=NOW)
    client = log_in(desk.manager)
    address = reverse("review-claim", args=[desk.campaign.public_id, claim.public_id])
    page = client.get(address).content.decode()
    assert claim.text in page
    assert "This campaign is archived." in page
    assert 'name="decision"' not in page


@pytest.mark.parametrize("version", ["", "x", "-1", "1.5", "99999999999999999999", "²"])
def test_a_decision_without_the_version_that_was_shown_is_refused(
    desk: Desk, claim: Claim, log_in: LogIn, version: str
) -> None:
    response = decide(log_in(desk.manager), claim, decision="accepted", version=version)
    assert response.status_code == 422
    assert not ClaimReview.objects.exists()
