"""Jobs that a command runs in the foreground.

Such a job is like any other: it holds its key, and if the command is killed, a worker takes over.
"""

from __future__ import annotations

import os
import socket
import time

from django.core.management.base import OutputWrapper
from django.utils import timezone

from jobs import heartbeat
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.runs import Listener
from jobs.services import jobs

_LOOK_EVERY_SECONDS = 1.0


def progress_printer(out: OutputWrapper) -> Listener:
    """Return a listener that prints progress for somebody at a terminal."""

    def print_progress(done: int, total: int | None, note: str) -> None:
        out.write(f"{note}: {done:,}" + (f" of {total:,}" if total else ""))

    return print_progress


def run_to_end(job: Job, *, listen: Listener | None = None) -> Job:
    """Run the job in this process, or wait for the worker that was faster. Return it finished.

    An interrupt from the keyboard cancels it.
    """
    worker = f"command-{os.getpid()}@{socket.gethostname()}"
    try:
        while not job.is_finished:
            if not run_job(job.pk, worker=worker, beating=heartbeat.beating, listen=listen):
                time.sleep(_LOOK_EVERY_SECONDS)
            job.refresh_from_db()
            if listen is not None and not job.is_finished:
                listen(job.progress_done, job.progress_total, job.progress_note)
    except KeyboardInterrupt:
        job = jobs.cancel_job(job=job, by=None, now=timezone.now())
        if job.state == JobState.RUNNING and job.worker == worker:
            jobs.end_cancelled_job(job_id=job.pk, attempt=job.attempt, now=timezone.now())
        raise
    return job
