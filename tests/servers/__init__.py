"""Real servers for the tests, started without Docker and without root's help.

Each is a context manager that yields a URL and leaves nothing behind. A server that cannot
start is a failure where `CI=true`; elsewhere the test is skipped with one line that says what
to install.
"""

from __future__ import annotations

import os
import socket
from typing import NoReturn

import pytest


class ServerUnavailable(Exception):
    """A server cannot be started here; the message says what to install."""


def in_ci() -> bool:
    return os.environ.get("CI") == "true"


def refuse(reason: str) -> NoReturn:
    """Fail in CI, skip on a developer's machine."""
    if in_ci():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def free_port() -> int:
    """Return a port on loopback that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
