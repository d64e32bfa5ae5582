"""The parts of `make dev`: Django's own server, and a worker that restarts with the code.

The server restarts itself when code changes. Celery's worker does not, so the supervisor
restarts it.
"""

from __future__ import annotations

import ipaddress
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

# Packages that no worker uses.
_OTHER_PACKAGES = {"tests", "benchmarks", "scripts"}


def web_command(*, address: str) -> list[str]:
    """Return the command of the web server; WhiteNoise serves the static files."""
    return [sys.executable, "manage.py", "runserver", "--nostatic", address]


def is_loopback(host: str) -> bool:
    """Return whether only programs on this machine can reach the host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass
class CodeWatcher:
    """A watcher for added, changed and deleted Python files in the project's packages."""

    root: Path
    every_seconds: float = 1.0
    _seen: dict[Path, int] = field(init=False)
    _checked_at: float = field(init=False)

    def __post_init__(self) -> None:
        self._seen, self._checked_at = self._read_times(), time.monotonic()

    def has_changed(self) -> bool:
        """Return whether code has changed since the last check; check at most every second."""
        if time.monotonic() - self._checked_at < self.every_seconds:
            return False
        before, self._seen = self._seen, self._read_times()
        self._checked_at = time.monotonic()
        return before != self._seen

    def _read_times(self) -> dict[Path, int]:
        return dict(self._files())

    def _files(self) -> Iterator[tuple[Path, int]]:
        for package in self.root.iterdir():
            if package.name in _OTHER_PACKAGES or not (package / "__init__.py").exists():
                continue
            for path in package.rglob("*.py"):
                try:
                    yield path, path.stat().st_mtime_ns
                except FileNotFoundError:
                    # An editor is replacing it at this moment: the next check will see it.
                    continue
