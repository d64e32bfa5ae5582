"""Ringing for a worker. A ring may be lost or come twice: the job's row is what counts."""

from __future__ import annotations

import logging

from celery import current_app

RUN_JOB = "jobs.run_job"

logger = logging.getLogger(__name__)


def ring(job_id: int) -> bool:
    """Tell some worker that a job waits. With the broker down the job waits for the sweeper."""
    try:
        current_app.send_task(RUN_JOB, args=[job_id], retry=False, ignore_result=True)
    except Exception:
        # Whatever a broker may raise: the job is stored, and whoever asked for it need not wait.
        logger.exception("No worker could be told of job %s; it will be rung for again.", job_id)
        return False
    return True
