"""The list of disagreements, and what the bench answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import Role
from annotation.models import Adjudication, Attempt, Claim, Verification
from annotation.services.review import adjudications
from campaigns.models import Membership
from tests.annotation.disagreeing import FIRST, add_manager, disagree, rule, ruling_for
from tests.annotation.verifying_world import Desk, element, judgement, make_desk, verified_by
from tests.people import NOW
from tests.translation.pseudo import pseudo_language, stored_texts, untranslated

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]
BODY = {
    "verdict": "supported",
    "answer": "",
    "tags": {"challenge": "other"},
    "sets": [[{"page": "River 003", "address": "sentence_1"}]],
    "note": "",
    "numbers": [1],
}


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(2))


@pytest.fixture
def claim(desk: Desk) -> Claim:
    return disagree(desk)


def bench(desk: Desk, claim: Claim, person: User | None = None) -> Attempt:
    return adjudications.open_bench(claim=claim, adjudicator=person or desk.manager, now=NOW)


def list_of(client: Client, desk: Desk, **query: str) -> str:
    response = client.get(reverse("adjudication", args=[desk.campaign.public_id]), query)
    assert response.status_code == 200
    return response.content.decode()


def decide(client: Client, attempt: Attempt, ruling: dict[str, str]) -> Any:
    confirming = reverse("verify-confirm", args=[attempt.public_id])
    assert client.post(confirming, BODY, content_type="application/json").status_code == 200
    address = reverse("bench-decide", args=[attempt.public_id])
    return client.post(address, {"judgement": BODY, **ruling}, content_type="application/json")


def plain(claim: Claim, **changes: str) -> dict[str, str]:
    ruling = ruling_for(claim)
    given = {"cause": "slip", "comment": "", "seen": ruling.seen, "replaces": ruling.replaces}
    return given | changes


def test_the_list_shows_what_waits_and_what_is_decided(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    assert claim.text in list_of(client, desk)
    assert claim.text not in list_of(client, desk, state="decided")
    assert claim.text not in list_of(client, desk, about="evidence")
    assert "Nothing in this list matches." in list_of(client, desk, words="no such words")
    rule(bench(desk, claim), judgement(), cause="slip")
    assert claim.text not in list_of(client, desk)
    decided = list_of(client, desk, state="decided", cause="slip")
    assert claim.text in decided
    assert "Decide again" in decided
    assert claim.text not in list_of(client, desk, state="decided", cause="miscounting")


def test_evidence_with_nothing_in_common_is_listed_if_asked_for(desk: Desk, log_in: LogIn) -> None:
    claim = disagree(desk, FIRST, judgement([element("sentence_3")]))
    client = log_in(desk.manager)
    assert claim.text not in list_of(client, desk)
    assert claim.text in list_of(client, desk, about="evidence")


def test_the_next_one_opens_the_bench_and_wraps_around(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    take = reverse("adjudication-next", args=[desk.campaign.public_id])
    response = client.post(take)
    attempt = Attempt.objects.get(purpose="adjudication")
    assert response.headers["Location"] == reverse("verifying-desk", args=[attempt.public_id])
    # There is no other: the one that was left is no next one.
    again = client.post(f"{take}?after={claim.public_id}")
    assert again.headers["Location"].endswith("/adjudication/?about=verdict")
    assert client.post(f"{take}?after=nonsense").status_code == 302


def test_one_s_own_work_is_refused_in_words(desk: Desk, claim: Claim, log_in: LogIn) -> None:
    person = desk.verifiers[0]
    Membership.objects.filter(user=person).update(role=Role.MANAGER, verifies_claims=False)
    client = log_in(person)
    assert "Your own work: others decide" in list_of(client, desk)
    address = reverse("adjudication-open", args=[desk.campaign.public_id, claim.public_id])
    response = client.post(address)
    assert [str(one) for one in get_messages(response.wsgi_request)] == [
        "You wrote or verified this claim, so somebody else must decide."
    ]
    assert not Attempt.objects.filter(purpose="adjudication").exists()


def test_the_bench_names_nobody_and_says_nothing_untranslated(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    other = add_manager(desk)
    bench(desk, claim, other)
    attempt = bench(desk, claim)
    client = log_in(desk.manager)
    with pseudo_language():
        response = client.get(reverse("verifying-desk", args=[attempt.public_id]))
    page = response.content.decode()
    assert untranslated(page, stored_texts()) == []
    assert "Milo" in page
    for person in (*desk.verifiers[:2], desk.writer):
        assert person.name not in page
    assert str(Verification.objects.filter(purpose="verify")[0].public_id) not in page


def test_a_decision_answers_with_the_way_to_the_next(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    attempt = bench(desk, claim)
    response = decide(log_in(desk.manager), attempt, plain(claim))
    campaign = desk.campaign.public_id
    assert (response.status_code, response.json()) == (
        200,
        {
            "next": f"/campaigns/{campaign}/adjudication/",
            "take": f"/campaigns/{campaign}/adjudication/next/?after={claim.public_id}",
        },
    )
    assert Adjudication.objects.get().cause == "slip"


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"cause": ""}, 422, "Choose why they disagree."),
        ({"cause": "other"}, 422, "“Something else” needs a comment, of at most 1000 characters."),
        ({"seen": "old"}, 409, "The claim or one of its verifications has changed."),
        ({"replaces": "another"}, 409, "The decision about this claim has been undone by now."),
    ],
)
def test_what_is_refused_says_why_and_nothing_is_stored(
    desk: Desk, claim: Claim, log_in: LogIn, changes: dict[str, str], status: int, said: str
) -> None:
    attempt = bench(desk, claim)
    response = decide(log_in(desk.manager), attempt, plain(claim, **changes))
    assert response.status_code == status
    assert response.json()["message"].startswith(said)
    assert not Adjudication.objects.exists()
    attempt.refresh_from_db()
    assert attempt.outcome == Attempt.Outcome.OPEN


def test_the_second_of_two_managers_is_told_who_decided(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    other = add_manager(desk)
    mine, shown = bench(desk, claim), plain(claim)
    rule(bench(desk, claim, other), judgement())
    client = log_in(desk.manager)
    response = decide(client, mine, shown)
    assert (response.status_code, response.json()["reload"]) == (409, True)
    assert response.json()["message"].startswith("Milo has decided about this claim by now")
    state = reverse("bench-state", args=[mine.public_id])
    assert client.get(state, shown).json() == {"changed": True}
    assert client.get(state, plain(claim)).json() == {"changed": False}
    assert Adjudication.objects.count() == 1


def test_a_body_that_does_not_fit_is_refused(desk: Desk, claim: Claim, log_in: LogIn) -> None:
    attempt = bench(desk, claim)
    address = reverse("bench-decide", args=[attempt.public_id])
    client = log_in(desk.manager)
    for body in ("", "[]", json.dumps({"judgement": BODY, "cause": 7})):
        assert client.post(address, body, content_type="application/json").status_code == 400
    assert not Adjudication.objects.exists()


def test_the_desk_s_own_ways_out_are_not_those_of_the_bench(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    attempt = bench(desk, claim)
    client = log_in(desk.manager)
    for name, status in (("submit", 404), ("skip", 409), ("report", 409)):
        address = reverse(f"verify-{name}", args=[attempt.public_id])
        assert client.post(address, BODY, content_type="application/json").status_code == status
    assert not Adjudication.objects.exists()
    assert not Verification.objects.filter(purpose="adjudication").exists()


def test_all_wrong_and_bad_claim_are_posted_as_forms(
    desk: Desk, claim: Claim, log_in: LogIn
) -> None:
    attempt = bench(desk, claim)
    client = log_in(desk.manager)
    report = reverse("bench-report", args=[attempt.public_id])
    refused = client.post(report, plain(claim))
    assert refused.status_code == 422
    reject = reverse("bench-reject", args=[attempt.public_id])
    assert client.post(reject, plain(claim)).status_code == 200
    assert Adjudication.objects.get().outcome == "all_wrong"
    again = bench(desk, claim)
    given = {**plain(claim), "reasons": ["ambiguous"]}
    assert client.post(report, given).status_code == 200
    assert again == attempt
    assert Adjudication.objects.filter(superseded_at=None).get().outcome == "bad_claim"
