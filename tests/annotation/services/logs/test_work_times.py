"""Active time of attempts: counted once they ended, and again when their log grew."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from annotation.models import Attempt
from annotation.rules.logs.acts import DeskAct
from annotation.services.logs.interactions import record_interactions
from annotation.services.logs.work_times import count_work_times
from annotation.services.verifying import queue
from tests.annotation.verifying_world import Desk, judgement, make_desk, submit_confirmed, take
from tests.annotation.world import later

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def work(attempt: Attempt, seconds: int, *, hours: float = 0, stream: int = 1) -> None:
    """Do something every ten seconds."""
    begun = later(hours)
    acts = [
        DeskAct(number + 1, "input", begun + timedelta(seconds=10 * number))
        for number in range(seconds // 10 + 1)
    ]
    record_interactions(
        attempt=attempt,
        stream=uuid.UUID(int=stream),
        acts=acts,
        now=begun + timedelta(seconds=seconds + 1),
    )


def timed(attempt: Attempt) -> tuple[int, bool]:
    attempt.refresh_from_db()
    return attempt.active_ms, attempt.timed_acts == attempt.acts


def test_what_ended_is_counted_and_what_is_open_waits(desk: Desk) -> None:
    count_work_times()
    done, skipped = take(desk).attempt, take(desk, desk.verifiers[1]).attempt
    work(done, 40)
    work(skipped, 20, stream=2)
    assert count_work_times() == 0
    assert timed(done) == (0, False)
    submit_confirmed(attempt=done, judgement=judgement(), now=later(0.1))
    queue.skip_claim(attempt=skipped, reason="too_hard", now=later(0.1))
    assert count_work_times(most=1) == 1
    assert count_work_times() == 1
    assert count_work_times() == 0
    assert (timed(done), timed(skipped)) == ((40_000, True), (20_000, True))


def test_a_log_that_grew_is_counted_again(desk: Desk) -> None:
    attempt = take(desk).attempt
    work(attempt, 40)
    submit_confirmed(attempt=attempt, judgement=judgement(), now=later(0.1))
    count_work_times()
    Attempt.objects.filter(pk=attempt.pk).update(timed_acts=1, active_ms=5)
    count_work_times()
    assert timed(attempt) == (40_000, True)
