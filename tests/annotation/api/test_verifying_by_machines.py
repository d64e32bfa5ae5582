"""Machines through the API: the same requests as people's scripts, marked and kept apart."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Attempt, Verification
from core.api.scopes import Scope
from tests.annotation.api.clients import client_of, get, plain, post, refusal
from tests.annotation.machines import add_machine, take_as_machine, verify_as_machine
from tests.annotation.verifying_world import Desk, judgement, take, verify

pytestmark = pytest.mark.django_db


def machine_client(desk: Desk) -> tuple[Client, User]:
    machine = add_machine(desk)
    return client_of(machine, Scope.ANNOTATE), machine


def take_at(desk: Desk) -> str:
    return f"campaigns/{desk.campaign.public_id}/verify"


def test_a_machine_verifies_with_the_same_requests(desk: Desk) -> None:
    first = verify(desk)
    client, machine = machine_client(desk)
    taken = post(client, take_at(desk)).json()
    assert (taken["claim"], taken["lease_until"]) == (first.claim.text, None)
    at = f"attempts/{taken['attempt']}"
    token = post(client, f"{at}/confirm", judgement()).json()["confirmation"]
    stored = post(client, f"{at}/submit", {"confirmation": token, "judgement": judgement()})
    verification = Verification.objects.get(annotator=machine)
    assert stored.json() == {
        "id": str(verification.public_id),
        "version": 1,
        "unconfirmed": False,
    }
    assert refusal(post(client, take_at(desk))) == (409, "nothing_to_verify")


@pytest.mark.parametrize("sent", [{}, {"confirmation": "x"}])
def test_without_the_token_it_is_stored_as_unconfirmed(desk: Desk, sent: dict[str, str]) -> None:
    verify(desk)
    client, machine = machine_client(desk)
    at = f"attempts/{post(client, take_at(desk)).json()['attempt']}"
    # It was confirmed, but the token is not there.
    post(client, f"{at}/confirm", judgement())
    stored = post(client, f"{at}/submit", {"judgement": plain(judgement()), **sent})
    assert (stored.status_code, stored.json()["unconfirmed"]) == (200, True)
    assert Verification.objects.get(annotator=machine).is_unconfirmed


def test_faults_of_a_machine_are_told_and_nothing_is_stored(desk: Desk) -> None:
    verify(desk)
    client, machine = machine_client(desk)
    at = f"attempts/{post(client, take_at(desk)).json()['attempt']}"
    wrong = judgement(verdict="perhaps")
    for path, body in ((f"{at}/confirm", wrong), (f"{at}/submit", {"judgement": wrong})):
        assert refusal(post(client, path, body)) == (422, "judgement_refused")
    assert not Verification.objects.filter(annotator=machine).exists()


def test_a_machine_skips_but_neither_reports_nor_corrects(desk: Desk) -> None:
    verify(desk)
    client, machine = machine_client(desk)
    at = f"attempts/{post(client, take_at(desk)).json()['attempt']}"
    assert refusal(post(client, f"{at}/report", {"reasons": ["ambiguous"]})) == (409, "outside")
    assert post(client, f"{at}/pause").status_code == 200
    skipped = post(client, f"{at}/skip", {"reason": "other", "text": "No model."})
    assert skipped.json()["outcome"] == "skipped"
    verify(desk)
    done = verify_as_machine(desk, machine)
    reopened = post(client, f"verifications/{done.public_id}/reopen")
    assert refusal(reopened) == (409, "final")


def test_a_machine_neither_writes_nor_is_calibrated(desk: Desk) -> None:
    client, _machine = machine_client(desk)
    base = f"campaigns/{desk.campaign.public_id}"
    for path in ("write", "calibration/write", "calibration/verify"):
        assert post(client, f"{base}/{path}").status_code == 403
    assert not Attempt.objects.filter(annotator__is_machine=True).exists()


def test_a_persons_token_takes_nothing_of_a_machine(desk: Desk) -> None:
    verify(desk)
    machine = add_machine(desk)
    at = f"attempts/{take_as_machine(desk, machine).public_id}"
    for person in (desk.verifiers[1], desk.manager, desk.writer):
        client = client_of(person)
        assert refusal(get(client, at)) == (404, "not_found")
        assert refusal(post(client, f"{at}/submit", {"judgement": judgement()})) == (
            404,
            "not_found",
        )
    own = f"attempts/{take(desk, desk.verifiers[1]).attempt.public_id}"
    client = client_of(machine, Scope.ANNOTATE)
    assert refusal(get(client, own)) == (404, "not_found")
    assert not Verification.objects.filter(annotator=machine).exists()


def test_a_machine_is_blind_to_what_people_said(desk: Desk) -> None:
    verification = verify(desk)
    client, _machine = machine_client(desk)
    taken = post(client, take_at(desk))
    assert desk.verifier.username not in taken.content.decode()
    assert set(taken.json()) == {
        *("attempt", "campaign", "corpus", "claim", "verdicts", "asked"),
        *("lease_until", "is_correction", "draft"),
    }
    assert refusal(get(client, f"verifications/{verification.public_id}")) == (404, "not_found")
    base = f"campaigns/{desk.campaign.public_id}"
    for path in (f"claims/{verification.claim.public_id}", "verifications", "members"):
        assert refusal(get(client, f"{base}/{path}"))[0] == 403


def test_managers_find_what_machines_said_marked_and_apart(desk: Desk) -> None:
    person = verify(desk)
    machine = add_machine(desk)
    done = verify_as_machine(desk, machine, confirms=False)
    base = f"campaigns/{desk.campaign.public_id}"
    manager = client_of(desk.manager, Scope.READ)
    (of_people,) = get(manager, f"{base}/verifications").json()["results"]
    (found,) = get(manager, f"{base}/verifications", annotator_kind="machine").json()["results"]
    assert (of_people["id"], of_people["person"]["is_machine"]) == (str(person.public_id), False)
    assert (found["id"], found["is_unconfirmed"]) == (str(done.public_id), True)
    assert found["person"] == {
        "id": str(machine.public_id),
        "name": "Model 1 (machine)",
        "is_machine": True,
    }
    record = get(manager, f"{base}/claims/{done.claim.public_id}").json()
    marks = [
        (one["purpose"], one["person"]["is_machine"], one["is_unconfirmed"])
        for one in record["verifications"]
    ]
    assert marks == [("verify", False, False), ("machine", True, True)]
    wrong = get(manager, f"{base}/verifications", annotator_kind="cat")
    assert wrong.status_code in (400, 422)


def test_a_machine_lists_its_own_work(desk: Desk) -> None:
    verify(desk)
    machine = add_machine(desk)
    done = verify_as_machine(desk, machine, confirms=False)
    client = client_of(machine, Scope.READ)
    mine = get(client, f"campaigns/{desk.campaign.public_id}/verifications/mine").json()
    (own,) = mine["results"]
    assert (own["verification"], own["is_unconfirmed"]) == (str(done.public_id), True)
    read = get(client, f"verifications/{done.public_id}").json()
    assert (read["claim"], len(read["versions"])) == (None, 1)
