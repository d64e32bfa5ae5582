"""How long silence may last. Everything follows from one setting, the heartbeat."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

# As long as somebody may wonder what became of a worker.
REMEMBER_WORKERS = timedelta(hours=1)
STALE_BEATS = 6
RING_AGAIN_BEATS = 2


def heartbeat() -> timedelta:
    """How often a running job and an idle worker say that they are alive."""
    return timedelta(seconds=settings.JOB_HEARTBEAT_SECONDS)


def stale_after() -> timedelta:
    """Silence after which a job or a worker is taken for dead."""
    return heartbeat() * STALE_BEATS


def ring_again_after() -> timedelta:
    """How long a ring may go unanswered, with a worker idle, before it is taken for lost."""
    return heartbeat() * RING_AGAIN_BEATS
