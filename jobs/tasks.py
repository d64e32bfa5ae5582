"""The one task: answer the doorbell."""

from __future__ import annotations

import os
from typing import Any

from celery import shared_task

from jobs import doorbell, heartbeat, running


@shared_task(name=doorbell.RUN_JOB, bind=True)
def run_job(self: Any, job_id: int) -> None:
    """Run a job if it is still to be run; a second ring finds nothing to claim."""
    worker = self.request.hostname or f"process {os.getpid()}"
    running.run_job(job_id, worker=worker, beating=heartbeat.beating)
