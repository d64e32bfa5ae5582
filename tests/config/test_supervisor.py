"""Children are restarted, or end everything, and none is ever left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.supervisor import Child, ChildDiedError, NotAnsweringError, Supervisor
from config.variables import PROJECT_ROOT
from tests.config.programs import (
    PATIENCE_SECONDS,
    descendants,
    environment_of,
    eventually,
    is_running,
)

pytestmark = pytest.mark.slow

# A child with a child of its own, as gunicorn and Celery are.
FAMILY = [sys.executable, "-c", "import subprocess; subprocess.run(['sleep', '60'])"]
# A child that ignores our wish that it stop.
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"

PROGRAM = f"""
import os
from pathlib import Path
from config.supervisor import Child, Supervisor
with Supervisor(print, os.environ, Path("."), patience=1.0) as supervisor:
    supervisor.start(Child("family", {FAMILY!r}, essential=True))
    supervisor.start(Child("stubborn", {[sys.executable, "-c", STUBBORN]!r}, essential=False))
    supervisor.watch()
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process that supervises two children; it has five descendants."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=PROJECT_ROOT,
        env=environment_of(tmp_path),
        stderr=subprocess.DEVNULL,
        process_group=0,
    )
    eventually(lambda: len(descendants(process.pid)) == 4, what="all run")
    family = descendants(process.pid)
    yield process
    for pid in [process.pid, *family]:
        if is_running(pid):
            os.kill(pid, signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_children_and_grandchildren(
    program: subprocess.Popen[bytes], number: signal.Signals
) -> None:
    family = descendants(program.pid)
    os.kill(program.pid, number)
    assert program.wait(timeout=PATIENCE_SECONDS) == 0
    eventually(lambda: not any(map(is_running, family)), what="all are gone")


def test_nothing_is_left_when_the_supervisor_is_killed(program: subprocess.Popen[bytes]) -> None:
    family = descendants(program.pid)
    program.kill()
    # The watchdog asks first, and waits a second for the child that does not stop.
    eventually(lambda: not any(map(is_running, family)), what="all are gone")


@pytest.fixture
def watched() -> Iterator[tuple[Supervisor, list[str]]]:
    """Run a supervisor in this process, and restore the test's signal handlers afterwards."""
    handlers = {n: signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    said: list[str] = []
    with Supervisor(said.append, os.environ, PROJECT_ROOT, first_delay=0.1) as running:
        yield running, said
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_child_without_which_nothing_works_ends_everything(
    watched: tuple[Supervisor, list[str]],
) -> None:
    running, _said = watched
    running.start(Child("web server", [sys.executable, "-c", "exit(3)"], essential=True))
    with pytest.raises(ChildDiedError, match=r"The web server stopped \(exit code 3\)"):
        running.watch()


def test_other_child_is_started_again_more_and_more_slowly(
    watched: tuple[Supervisor, list[str]],
) -> None:
    running, said = watched
    child = Child("worker", [sys.executable, "-S", "-c", "exit(1)"], essential=False)
    running.start(child)

    def three_times() -> bool:
        running._check_children()
        return len(said) == 3

    eventually(three_times, what="three ends")
    assert said[0] == "The worker stopped (exit code 1); restarting it in 0 s."
    assert child.delay == pytest.approx(0.8)


def test_child_is_restarted_at_once_without_a_word(watched: tuple[Supervisor, list[str]]) -> None:
    running, said = watched
    child = Child("worker", FAMILY, essential=False, delay=16.0)
    running.start(child)
    assert child.process is not None
    first = child.process.pid
    running.restart(child)
    assert child.process.pid != first
    assert not is_running(first)
    assert is_running(child.process.pid)
    # It is not to blame.
    assert child.delay == 0.1
    running._check_children()
    assert said == []


def test_server_that_answers_nothing_is_given_up(watched: tuple[Supervisor, list[str]]) -> None:
    running, _said = watched
    with pytest.raises(NotAnsweringError, match="did not answer within 0 s"):
        running.wait_for("http://127.0.0.1:1/healthz", seconds=0.3)
