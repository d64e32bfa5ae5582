"""The embedded broker: kombu's file-system transport, listening in shorter breaths.

Celery looks whether it should stop only between breaths of two seconds, and takes one more
after that; Ctrl-C would wait four seconds for a worker with nothing to do.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import filesystem

BREATH_SECONDS = 0.4


class Transport(filesystem.Transport):
    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        breath = None if timeout is None else min(timeout, BREATH_SECONDS)
        super().drain_events(connection, timeout=breath, **options)
