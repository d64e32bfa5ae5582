"""Ringing for a worker. A ring may be lost or come twice: the job's row is what counts."""

from __future__ import annotations

import logging

from celery import current_app

RUN_JOB = "jobs.run_job"
# Whoever asked for a job does not wait for a broker that is down: one quick try. Celery on its
# own takes six seconds to give up, and waits for ever where nothing answers.
IMPATIENT = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": 1,
}

logger = logging.getLogger(__name__)


def ring(job_id: int) -> bool:
    """Tell some worker that a job waits. With the broker down the job waits for the sweeper."""
    try:
        with current_app.connection_for_write(transport_options=IMPATIENT) as connection:
            current_app.send_task(
                RUN_JOB, args=[job_id], connection=connection, retry=False, ignore_result=True
            )
    except Exception as error:
        # Whatever a broker may raise: the job is stored, and is rung for again.
        logger.error("The broker could not be told of job %s: %s", job_id, error)
        return False
    return True
