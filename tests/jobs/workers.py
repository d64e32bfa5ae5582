"""Real workers for the tests: processes of their own, on a site of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jobs.worker import worker_command

PROJECT_ROOT = Path(__file__).resolve().parents[2]
# Long enough on a machine that has much else to do.
PATIENCE_SECONDS = 300.0

Worker = subprocess.Popen[bytes]


class Site:
    """One installation of Touchstone: its own home, its web side, and its workers."""

    def __init__(self, home: Path, variables: dict[str, str], probe: str) -> None:
        self.home = home
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.jobs.worker_settings",
            "TOUCHSTONE_HOME": str(home),
            "TOUCHSTONE_LOG_LEVEL": "INFO",
            "TOUCHSTONE_LOG_FORMAT": "text",
            **variables,
        }
        self._workers: list[Worker] = []
        self._web = subprocess.Popen(
            [sys.executable, "-m", probe],
            cwd=PROJECT_ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ask("migrate")

    def ask(self, *command: Any) -> Any:
        """Ask the web side (see `tests.jobs.probe`)."""
        assert self._web.stdin is not None
        assert self._web.stdout is not None
        self._web.stdin.write(json.dumps(command) + "\n")
        self._web.stdin.flush()
        return json.loads(self._web.stdout.readline())

    def start_worker(self) -> Worker:
        """Start a worker in a process group of its own, as `make run` does."""
        with (self.home / "worker.log").open("ab") as log:
            worker = subprocess.Popen(
                worker_command(1),
                cwd=PROJECT_ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._workers.append(worker)
        return worker

    def wait_for(self, job: int, what: str, condition: Callable[[Any], object]) -> Any:
        """Return the content of the job's page once the condition holds."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not condition(page := self.ask("show", job)):
            if time.monotonic() > deadline:
                log = (self.home / "worker.log").read_text()[-4000:]
                raise AssertionError(f"Not within {PATIENCE_SECONDS} s: {what}\n{page}\n{log}")
            time.sleep(0.02)
        return page

    def stop(self) -> None:
        for worker in self._workers:
            kill_group(worker)
        self._web.kill()
        self._web.communicate()


@contextmanager
def site(home: Path, *, probe: str = "tests.jobs.probe", **variables: str) -> Iterator[Site]:
    """Yield a migrated site, and end its processes. Embedded unless variables say more."""
    made = Site(home, variables, probe)
    try:
        yield made
    finally:
        made.stop()


def freeze_after(at: Site, worker: Worker, job: int, *, steps: int) -> None:
    """Let a worker do some steps of a job, and leave it frozen between two of them.

    It stands still whenever we look, so that it cannot finish meanwhile, however busy the machine
    is.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        os.killpg(worker.pid, signal.SIGSTOP)
        if len(at.ask("show", job)["steps"]) >= steps:
            return
        assert time.monotonic() < deadline, f"{steps} steps: not within {PATIENCE_SECONDS} s"
        os.killpg(worker.pid, signal.SIGCONT)
        time.sleep(0.05)


def thaw(worker: Worker) -> None:
    os.killpg(worker.pid, signal.SIGCONT)


def kill_group(worker: Worker) -> None:
    """Kill the worker and its pool at once, as a power failure would."""
    if worker.poll() is None:
        os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def kill_pool(worker: Worker) -> int:
    """Kill the processes of the pool alone and return how many there were."""
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    return len(children)
