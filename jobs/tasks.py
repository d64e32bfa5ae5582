"""The one task of Celery: run the job that a message names."""

from __future__ import annotations

import os
from typing import Any

from celery import shared_task

from jobs import doorbell, execution, heartbeat


@shared_task(name=doorbell.RUN_JOB, bind=True)
def run_job(self: Any, job_id: int) -> None:
    """Run a job that is still queued; a second message finds nothing to claim."""
    worker = self.request.hostname or f"process {os.getpid()}"
    execution.run_job(job_id, worker=worker, beating=heartbeat.beating)
