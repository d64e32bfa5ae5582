"""The doorbell: messages that tell workers about a waiting job.

A message may be lost or come twice; only the job's row counts.
"""

from __future__ import annotations

import logging

from django.conf import settings
from django.utils.module_loading import import_string

RUN_JOB = "jobs.run_job"
# The person who requests a job does not wait for a broker that is down: one quick try. Celery by
# default takes six seconds to give up, and waits for ever if nothing answers.
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
    """Tell a worker that a job waits. If the broker is down, the sweeper rings again later."""
    app = import_string(settings.WORKER_APPLICATION)
    try:
        with app.connection_for_write(transport_options=IMPATIENT) as connection:
            app.send_task(
                RUN_JOB, args=[job_id], connection=connection, retry=False, ignore_result=True
            )
    except Exception as error:
        # A broker may raise anything. The job is stored, and the sweeper rings again.
        logger.error("The broker could not be told about job %s: %s", job_id, error)
        return False
    return True
