"""A server of the tests ends with the run, even when that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from config.variables import PROJECT_ROOT
from tests.config.programs import eventually, is_running

# Starts two servers, lets one of them go, says which they are, and waits.
RUN = """
import subprocess
from tests.servers.leashes import leash, unleash
servers = [
    subprocess.Popen(["sleep", "600"], process_group=0, stdout=subprocess.DEVNULL) for _ in range(2)
]
for server in servers:
    leash(server.pid)
unleash(servers[1].pid)
print(*(server.pid for server in servers), flush=True)
servers[0].wait()
"""


@pytest.fixture
def run() -> Iterator[tuple[subprocess.Popen[str], int, int]]:
    """Return a run, the server that it holds and the one that it let go."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN], cwd=PROJECT_ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    held, free = map(int, process.stdout.readline().split())
    yield process, held, free
    for pid in (held, free):
        if is_running(pid):
            os.kill(pid, signal.SIGKILL)
    process.kill()
    process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_server_ends_with_the_run_that_started_it(
    run: tuple[subprocess.Popen[str], int, int], number: signal.Signals
) -> None:
    process, held, free = run
    assert is_running(held)
    process.send_signal(number)
    process.wait()
    eventually(lambda: not is_running(held), what="the server is gone")
    assert is_running(free)
