"""People who were removed from a campaign, or given another task, while they worked."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.roles import Role
from accounts.services import demo_accounts, people
from annotation.models import (
    Adjudication,
    Appeal,
    Assignment,
    Attempt,
    Draft,
    Gold,
    Highlight,
    Interaction,
    PhaseItem,
    Qualification,
    RoundState,
    ScreeningAnswer,
    ScreeningText,
    TaskName,
    Verification,
)
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration import phases, screening
from annotation.services.calibration.gold import GoldDescription
from annotation.services.campaign import departures
from annotation.services.review import adjudications
from annotation.services.verifying import queue, reopening
from annotation.services.verifying.free_slots import HELD_STATES
from annotation.services.writing import highlights
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Membership
from campaigns.services import archiving, memberships
from core.models import AuditEntry
from tests.annotation.calibration_world import make_ground, verify_item
from tests.annotation.calibration_world import take as take_item
from tests.annotation.disagreeing import disagree
from tests.annotation.screening_world import add_material, answer_all, begin, turn_on
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
)
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
    for path in ("", "confirm/", "submit/", "skip/", "report/", "pause/", "leave/", "elements/"):
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
    made = submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=NOW)
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


def membership_of(person: User) -> Membership:
    return Membership.objects.get(user=person)


def remove(person: User, manager: User) -> None:
    memberships.remove_member(membership=membership_of(person), actor=manager, now=NOW)


def demote(person: User, manager: User) -> None:
    """Make somebody a researcher, who neither writes nor verifies."""
    memberships.change_member_role(
        membership=membership_of(person),
        member_role=MEMBER_ROLES["researcher"],
        actor=manager,
        now=NOW,
    )


def deactivate(person: User, manager: User) -> None:
    """Deactivate an account, as an administrator does it."""
    User.objects.filter(pk=manager.pk).update(is_administrator=True)
    people.deactivate_person(person=person, actor=manager, now=NOW)


@pytest.mark.postgres
@pytest.mark.parametrize("depart", [remove, demote, deactivate])
def test_what_a_departed_person_held_is_free_at_once(
    desk: Desk, depart: Callable[[User, User], None]
) -> None:
    held_claim = take(desk)
    held_highlight = highlights.take_highlight(
        campaign=desk.campaign, annotator=desk.writer, now=NOW
    )
    depart(desk.verifier, desk.manager)
    depart(desk.writer, desk.manager)
    slot = Assignment.objects.get(pk=held_claim.assignment.pk)
    assert (slot.state, slot.holder) == (Assignment.State.WAITING, None)
    highlight = Highlight.objects.get(pk=held_highlight.highlight.pk)
    assert (highlight.state, highlight.holder) == (Highlight.State.WAITING, None)
    outcomes = Attempt.objects.filter(pk__in=[held_claim.attempt.pk, held_highlight.attempt.pk])
    assert set(outcomes.values_list("outcome", flat=True)) == {Attempt.Outcome.LOST}
    freed = AuditEntry.objects.filter(action__endswith=".freed").values_list("actor", flat=True)
    assert list(freed) == [desk.manager.pk] * 2
    # Nothing is left for the chore.
    assert departures.free_abandoned_items(now=NOW) == 0


def test_who_keeps_the_task_keeps_the_item(desk: Desk) -> None:
    taken = take(desk)
    memberships.change_member_role(
        membership=membership_of(desk.verifier),
        member_role=MEMBER_ROLES["annotator"],
        actor=desk.manager,
        now=NOW,
    )
    slot = Assignment.objects.get(pk=taken.assignment.pk)
    assert (slot.state, slot.holder) == (Assignment.State.HELD, desk.verifier)


@pytest.mark.parametrize("depart", [remove, deactivate])
def test_a_paused_claim_and_an_open_correction_end_with_the_departure(
    desk: Desk, depart: Callable[[User, User], None]
) -> None:
    made = submit_confirmed(attempt=take(desk).attempt, judgement=judgement(), now=NOW)
    reopening.reopen_verification(verification=made, actor=desk.verifier, now=NOW)
    paused = take(desk)
    queue.pause_claim(attempt=paused.attempt, now=NOW)
    depart(desk.verifier, desk.manager)
    assert not Assignment.objects.filter(holder=desk.verifier, state__in=HELD_STATES).exists()
    made.refresh_from_db()
    assert (made.number, made.attempt.outcome) == (1, Attempt.Outcome.SUBMITTED)


def test_accounts_that_end_with_the_demonstration_hold_nothing_more(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_accounts, "open_demo_accounts", lambda: [desk.verifier])
    slot = take(desk).assignment
    assert demo_accounts.disable_demo_accounts(now=NOW) == 1
    slot.refresh_from_db()
    assert (slot.state, slot.holder) == (Assignment.State.WAITING, None)


def test_the_chore_frees_what_deactivated_people_hold(desk: Desk) -> None:
    take(desk)
    assert departures.free_abandoned_items(now=NOW) == 0
    User.objects.filter(pk=desk.verifier.pk).update(is_active=False)
    assert departures.free_abandoned_items(now=NOW) == 1
    assert AuditEntry.objects.get(action="claim.freed").actor is None
    assert departures.free_abandoned_items(now=NOW) == 0


def test_what_is_archived_stays_as_it_is_until_the_campaign_is_restored(desk: Desk) -> None:
    held_claim = take(desk)
    held_highlight = highlights.take_highlight(
        campaign=desk.campaign, annotator=desk.writer, now=NOW
    )
    archiving.archive_campaign(campaign=desk.campaign, actor=desk.manager, now=NOW)
    for person in (desk.verifier, desk.writer):
        deactivate(person, desk.manager)
    assert departures.free_abandoned_items(now=NOW) == 0
    slot = Assignment.objects.get(pk=held_claim.assignment.pk)
    assert (slot.state, slot.holder) == (Assignment.State.HELD, desk.verifier)
    highlight = Highlight.objects.get(pk=held_highlight.highlight.pk)
    assert (highlight.state, highlight.holder) == (Highlight.State.HELD, desk.writer)
    archiving.restore_campaign(campaign=desk.campaign, actor=desk.manager, now=NOW)
    assert departures.free_abandoned_items(now=NOW) == 2


def test_a_departed_verifier_no_longer_reads_their_verification(log_in: LogIn, desk: Desk) -> None:
    made = submit_confirmed(attempt=take(desk).attempt, judgement=judgement(), now=NOW)
    client = log_in(desk.verifier)
    address = f"/verifications/{made.public_id}/"
    assert client.get(address).status_code == 200
    # Without the task they read what they did, and change nothing.
    become_writer(desk.verifier)
    assert client.get(address).status_code == 200
    assert client.post(f"{address}reopen/").status_code == 404
    leave(desk.verifier)
    assert client.get(address).status_code == 404


def lose_tasks(person: User) -> None:
    researcher = {"role": Role.RESEARCHER, "writes_claims": False, "verifies_claims": False}
    Membership.objects.filter(user=person).update(**researcher)


@pytest.mark.parametrize("depart", [leave, lose_tasks])
def test_a_candidate_without_the_task_finds_neither_desk_nor_feedback(
    log_in: LogIn, db: None, depart: Callable[[User], None]
) -> None:
    ground = make_ground()
    verify_item(ground)
    made = verify_item(ground)
    writing = take_item(ground, TaskName.WRITE)
    phase = Qualification.objects.get(candidacy__task=TaskName.VERIFY)
    item = PhaseItem.objects.filter(qualification=phase).order_by("position")[0]
    client = log_in(ground.candidate)
    assert client.get(f"/calibration/{phase.public_id}/").status_code == 200
    assert client.get(f"/write/{writing.public_id}/").status_code == 200
    depart(ground.candidate)
    assert client.get(f"/calibration/{phase.public_id}/").status_code == 404
    assert client.post(f"/calibration/items/{item.public_id}/read/").status_code == 404
    sent = client.post(f"/calibration/items/{item.public_id}/appeal/", {"text": "No."})
    assert sent.status_code == 404
    assert client.get(f"/write/{writing.public_id}/").status_code == 404
    assert client.post(f"/write/{writing.public_id}/submit/").status_code == 404
    assert client.post(f"/verifications/{made.public_id}/reopen/").status_code == 404
    for path in ("calibration/verify/", "calibration/write/"):
        refused = client.post(f"/campaigns/{ground.campaign.public_id}/{path}")
        assert refused.status_code in (403, 404), path
    # Nor does a request that was let in just before.
    with pytest.raises(phases.NotACandidateError):
        phases.read_feedback(item=item, now=NOW)
    with pytest.raises(phases.NotACandidateError):
        phases.appeal(item=item, text="No.", now=NOW)
    item.refresh_from_db()
    assert item.read_at is None
    assert not Appeal.objects.exists()


@pytest.mark.parametrize("depart", [leave, lose_tasks])
def test_a_candidate_without_the_task_goes_no_further_in_screening(
    log_in: LogIn, db: None, depart: Callable[[User], None]
) -> None:
    ground = make_ground()
    add_material(ground)
    turn_on(ground)
    asked = begin(ground, TaskName.VERIFY)
    writing = answer_all(begin(ground, TaskName.WRITE), right=5)
    answered = ScreeningAnswer.objects.count()
    client = log_in(ground.candidate)
    assert client.get(f"/screening/{asked.public_id}/").status_code == 200
    assert client.get(f"/screening/{writing.public_id}/").status_code == 200
    depart(ground.candidate)
    texts = {"summary": "The Aare flows.", "mutation": "The Aare stands."}
    for found in (asked, writing):
        page = f"/screening/{found.public_id}/"
        assert client.get(page).status_code == 404
        choice = {"position": "1", "choice": "1"}
        assert client.post(f"{page}answer/", choice).status_code == 404
        for path in ("draft/", "submit/"):
            assert client.post(f"{page}{path}", texts).status_code == 404, path
    # Nor does a request that was let in just before.
    with pytest.raises(screening.RoundOverError):
        screening.answer_question(found=asked, position=1, choice=1, now=NOW)
    with pytest.raises(screening.RoundOverError):
        screening.save_draft(found=writing, **texts)
    with pytest.raises(screening.RoundOverError):
        screening.submit_text(found=writing, now=NOW, **texts)
    for task in ("verify", "write"):
        refused = client.post(f"/campaigns/{ground.campaign.public_id}/screening/{task}/")
        assert refused.status_code in (403, 404), task
    assert ScreeningAnswer.objects.count() == answered
    assert not ScreeningText.objects.exists()
    writing.refresh_from_db()
    assert (writing.state, writing.draft_summary) == (RoundState.WRITING, "")


def become_researcher(person: User) -> None:
    Membership.objects.filter(user=person).update(role=Role.RESEARCHER)


@pytest.mark.parametrize("depart", [leave, become_researcher])
def test_gold_that_a_departed_manager_began_is_answered_by_another(
    log_in: LogIn, db: None, depart: Callable[[User], None]
) -> None:
    ground = make_ground()
    made = gold_service.make_claim_gold(
        campaign=ground.campaign,
        text="A claim that nobody has answered.",
        description=GoldDescription(use=Gold.Use.PRACTICE),
        actor=ground.manager,
        now=NOW,
    )
    attempt = gold_service.answer_gold(gold=made, actor=ground.manager, now=NOW)
    with pytest.raises(gold_service.GoldInUseError):
        gold_service.answer_gold(gold=made, actor=ground.other_manager, now=NOW)
    client = log_in(ground.manager)
    assert client.get(f"/verify/{attempt.public_id}/").status_code == 200
    depart(ground.manager)
    assert client.get(f"/verify/{attempt.public_id}/").status_code == 404
    body = json.dumps({"stream": str(attempt.public_id), "acts": [], "draft": None})
    sent = client.post(f"/desk/{attempt.public_id}/sync/", body, "application/json")
    assert sent.status_code == 404
    taken_over = gold_service.answer_gold(gold=made, actor=ground.other_manager, now=NOW)
    assert taken_over.annotator == ground.other_manager


@pytest.mark.parametrize("depart", [leave, become_researcher])
def test_a_departed_manager_decides_nothing_at_the_bench(
    log_in: LogIn, db: None, depart: Callable[[User], None]
) -> None:
    desk = make_desk(protocol=verified_by(2), verifiers=5)
    claim = disagree(desk)
    attempt = adjudications.open_bench(claim=claim, adjudicator=desk.manager, now=NOW)
    client = log_in(desk.manager)
    assert client.get(f"/verify/{attempt.public_id}/").status_code == 200
    depart(desk.manager)
    assert client.get(f"/verify/{attempt.public_id}/").status_code == 404
    for path in ("bench/decide/", "bench/reject/", "bench/report/", "confirm/"):
        sent = client.post(f"/verify/{attempt.public_id}/{path}", "{}", "application/json")
        assert sent.status_code == 404, path
    assert not Adjudication.objects.exists()
