"""Floods of skips, reports and pauses: stopped at a rate, seen and undone by managers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Assignment, Attempt, ClaimReport, Draft, Highlight, Skip
from annotation.selectors.desk.tasks import tasks_of
from annotation.services.desk import act_limits, drafts
from annotation.services.review import claim_reports, undoing
from annotation.services.verifying import queue, slot_leases
from annotation.services.verifying.queue import TakenClaim
from annotation.services.writing import highlights
from campaigns.models import Membership
from core.models import AuditEntry
from tests.annotation.managed_world import make_managed_world
from tests.annotation.verifying_world import Desk, make_desk, take, verified_by
from tests.annotation.world import later
from tests.people import NOW, Cast

LogIn = Callable[[User], Client]


@pytest.fixture
def desk(db: None) -> Desk:
    return make_desk(highlights_written=3, protocol=verified_by(1))


def skip(taken: TakenClaim, hours: float = 0) -> Skip:
    return queue.skip_claim(attempt=taken.attempt, reason="other", text="x", now=later(hours))


def report(taken: TakenClaim, hours: float = 0) -> ClaimReport:
    return claim_reports.report_claim(
        attempt=taken.attempt, reasons=["other"], note="x", now=later(hours)
    )


def waiting(desk: Desk) -> int:
    return Assignment.objects.filter(campaign=desk.campaign, state="waiting").count()


# --- rates ----------------------------------------------------------------------------------------


@pytest.mark.postgres
def test_skips_end_at_the_hourly_limit_and_go_on_later(settings: Any, desk: Desk) -> None:
    settings.SKIPS_AN_HOUR = 3
    for _ in range(3):
        skip(take(desk))
    taken = take(desk)
    drafts.save_draft(attempt=taken.attempt, revision=0, body={"note": "mine"}, now=NOW)
    with pytest.raises(act_limits.TooOftenError) as refusal:
        skip(taken, hours=0.9)
    assert (refusal.value.act, refusal.value.limit) == (
        "skip",
        act_limits.RateLimit(3, act_limits.HOUR),
    )
    assert Skip.objects.count() == 3
    assert Attempt.objects.get(pk=taken.attempt.pk).outcome == Attempt.Outcome.OPEN
    assert Draft.objects.get().body == {"note": "mine"}
    assert slot_leases.held_by(taken.attempt).exists()
    skip(taken, hours=1.1)
    assert Skip.objects.count() == 4


def test_skips_end_at_the_daily_limit(settings: Any, desk: Desk) -> None:
    settings.SKIPS_AN_HOUR, settings.SKIPS_A_DAY = 2, 3
    for number in range(3):
        skip(take(desk, hours=2 * number), hours=2 * number)
    with pytest.raises(act_limits.TooOftenError) as refusal:
        skip(take(desk, hours=6), hours=6)
    assert refusal.value.limit == act_limits.RateLimit(3, act_limits.DAY)
    assert Skip.objects.count() == 3


def test_one_persons_limit_is_not_anothers(settings: Any, desk: Desk) -> None:
    settings.SKIPS_AN_HOUR = 1
    skip(take(desk))
    skip(take(desk, desk.verifiers[1]))
    assert Skip.objects.count() == 2


def test_skips_of_highlights_count_too(settings: Any, cast: Cast) -> None:
    settings.SKIPS_AN_HOUR = 1
    world = make_managed_world(cast)

    def skip_next() -> None:
        taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
        highlights.skip_highlight(attempt=taken.attempt, reason="other", text="x", now=NOW)

    skip_next()
    with pytest.raises(act_limits.TooOftenError):
        skip_next()
    assert Highlight.objects.filter(state=Highlight.State.SKIPPED).count() == 1


@pytest.mark.postgres
def test_reports_end_at_the_limit(settings: Any, desk: Desk) -> None:
    settings.REPORTS_AN_HOUR = 2
    for _ in range(2):
        report(take(desk))
    with pytest.raises(act_limits.TooOftenError):
        report(take(desk))
    assert ClaimReport.objects.count() == 2


@pytest.mark.postgres
def test_pauses_end_at_the_limit(settings: Any, desk: Desk) -> None:
    settings.PAUSES_AN_HOUR = 2
    for _ in range(2):
        queue.pause_claim(attempt=take(desk).attempt, now=NOW)
    taken = take(desk)
    with pytest.raises(act_limits.TooOftenError):
        queue.pause_claim(attempt=taken.attempt, now=NOW)
    assert Assignment.objects.filter(state=Assignment.State.PAUSED).count() == 2
    assert slot_leases.held_by(taken.attempt).get().state == Assignment.State.HELD


@pytest.mark.parametrize("act", ["skip", "report", "pause"])
def test_who_reached_a_limit_is_told_to_ask_their_manager(
    settings: Any, log_in: LogIn, desk: Desk, act: str
) -> None:
    settings.SKIPS_AN_HOUR = settings.REPORTS_AN_HOUR = settings.PAUSES_AN_HOUR = 1
    client = log_in(desk.verifier)
    sent = {"reason": "other", "text": "x", "reasons": ["other"], "note": "x"}
    hours = (timezone.now() - NOW) / timedelta(hours=1)
    answers = []
    for _ in range(2):
        attempt = take(desk, hours=hours).attempt
        answers.append(client.post(f"/verify/{attempt.public_id}/{act}/", sent))
    assert [answer.status_code for answer in answers] == [200, 429]
    refusal = answers[1].json()
    assert refusal["error"] == "too_often"
    assert (
        "within an hour. Ask your manager before you go on. Your work here is kept."
        in (refusal["message"])
    )


def test_a_writer_who_skipped_too_often_stays_at_the_desk_and_is_told(
    settings: Any, log_in: LogIn, cast: Cast
) -> None:
    settings.SKIPS_AN_HOUR = 1
    world = make_managed_world(cast)
    client = log_in(world.writer)
    for _ in range(2):
        taken = highlights.take_highlight(
            campaign=world.campaign, annotator=world.writer, now=timezone.now()
        )
        address = f"/write/{taken.attempt.public_id}/"
        answer = client.post(f"{address}skip/", {"reason": "other", "text": "x"}, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert "Ask your manager before you go on." in answer.content.decode()
    assert Skip.objects.count() == 1


# --- undoing --------------------------------------------------------------------------------------


@pytest.mark.postgres
def test_an_undone_skip_gives_the_claim_back_to_everybody(desk: Desk) -> None:
    skipped = skip(take(desk))
    undoing.undo_skip(skip=skipped, actor=desk.manager, now=later(1))
    assert Skip.objects.count() == 0
    assert Attempt.objects.get(pk=skipped.attempt_id).outcome == Attempt.Outcome.UNDONE
    entry = AuditEntry.objects.get(action="skip.undone")
    assert entry.details["person"] == str(desk.verifier)
    assert (entry.details["reason"], entry.details["text"]) == ("other", "x")
    # Only this claim is left: the person who skipped it gets it again, with the same attempt.
    others = Assignment.objects.exclude(pk=skipped.attempt.in_slot)
    others.update(state="done", holder=None, lease_until=None)
    again = take(desk, hours=2)
    assert again.attempt.pk == skipped.attempt_id
    assert (again.attempt.outcome, again.attempt.reopened_at) == ("open", later(2))
    with pytest.raises(undoing.AlreadyUndoneError):
        undoing.undo_skip(skip=skipped, actor=desk.manager, now=later(3))


@pytest.mark.postgres
def test_all_skips_of_a_person_are_undone_at_once(desk: Desk) -> None:
    for _ in range(4):
        skip(take(desk))
    kept = skip(take(desk, desk.verifiers[1]))
    count = undoing.undo_skips_of(
        campaign=desk.campaign, person=desk.verifier, actor=desk.manager, now=later(1)
    )
    assert count == 4
    assert list(Skip.objects.all()) == [kept]
    entry = AuditEntry.objects.get(action="skips.undone")
    assert (entry.details["count"], len(entry.details["skips"])) == (4, 4)
    assert (
        act_limits._times(act_limits.LimitedAct.SKIP, desk.verifier.pk, NOW - act_limits.DAY) == []
    )


@pytest.mark.postgres
def test_undone_skips_of_highlights_are_written_from_after_all(cast: Cast) -> None:
    world = make_managed_world(cast)
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    highlights.skip_highlight(attempt=taken.attempt, reason="other", text="x", now=NOW)
    undoing.undo_skips_of(
        campaign=world.campaign, person=world.writer, actor=cast.manager, now=later(1)
    )
    again = Highlight.objects.get(pk=taken.highlight.pk)
    assert again.state == Highlight.State.WAITING
    Highlight.objects.exclude(pk=again.pk).filter(source=again.source).delete()
    retaken = highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=later(2)
    )
    assert retaken.highlight.pk == again.pk
    assert (retaken.attempt.pk, retaken.attempt.outcome) == (taken.attempt.pk, "open")


@pytest.mark.postgres
def test_undone_reports_return_the_claims_but_not_to_the_reporter(desk: Desk) -> None:
    mine = [report(take(desk)) for _ in range(3)]
    theirs = report(take(desk, desk.verifiers[1]))
    before = Assignment.objects.filter(state="waiting").count()
    undoing.undo_report(report=mine[0], actor=desk.manager, now=later(1))
    count = undoing.undo_reports_of(
        campaign=desk.campaign, person=desk.verifier, actor=desk.manager, now=later(1)
    )
    assert count == 2
    states = dict(ClaimReport.objects.values_list("pk", "state"))
    assert [states[each.pk] for each in mine] == ["undone"] * 3
    assert states[theirs.pk] == "open"
    assert waiting(desk) == before
    entry = AuditEntry.objects.get(action="claim_reports.undone")
    assert entry.details["count"] == 2
    assert AuditEntry.objects.filter(action="claim_report.undone").count() == 1
    with pytest.raises(undoing.AlreadyUndoneError):
        undoing.undo_report(report=mine[0], actor=desk.manager, now=later(2))
    reported = {each.claim_id for each in mine}
    got = set()
    while True:
        try:
            taken = take(desk, desk.verifier, hours=2)
        except queue.NothingToVerifyError:
            break
        got.add(taken.assignment.claim_id)
        skip(taken, hours=2)
    assert not got & reported


def test_managers_see_and_undo_by_buttons(log_in: LogIn, desk: Desk) -> None:
    for _ in range(2):
        skip(take(desk))
    reports = [report(take(desk)) for _ in range(3)]
    client = log_in(desk.manager)
    campaign = f"/campaigns/{desk.campaign.public_id}"
    page = client.get(f"{campaign}/reports/").content.decode()
    assert "Undo all skips of" in page
    assert "Undo all reports of" in page
    last = Skip.objects.latest("pk").attempt
    person = desk.verifier.public_id
    for address in (
        f"/skips/{last.public_id}/undo/",
        f"/reports/{reports[0].public_id}/undo/",
        f"/skips/of/{person}/undo/",
        f"/reports/of/{person}/undo/",
    ):
        assert client.post(campaign + address).status_code == 302
    assert Skip.objects.count() == 0
    assert not ClaimReport.objects.exclude(state="undone").exists()
    assert "Undo all" not in client.get(f"{campaign}/reports/").content.decode()
    # A second press says so and changes nothing.
    answer = client.post(f"{campaign}/skips/{last.public_id}/undo/", follow=True)
    assert "already undone" in answer.content.decode()


def test_annotators_undo_nothing(log_in: LogIn, desk: Desk) -> None:
    skip(take(desk))
    client = log_in(desk.verifier)
    campaign = f"/campaigns/{desk.campaign.public_id}"
    answer = client.post(f"{campaign}/skips/of/{desk.verifier.public_id}/undo/")
    assert answer.status_code == 403
    assert Skip.objects.count() == 1


# --- paused claims --------------------------------------------------------------------------------


@pytest.mark.postgres
def test_a_paused_claim_does_not_block_the_queue(desk: Desk) -> None:
    paused = take(desk)
    queue.pause_claim(attempt=paused.attempt, now=NOW)
    following = take(desk)
    assert following.assignment.claim_id != paused.assignment.claim_id
    assert take(desk).attempt == following.attempt
    # It is nobody else's while it waits, and its desk still works.
    for person in desk.verifiers[1:]:
        assert take(desk, person).assignment.pk != paused.assignment.pk
    until = slot_leases.renew_lease(attempt=paused.attempt, now=later(1))
    assert until == later(24)
    memberships = list(Membership.objects.filter(user=desk.verifier).select_related("campaign"))
    tasks = [(str(task.label), task.attempt) for task in tasks_of(desk.verifier, memberships, NOW)]
    assert ("Paused claim", paused.attempt.public_id) in tasks


@pytest.mark.postgres
def test_who_has_nothing_else_returns_to_the_paused_claim(desk: Desk) -> None:
    paused = take(desk)
    queue.pause_claim(attempt=paused.attempt, now=NOW)
    others = Assignment.objects.exclude(pk=paused.assignment.pk)
    others.update(state="done", holder=None, lease_until=None)
    again = take(desk, hours=1)
    assert again.attempt == paused.attempt
    assert again.assignment.state == Assignment.State.HELD
    assert again.assignment.lease_until == later(24)


@pytest.mark.postgres
def test_a_pause_that_is_over_gives_the_claim_to_the_next(desk: Desk) -> None:
    paused = take(desk)
    queue.pause_claim(attempt=paused.attempt, now=NOW)
    taken = take(desk, desk.verifiers[1], hours=25)
    assert taken.assignment.pk == paused.assignment.pk
    assert Attempt.objects.get(pk=paused.attempt.pk).outcome == Attempt.Outcome.LOST
