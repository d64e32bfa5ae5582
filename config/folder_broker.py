"""The embedded broker: kombu's file-system transport, listening in shorter breaths.

Celery looks whether it should stop only between breaths of two seconds, and takes one more
after that; Ctrl-C would wait four seconds for a worker with nothing to do.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import filesystem

BREATH_SECONDS = 0.4


class Transport(filesystem.Transport):
    def drain_events(self, connection: Any, **options: Any) -> Any:
        if options.get("timeout") is not None:
            options["timeout"] = min(options["timeout"], BREATH_SECONDS)
        return super().drain_events(connection, **options)
