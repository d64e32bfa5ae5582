"""Forged logs: invented hours, the server's own stream, floods of acts, acts after the end."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Draft, Interaction, LogMark
from annotation.rules.logs.acts import SERVER_STREAM, DeskAct
from annotation.services.logs import interactions
from annotation.services.logs.interactions import record_interactions, work_time_of
from annotation.services.verifying import reopening
from core.models import AuditEntry
from tests.annotation.verifying_world import Desk, judgement, make_desk, submit_confirmed, take
from tests.annotation.world import later
from tests.people import NOW

LogIn = Callable[[User], Client]
STREAM = uuid.UUID(int=7)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def desk(db: None) -> Desk:
    return make_desk()


@pytest.fixture
def attempt(desk: Desk) -> Attempt:
    return take(desk).attempt


def acts_between(start: datetime, end: datetime, every: timedelta = MINUTE / 2) -> list[DeskAct]:
    count = (end - start) // every
    return [DeskAct(n + 1, "input", start + n * every) for n in range(count + 1)]


def send(attempt: Attempt, acts: list[DeskAct], now: datetime, **options: Any) -> int:
    return record_interactions(attempt=attempt, stream=STREAM, acts=acts, now=now, **options)


def browser_acts(attempt: Attempt) -> list[Interaction]:
    mine = Interaction.objects.filter(attempt=attempt).exclude(stream=SERVER_STREAM)
    return list(mine.order_by("pk"))


# --- times ----------------------------------------------------------------------------------------


@pytest.mark.postgres
def test_invented_hours_count_as_the_time_between_start_and_arrival(attempt: Attempt) -> None:
    arrival = NOW + 5 * MINUTE
    send(attempt, acts_between(arrival - 4 * HOUR, arrival), arrival)
    assert work_time_of(attempt).total == 5 * MINUTE
    times = [act.happened_at for act in browser_acts(attempt)]
    assert (min(times), max(times)) == (NOW, arrival)


def test_hours_ahead_count_as_nothing(attempt: Attempt) -> None:
    send(attempt, acts_between(NOW, NOW + 4 * HOUR), NOW + MINUTE, sent_at=NOW)
    assert work_time_of(attempt).total <= MINUTE
    assert max(act.happened_at for act in browser_acts(attempt)) == NOW + MINUTE


def test_the_same_hours_in_many_batches_and_streams_count_once(attempt: Attempt) -> None:
    arrival = NOW + 10 * MINUTE
    for number in range(5):
        record_interactions(
            attempt=attempt,
            stream=uuid.UUID(int=100 + number),
            acts=acts_between(arrival - HOUR, arrival),
            now=arrival,
        )
    assert work_time_of(attempt).total == 10 * MINUTE


def test_the_submitted_time_is_no_longer_than_the_attempt(attempt: Attempt) -> None:
    send(attempt, acts_between(NOW - 4 * HOUR, NOW), NOW + MINUTE)
    done = submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW + 2 * MINUTE)
    version = done.versions.get()
    assert version.active_ms + version.idle_ms + version.loading_ms <= 60_000


@pytest.mark.parametrize("wrong_by", [-30 * HOUR, timedelta(), 30 * HOUR])
def test_an_honest_browser_with_a_wrong_clock_loses_nothing(
    attempt: Attempt, wrong_by: timedelta
) -> None:
    arrival = NOW + 10 * MINUTE
    acts = acts_between(NOW + MINUTE + wrong_by, NOW + 9 * MINUTE + wrong_by)
    send(attempt, acts, arrival, sent_at=arrival + wrong_by)
    assert [act.happened_at - NOW for act in browser_acts(attempt)][:2] == [MINUTE, 1.5 * MINUTE]
    assert work_time_of(attempt).active == 8 * MINUTE
    assert LogMark.objects.count() == 0


def test_a_correction_does_not_count_from_the_first_start(desk: Desk, attempt: Attempt) -> None:
    done = submit_confirmed(attempt=attempt, judgement=judgement(), now=NOW + MINUTE)
    opened = NOW + 20 * HOUR
    reopening.reopen_verification(verification=done, actor=desk.verifier, now=opened)
    send(attempt, acts_between(NOW, opened, HOUR / 6), opened + MINUTE)
    assert min(act.happened_at for act in browser_acts(attempt)) == opened
    assert work_time_of(attempt).total <= MINUTE


@pytest.mark.postgres
def test_the_database_refuses_an_act_after_its_arrival(attempt: Attempt) -> None:
    with pytest.raises(IntegrityError, match="interaction_before_arrival"), transaction.atomic():
        Interaction.objects.create(
            attempt=attempt,
            stream=STREAM,
            sequence=1,
            kind="input",
            happened_at=NOW + MINUTE,
            received_at=NOW,
        )


@pytest.mark.postgres
def test_misplaced_acts_are_found_and_mended_with_an_audit_entry(attempt: Attempt) -> None:
    Interaction.objects.create(
        attempt=attempt,
        stream=STREAM,
        sequence=1,
        kind="input",
        happened_at=NOW - 4 * HOUR,
        received_at=NOW + MINUTE,
    )
    with pytest.raises(CommandError, match="1 log entry is dated before the start"):
        call_command("check_integrity", stdout=StringIO())
    out = StringIO()
    call_command("mend_log_times", stdout=out)
    assert out.getvalue() == "Mended 1 log entry.\n"
    assert [act.happened_at for act in browser_acts(attempt)] == [NOW]
    entry = AuditEntry.objects.get(action="log.times_mended")
    assert (entry.details["entries"], entry.details["attempts"]) == (1, 1)
    call_command("check_integrity", stdout=StringIO())
    call_command("mend_log_times", stdout=StringIO())
    assert AuditEntry.objects.filter(action="log.times_mended").count() == 1


# --- the server's stream --------------------------------------------------------------------------


def test_nobody_writes_into_the_servers_stream(log_in: LogIn, desk: Desk, attempt: Attempt) -> None:
    stored = Interaction.objects.count()
    at = timezone.now().isoformat()
    for stream in (SERVER_STREAM, uuid.uuid5(attempt.public_id, "server")):
        acts = [{"sequence": 2, "kind": "submitted", "at": at, "body": {"version": 1}}]
        body = json.dumps({"stream": str(stream), "acts": acts, "draft": None})
        answer = log_in(desk.verifier).post(
            f"/desk/{attempt.public_id}/sync/", body, "application/json"
        )
        assert answer.status_code == 400
    harmless = [{"sequence": 2, "kind": "input", "at": at, "body": {}}]
    body = json.dumps({"stream": str(SERVER_STREAM), "acts": harmless, "draft": None})
    answer = log_in(desk.verifier).post(
        f"/desk/{attempt.public_id}/sync/", body, "application/json"
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "server_stream")
    assert Interaction.objects.count() == stored


@pytest.mark.postgres
@pytest.mark.parametrize(("stream", "kind"), [(SERVER_STREAM, "input"), (STREAM, "submitted")])
def test_the_database_keeps_the_servers_stream_apart(
    attempt: Attempt, stream: uuid.UUID, kind: str
) -> None:
    with pytest.raises(IntegrityError, match="interaction_server_stream"), transaction.atomic():
        Interaction.objects.create(
            attempt=attempt,
            stream=stream,
            sequence=99,
            kind=kind,
            happened_at=NOW,
            received_at=NOW,
        )


# --- floods ---------------------------------------------------------------------------------------


def test_a_full_log_takes_no_more_and_the_work_goes_on(
    settings: Any, log_in: LogIn, desk: Desk
) -> None:
    settings.LOG_ENTRIES = 10
    attempt = take(desk, hours=(timezone.now() - NOW) / HOUR).attempt
    client = log_in(desk.verifier)

    def sync(first: int, last: int, revision: int) -> Any:
        at = timezone.now().isoformat()
        acts = [{"sequence": n, "kind": "input", "at": at} for n in range(first, last + 1)]
        draft = {"revision": revision, "body": {"note": str(revision)}}
        body = json.dumps({"stream": str(STREAM), "acts": acts, "draft": draft})
        return client.post(f"/desk/{attempt.public_id}/sync/", body, "application/json")

    assert sync(1, 8, 0).json()["recorded"] == 8
    answer = sync(9, 20, 1)
    assert (answer.status_code, answer.json()["recorded"], answer.json()["revision"]) == (
        200,
        20,
        2,
    )
    assert sync(21, 30, 2).status_code == 200
    assert len(browser_acts(attempt)) == 8
    assert Draft.objects.get(attempt=attempt).body == {"note": "2"}
    assert Interaction.objects.filter(attempt=attempt).count() == 10
    assert LogMark.objects.get().kind == LogMark.Kind.LOG_FULL
    submit_confirmed(attempt=attempt, judgement=judgement(), now=timezone.now())
    assert Interaction.objects.filter(attempt=attempt).latest("pk").kind == "submitted"


@pytest.mark.postgres
def test_the_bytes_of_a_log_are_limited(settings: Any, attempt: Attempt) -> None:
    settings.LOG_MEGABYTES = 1
    for number in range(1, 400):
        act = DeskAct(number, "searched", NOW, {"query": "x" * 7000})
        send(attempt, [act], NOW)
    attempt.refresh_from_db()
    assert attempt.log_bytes <= 1_000_000
    assert len(browser_acts(attempt)) == attempt.acts - 1 == 140
    assert LogMark.objects.get(attempt=attempt).kind == LogMark.Kind.LOG_FULL


@pytest.mark.postgres
def test_the_database_limits_a_log(attempt: Attempt) -> None:
    with pytest.raises(IntegrityError, match="attempt_log_limited"), transaction.atomic():
        Attempt.objects.filter(pk=attempt.pk).update(acts=2_000_000)


# --- after the end --------------------------------------------------------------------------------


def test_the_last_batch_is_taken_shortly_after_the_end_and_counts_before_it(
    attempt: Attempt,
) -> None:
    send(attempt, [DeskAct(1, "input", NOW)], NOW)
    end = NOW + MINUTE
    submit_confirmed(attempt=attempt, judgement=judgement(), now=end)
    late = [DeskAct(2, "input", end - MINUTE / 2), DeskAct(3, "hidden", end + MINUTE / 6)]
    assert send(attempt, late, end + MINUTE / 3, sent_at=end + MINUTE / 3) == 3
    assert [act.happened_at - NOW for act in browser_acts(attempt)] == [
        timedelta(),
        MINUTE / 2,
        MINUTE,
    ]


@pytest.mark.parametrize("stream", [STREAM, uuid.UUID(int=8)])
def test_a_closed_attempt_takes_nothing_more(attempt: Attempt, stream: uuid.UUID) -> None:
    send(attempt, [DeskAct(1, "input", NOW)], NOW)
    end = NOW + MINUTE
    submit_confirmed(attempt=attempt, judgement=judgement(), now=end)
    stored = Interaction.objects.count()
    acts = [DeskAct(2, "input", end), DeskAct(3, "input", end)]
    answer = record_interactions(attempt=attempt, stream=stream, acts=acts, now=end + 2 * MINUTE)
    # The browser need not keep them.
    assert answer == 3
    assert Interaction.objects.count() == stored


# --- what managers see ----------------------------------------------------------------------------


def test_hours_at_once_are_marked_for_the_manager(desk: Desk, log_in: LogIn) -> None:
    attempt = take(desk).attempt
    arrival = later(3)
    send(attempt, acts_between(NOW, arrival), arrival)
    done = submit_confirmed(attempt=attempt, judgement=judgement(), now=arrival)
    mark = LogMark.objects.get()
    assert (mark.kind, mark.seconds) == (LogMark.Kind.LONG_BATCH, 3 * 3600)
    client = log_in(desk.manager)
    said = "3 h 0 min of activity arrived at once."
    assert said in client.get(f"/verifications/{done.public_id}/").content.decode()
    campaign = f"/campaigns/{desk.campaign.public_id}"
    assert "Unusual log" in client.get(f"{campaign}/verifications/").content.decode()
    page = client.get(f"{campaign}/reports/").content.decode()
    assert said in page
    assert desk.verifier.name in page
    mine = log_in(desk.verifier).get(f"/verifications/{done.public_id}/").content.decode()
    assert "arrived at once" not in mine


def test_a_computer_asleep_for_hours_is_not_marked(attempt: Attempt) -> None:
    acts = [DeskAct(1, "hidden", NOW), DeskAct(2, "shown", later(3)), DeskAct(3, "input", later(3))]
    send(attempt, acts, later(3), sent_at=later(3))
    assert LogMark.objects.count() == 0
    assert work_time_of(attempt).idle == 3 * HOUR


def test_impossible_times_are_marked_once_with_the_largest(attempt: Attempt) -> None:
    for number, hours in enumerate((1, 4, 2), start=1):
        acts = [DeskAct(number, "input", NOW - hours * HOUR)]
        send(attempt, acts, NOW + MINUTE, sent_at=NOW + MINUTE)
    mark = LogMark.objects.get()
    assert (mark.kind, mark.seconds) == (LogMark.Kind.IMPOSSIBLE_TIMES, 4 * 3600)


def test_a_repeat_at_another_time_is_the_same_act(attempt: Attempt) -> None:
    send(attempt, [DeskAct(1, "input", NOW)], NOW + MINUTE)
    assert send(attempt, [DeskAct(1, "input", NOW - HOUR)], NOW + 2 * MINUTE) == 1
    with pytest.raises(interactions.RepeatedDifferentlyError):
        send(attempt, [DeskAct(1, "hidden", NOW)], NOW + 2 * MINUTE)
    assert len(browser_acts(attempt)) == 1
