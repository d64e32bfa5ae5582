"""Time limits of jobs and workers. All follow from one setting, the heartbeat."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

# How long the status page lists workers that fell silent.
REMEMBER_WORKERS = timedelta(hours=1)
STALE_BEATS = 6
RING_AGAIN_BEATS = 2


def heartbeat() -> timedelta:
    """Return how often running jobs and workers report that they are alive."""
    return timedelta(seconds=settings.JOB_HEARTBEAT_SECONDS)


def stale_after() -> timedelta:
    """Return the silence after which a job or a worker is taken for dead."""
    return heartbeat() * STALE_BEATS


def ring_again_after() -> timedelta:
    """Return how long a message may go unanswered by an idle worker before it counts as lost."""
    return heartbeat() * RING_AGAIN_BEATS
