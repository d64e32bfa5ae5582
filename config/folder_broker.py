"""The embedded broker: kombu's file-system transport, with shorter waits.

Celery only checks whether it should stop between waits of two seconds, and waits once more after
that; Ctrl-C would take four seconds to stop an idle worker.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import filesystem

WAIT_SECONDS = 0.4


class Transport(filesystem.Transport):
    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        wait = None if timeout is None else min(timeout, WAIT_SECONDS)
        super().drain_events(connection, timeout=wait, **options)
