"""Real workers, killed in the middle of a job: the job says so, then completes by itself, once."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.jobs.workers import (
    PATIENCE_SECONDS,
    Site,
    freeze_after,
    kill_group,
    kill_pool,
    site,
    thaw,
)

pytestmark = pytest.mark.slow

STEPS = 20
SECONDS = 0.05
ALL = list(range(1, STEPS + 1))
STOPPED = (
    "The worker stopped during attempt 1 of 3. The job continues as soon as a worker runs again."
)


@pytest.fixture(scope="module")
def migrated_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with an empty database, to copy: migrating takes longer than a test."""
    home = tmp_path_factory.mktemp("migrated") / "home"
    with site(home):
        return home


@pytest.fixture
def embedded(tmp_path: Path, migrated_home: Path) -> Iterator[Site]:
    """Yield a site with SQLite and a folder as broker, as `make run` starts it."""
    home = shutil.copytree(migrated_home, tmp_path / "home")
    with site(home) as made:
        yield made


@pytest.fixture
def on_redis(tmp_path: Path, redis_url: str, postgres_url: str) -> Iterator[Site]:
    """Yield a site with PostgreSQL and Redis, by the settings of production."""
    with site(
        tmp_path,
        TOUCHSTONE_REDIS_URL=redis_url,
        TOUCHSTONE_DATABASE_URL=postgres_url,
        TOUCHSTONE_ELASTICSEARCH_URL="http://127.0.0.1:9",
        TOUCHSTONE_SECRET_KEY="only for this test, and as long as one must be",
        TOUCHSTONE_ALLOWED_HOSTS="localhost",
    ) as made:
        yield made


def start_and_kill_whole_worker(at: Site) -> int:
    """Return a job whose worker was killed between its steps."""
    job: int = at.ask("enqueue", STEPS, SECONDS)
    worker = at.start_worker()
    freeze_after(at, worker, job, steps=5)
    kill_group(worker)
    return job


def check_job_says_so_then_completes_once(at: Site) -> None:
    job = start_and_kill_whole_worker(at)
    at.wait_for(job, "it says that it stalled", lambda page: page["shown_as"] == "stalled")
    # The worker's last beat may be later than its job's: for that long it still counts as there.
    page = at.wait_for(job, "it says so", lambda page: page["sentence"] == STOPPED)
    assert page["shown_as"] == "stalled"
    done_by_first = page["steps"]
    assert 5 <= len(done_by_first) < STEPS
    at.start_worker()
    page = at.wait_for(job, "it succeeds", lambda page: page["shown_as"] == "succeeded")
    assert page["steps"] == ALL
    assert page["steps"][: len(done_by_first)] == done_by_first
    assert page["result"] == {"steps": STEPS, "distinct": STEPS}
    assert (page["attempt"], page["attempts"]) == (2, [1, 2])
    assert page["sentence"] == "The worker stopped. Tried again, attempt 2 of 3."


def check_job_survives_its_pool_process(at: Site) -> None:
    job = at.ask("enqueue", STEPS, SECONDS)
    worker = at.start_worker()
    freeze_after(at, worker, job, steps=5)
    assert kill_pool(worker) == 1
    thaw(worker)
    page = at.wait_for(job, "it succeeds", lambda page: page["shown_as"] == "succeeded")
    assert worker.poll() is None
    assert page["steps"] == ALL
    assert page["attempt"] == 2


def test_killed_embedded_worker_leaves_a_job_that_says_so_and_completes_once(
    embedded: Site,
) -> None:
    check_job_says_so_then_completes_once(embedded)


@pytest.mark.redis
def test_killed_worker_on_redis_leaves_a_job_that_says_so_and_completes_once(
    on_redis: Site,
) -> None:
    check_job_says_so_then_completes_once(on_redis)


def test_embedded_job_completes_when_only_the_pool_process_is_killed(embedded: Site) -> None:
    check_job_survives_its_pool_process(embedded)


@pytest.mark.redis
def test_job_on_redis_completes_when_only_the_pool_process_is_killed(on_redis: Site) -> None:
    check_job_survives_its_pool_process(on_redis)


def test_jobs_behind_the_killed_one_are_done_too(embedded: Site) -> None:
    # The broker loses the message that the worker had fetched ahead; the row is the truth.
    first = start_and_kill_whole_worker(embedded)
    others = [embedded.ask("enqueue", 3, 0) for _ in range(3)]
    page = embedded.ask("show", others[0])
    assert page["shown_as"] == "queued"
    embedded.start_worker()
    for job, steps in ((first, ALL), *((job, [1, 2, 3]) for job in others)):
        page = embedded.wait_for(job, "done", lambda page: page["shown_as"] == "succeeded")
        assert page["steps"] == steps


def test_worker_that_is_asked_to_stop_gives_its_job_back_within_a_step(embedded: Site) -> None:
    job = embedded.ask("enqueue", 400, SECONDS)
    worker = embedded.start_worker()
    embedded.wait_for(job, "some steps are done", lambda page: len(page["steps"]) >= 5)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(timeout=PATIENCE_SECONDS) == 0
    page = embedded.ask("show", job)
    assert page["shown_as"] == "queued"
    assert page["sentence"].startswith("Waiting: no worker is running.")
    assert (page["attempt"], page["attempts_allowed"]) == (1, 4)
    assert len(page["steps"]) < 400


def test_running_job_stops_when_it_is_cancelled(embedded: Site) -> None:
    job = embedded.ask("enqueue", 400, SECONDS)
    embedded.start_worker()
    embedded.wait_for(job, "some steps are done", lambda page: len(page["steps"]) >= 2)
    embedded.ask("cancel", job)
    page = embedded.wait_for(job, "cancelled", lambda page: page["shown_as"] == "cancelled")
    assert len(page["steps"]) < 400
