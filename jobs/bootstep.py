"""A timer in every worker: it reports that the worker is alive, and requeues lost jobs.

Brokers lose messages when a worker is killed, or deliver them again an hour later. So every worker
looks into the database every few seconds, on every broker. Models are imported late: Celery
reads this module before Django is set up.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from celery import bootsteps
from celery.worker import state

logger = logging.getLogger(__name__)


def _is_shutting_down() -> bool:
    # Celery stores an exit code there; that of an orderly shutdown is 0.
    flags: tuple[Any, ...] = (state.should_stop, state.should_terminate)
    return any(flag is not None and flag is not False for flag in flags)


class Sweeper(bootsteps.StartStopStep):
    """The timer, in the main process of the worker."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self.timers: list[Any] = []
        self.swept_at: datetime | None = None

    def start(self, consumer: Any) -> None:
        from jobs import timing

        interval = timing.heartbeat().total_seconds()
        self.timers = [
            consumer.timer.call_after(0, self.sweep, (consumer,)),
            consumer.timer.call_repeatedly(interval, self.sweep, (consumer,)),
        ]

    def stop(self, consumer: Any) -> None:
        from django.db import connections

        from jobs.services import workers

        for timer in self.timers:
            timer.cancel()
        self.timers = []
        if not _is_shutting_down():
            return  # Only the broker is gone; the worker is alive and will connect again.
        try:
            workers.dismiss_worker(name=consumer.hostname)
        except Exception:
            logger.exception("The worker could not be marked as shut down.")
        finally:
            connections.close_all()

    def sweep(self, consumer: Any) -> None:
        """Do one round. While the database is down, log it and wait for the next round."""
        from django.db import connections
        from django.utils import timezone

        from jobs import chores, timing
        from jobs.services import jobs, workers

        now = timezone.now()
        try:
            workers.beat_worker(name=consumer.hostname, now=now)
            # After a pause of its own (a database restart, a sleeping laptop) a worker gives the
            # others time to report again before it takes silent ones for dead.
            if self.swept_at and now - self.swept_at < timing.stale_after() / 2:
                taken = jobs.requeue_stale_jobs(now=now)
                if taken:
                    logger.warning("Requeued or ended %s jobs of workers that fell silent.", taken)
            idle = consumer.pool.num_processes - len(state.reserved_requests)
            if idle > 0:
                jobs.ring_lost_jobs(now=now, limit=idle)
                chores.do_chores(now)
            workers.forget_old_workers(now=now)
            self.swept_at = now
        except Exception:
            self.swept_at = None
            logger.exception("The sweep of the jobs failed; trying again in a moment.")
        finally:
            # Processes are forked from this one: none may inherit an open connection.
            connections.close_all()
