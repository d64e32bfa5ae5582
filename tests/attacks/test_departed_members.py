"""People who were removed from a campaign, or given another task, while they worked."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Assignment, Attempt, Draft, Highlight, Interaction, Verification
from annotation.services.campaign import departures
from annotation.services.writing import highlights
from campaigns.models import Membership
from core.models import AuditEntry
from tests.annotation.verifying_world import Desk, judgement, make_desk, submit_reviewed, take
from tests.people import NOW

LogIn = Callable[[User], Client]


@pytest.fixture
def desk(db: None) -> Desk:
    return make_desk()


def leave(person: User) -> None:
    Membership.objects.filter(user=person).delete()


def become_writer(person: User) -> None:
    Membership.objects.filter(user=person).update(writes_claims=True, verifies_claims=False)


@pytest.mark.parametrize("depart", [leave, become_writer])
def test_a_verifier_without_the_task_finds_no_desk(
    log_in: LogIn, desk: Desk, depart: Callable[[User], None]
) -> None:
    attempt = take(desk).attempt
    client = log_in(desk.verifier)
    assert client.get(f"/verify/{attempt.public_id}/").status_code == 200
    depart(desk.verifier)
    lease = Assignment.objects.get(attempts=attempt).lease_until
    for path in ("", "review/", "submit/", "skip/", "report/", "pause/", "leave/", "elements/"):
        answer = client.post(f"/verify/{attempt.public_id}/{path}", "{}", "application/json")
        assert answer.status_code in (404, 405), path
    assert client.get(f"/verify/{attempt.public_id}/").status_code == 404
    body = json.dumps({"stream": str(attempt.public_id), "acts": [], "draft": None})
    for path in ("sync/", "question/"):
        answer = client.post(f"/desk/{attempt.public_id}/{path}", body, "application/json")
        assert answer.status_code == 404, path
    for path in ("page/", "search/", "suggest/", "guidelines/"):
        assert client.get(f"/desk/{attempt.public_id}/{path}").status_code == 404, path
    assert Assignment.objects.get(attempts=attempt).lease_until == lease
    assert not Verification.objects.exists()
    assert not Draft.objects.filter(attempt=attempt).exists()
    assert Interaction.objects.filter(attempt=attempt).count() == 1


def test_a_removed_verifier_reopens_nothing(log_in: LogIn, desk: Desk) -> None:
    taken = take(desk)
    made = submit_reviewed(attempt=taken.attempt, judgement=judgement(), now=NOW)
    client = log_in(desk.verifier)
    leave(desk.verifier)
    assert client.post(f"/verifications/{made.public_id}/reopen/").status_code == 404
    assert Attempt.objects.get(pk=taken.attempt.pk).outcome == Attempt.Outcome.SUBMITTED


def test_a_removed_writer_writes_and_corrects_nothing(log_in: LogIn, desk: Desk) -> None:
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
    client = log_in(desk.writer)
    claim = desk.campaign.claims.order_by("pk")[0]
    leave(desk.writer)
    assert client.get(f"/write/{taken.attempt.public_id}/").status_code == 404
    assert client.post(f"/write/{taken.attempt.public_id}/submit/").status_code == 404
    assert client.get(f"/claims/{claim.public_id}/correct/").status_code == 404
    assert client.post(f"/claims/{claim.public_id}/correct/", {}).status_code == 404


def test_what_a_removed_person_held_goes_to_the_next(desk: Desk) -> None:
    held_claim = take(desk)
    held_highlight = highlights.take_highlight(
        campaign=desk.campaign, annotator=desk.writer, now=NOW
    )
    assert departures.free_abandoned_items(now=NOW) == 0
    leave(desk.verifier)
    leave(desk.writer)
    assert departures.free_abandoned_items(now=NOW) == 2
    slot = Assignment.objects.get(pk=held_claim.assignment.pk)
    assert (slot.state, slot.holder) == (Assignment.State.WAITING, None)
    highlight = Highlight.objects.get(pk=held_highlight.highlight.pk)
    assert (highlight.state, highlight.holder) == (Highlight.State.WAITING, None)
    outcomes = Attempt.objects.filter(pk__in=[held_claim.attempt.pk, held_highlight.attempt.pk])
    assert set(outcomes.values_list("outcome", flat=True)) == {Attempt.Outcome.LOST}
    actions = AuditEntry.objects.filter(action__endswith=".freed").values_list("actor", flat=True)
    assert list(actions) == [None, None]
    assert departures.free_abandoned_items(now=NOW) == 0
