"""A worker on Redis, killed while it makes a report: another one makes it, once."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.jobs.workers import PATIENCE_SECONDS, Site, kill_group, site

pytestmark = [pytest.mark.slow, pytest.mark.redis]


@pytest.fixture
def on_redis(tmp_path: Path, redis_url: str, postgres_url: str) -> Iterator[Site]:
    """Yield a site with PostgreSQL and Redis, by the settings of production."""
    with site(
        tmp_path,
        probe="tests.quality.probe",
        TOUCHSTONE_REDIS_URL=redis_url,
        TOUCHSTONE_DATABASE_URL=postgres_url,
        TOUCHSTONE_ELASTICSEARCH_URL="http://127.0.0.1:9",
        TOUCHSTONE_SECRET_KEY="only for this test, and as long as one must be",
        TOUCHSTONE_ALLOWED_HOSTS="localhost",
    ) as made:
        yield made


def test_a_report_on_redis_is_finished_once_after_its_worker_was_killed(on_redis: Site) -> None:
    on_redis.ask("fill")
    job = on_redis.ask("request")
    worker = on_redis.start_worker()
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        # It stands still whenever we look, so that it cannot finish meanwhile.
        os.killpg(worker.pid, signal.SIGSTOP)
        state, attempt, _done = on_redis.ask("running", job)
        assert state in ("queued", "running"), "It was finished before it could be killed."
        if state == "running":
            break
        assert time.monotonic() < deadline
        os.killpg(worker.pid, signal.SIGCONT)
        time.sleep(0.05)
    kill_group(worker)
    assert attempt == 1
    assert on_redis.ask("reports") == [["bias", False, False]]
    on_redis.start_worker()
    on_redis.wait_for(job, "it is finished", lambda page: page["shown_as"] == "succeeded")
    assert on_redis.ask("running", job)[:2] == ["succeeded", 2]
    assert on_redis.ask("reports") == [["bias", True, True]]
