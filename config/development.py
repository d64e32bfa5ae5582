"""The parts of `make dev`: Django's own server, and a worker that follows the code.

The server starts itself again when code changes. The worker is Celery's, which does not, so
that the supervisor restarts it.
"""

from __future__ import annotations

import ipaddress
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

# What no worker runs.
_OTHER_PACKAGES = {"tests", "benchmarks", "scripts"}


def web_command(*, address: str) -> list[str]:
    """Return the command of the web server; WhiteNoise serves the static files here too."""
    return [sys.executable, "manage.py", "runserver", "--nostatic", address]


def is_loopback(host: str) -> bool:
    """Return whether only programs of this machine reach the host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass
class CodeWatcher:
    """Notices when a Python file of the project's packages appears, changes or goes."""

    root: Path
    every_seconds: float = 1.0
    _seen: dict[Path, int] = field(init=False)
    _looked_at: float = field(init=False)

    def __post_init__(self) -> None:
        self._seen, self._looked_at = self._look(), time.monotonic()

    def has_changed(self) -> bool:
        """Return whether code has changed since the last look; look only now and then."""
        if time.monotonic() - self._looked_at < self.every_seconds:
            return False
        before, self._seen = self._seen, self._look()
        self._looked_at = time.monotonic()
        return before != self._seen

    def _look(self) -> dict[Path, int]:
        return dict(self._files())

    def _files(self) -> Iterator[tuple[Path, int]]:
        for package in self.root.iterdir():
            if package.name in _OTHER_PACKAGES or not (package / "__init__.py").exists():
                continue
            for path in package.rglob("*.py"):
                try:
                    yield path, path.stat().st_mtime_ns
                except FileNotFoundError:
                    # An editor replaces it at this moment: the next look sees it.
                    continue
