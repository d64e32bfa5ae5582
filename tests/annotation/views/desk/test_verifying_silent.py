"""Silent gold that is lost, freed, skipped, reported or paused answers as a claim does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from annotation.models import Assignment, Attempt, Skip
from annotation.services.review import undoing
from annotation.services.verifying import queue
from tests.annotation.silent_world import make_silent, mixed
from tests.annotation.verifying_world import PAGE, Desk, judgement, make_desk, submit_confirmed
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
GIVEN = {
    "verdict": "supported",
    "tags": {"challenge": "other"},
    "sets": [[{"page": PAGE, "address": "sentence_1"}]],
    "answer": "",
    "note": "",
}
SENT = ["verify-confirm", "verify-submit", "verify-skip", "verify-report", "verify-pause"]
FORMS = {
    "verify-skip": {"reason": "too_hard"},
    "verify-report": {"reasons": ["ambiguous"]},
    "verify-pause": {},
}


def take_kind(desk: Desk, person: User, purpose: str) -> Attempt:
    """Verify until the person holds an item of this kind."""
    while True:
        taken = queue.take_claim(campaign=desk.campaign, annotator=person, now=timezone.now())
        if taken.attempt.purpose == purpose:
            return taken.attempt
        submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=timezone.now())


def send(client: Client, attempt: Attempt, name: str) -> tuple[str, int, str]:
    """Send what the desk sends; return what comes back, without ids."""
    address = reverse(name, args=[attempt.public_id])
    if name in FORMS:
        response = client.post(address, FORMS[name])
    else:
        response = client.post(address, json.dumps(GIVEN), content_type="application/json")
    body = response.content.decode() if name != "verify-confirm" else ""
    return name, response.status_code, _ID.sub("", body)


def lose(desk: Desk, client: Client, attempt: Attempt) -> None:
    Assignment.with_checks.filter(pk=attempt.in_slot).update(lease_until=NOW)
    other = take_kind(desk, desk.verifiers[1], "verify")
    submit_confirmed(attempt=other, judgement=judgement(), now=timezone.now())
    attempt.refresh_from_db()
    assert attempt.outcome == "lost"


def free(desk: Desk, client: Client, attempt: Attempt) -> None:
    slot = Assignment.with_checks.get(pk=attempt.in_slot)
    queue.free_claim(assignment=slot, actor=desk.manager, now=timezone.now())


def skip(desk: Desk, client: Client, attempt: Attempt) -> None:
    assert send(client, attempt, "verify-skip")[1] == 200


def report(desk: Desk, client: Client, attempt: Attempt) -> None:
    assert send(client, attempt, "verify-report")[1] == 200


def pause(desk: Desk, client: Client, attempt: Attempt) -> None:
    assert send(client, attempt, "verify-pause")[1] == 200


def undo(desk: Desk, client: Client, attempt: Attempt) -> None:
    skip(desk, client, attempt)
    undoing.undo_skip(
        skip=Skip.objects.get(attempt=attempt), actor=desk.manager, now=timezone.now()
    )


@pytest.mark.parametrize("happens", [lose, free, skip, report, pause, undo])
def test_gold_answers_as_a_claim_whatever_happened_to_it(
    log_in: LogIn, happens: Callable[[Desk, Client, Attempt], None]
) -> None:
    desk = make_desk(highlights_written=2, verifiers=2, protocol=mixed())
    make_silent(desk, 4)
    client = log_in(desk.verifier)
    received = []
    for purpose in ("silent", "verify"):
        attempt = take_kind(desk, desk.verifier, purpose)
        happens(desk, client, attempt)
        page = client.get(reverse("verifying-desk", args=[attempt.public_id]))
        received.append(
            [("desk", page.status_code), *(send(client, attempt, name) for name in SENT)]
        )
    assert received[0] == received[1]
