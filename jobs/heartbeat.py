"""The heartbeat of a running job: a thread beside it, with a database connection of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections
from django.utils import timezone

from jobs import timing
from jobs.models import Job
from jobs.services import jobs

logger = logging.getLogger(__name__)


@contextmanager
def beating(job: Job) -> Iterator[None]:
    """Keep the job's heartbeat going for as long as the block runs."""
    done = threading.Event()
    thread = threading.Thread(
        target=_beat_until,
        args=(done, job.pk, job.attempt),
        name=f"heartbeat-{job.pk}",
        daemon=True,
    )
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _beat_until(done: threading.Event, job_id: int, attempt: int) -> None:
    try:
        while not done.wait(timing.heartbeat().total_seconds()):
            try:
                jobs.beat_job(job_id=job_id, attempt=attempt, now=timezone.now())
            except jobs.JobLost:
                # Finished, or taken away: the run notices at its next write.
                return
            except Exception:
                # A database that is down for a moment must not end the heartbeat for good.
                logger.exception("The heartbeat of job %s failed.", job_id)
                connections.close_all()
    finally:
        connections.close_all()
