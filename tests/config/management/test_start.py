"""`manage.py start`: one process tree that starts and stops together."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.core.management import CommandError

from config.management.commands.start import check_port
from tests.config.programs import (
    PATIENCE_SECONDS,
    descendants,
    environment_of,
    eventually,
    get,
    is_running,
    run,
)
from tests.config.started import StartedSite

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("start")]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one home folder for all tests; the first start prepares it."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def started(home: Path) -> Iterator[StartedSite]:
    running = StartedSite(home)
    try:
        running.wait_until_ready()
        yield running
    finally:
        running.kill()


def test_start_prints_the_address_and_the_log_ins(started: StartedSite) -> None:
    output = started.output()
    assert f"Touchstone is running at  {started.url}/" in output
    for username in ("admin", "manager", "researcher", "annotator"):
        assert f"\n  {username} " in output
    assert "touchstone-demo" in output


def test_start_logs_for_people(started: StartedSite) -> None:
    get(f"{started.url}/log-in/")
    line = re.compile(r"\d\d:\d\d:\d\d INFO    touchstone.request GET /log-in/ 200 [\d.]+ ms -")
    eventually(lambda: line.search(started.output()), what="the request's line")


def test_start_serves_the_log_in_page_and_runs_a_worker(started: StartedSite) -> None:
    assert get(f"{started.url}/log-in/")[0] == 200
    eventually(started.worker_is_alive, what="the worker is seen")


def test_a_question_as_long_as_may_be_reaches_us_in_any_script(started: StartedSite) -> None:
    for letters in ("река" * 250, "é" * 1000, "東京" * 500, "𒀀" * 1000, "river " * 9000):
        assert get(f"{started.url}/healthz?{urlencode({'q': letters})}")[0] == 200


def test_an_address_that_is_too_long_is_refused_in_our_words(started: StartedSite) -> None:
    status, page = get(f"{started.url}/search/?{urlencode({'q': 'river ' * 12000})}")
    assert status == 414
    assert "shorten your text" in page
    assert get(f"{started.url}/log-in/")[0] == 200


def test_demo_is_not_reset_while_it_runs(started: StartedSite, home: Path) -> None:
    done = run("manage.py", "reset_demo", environment=environment_of(home))
    assert done.returncode == 1
    assert "Touchstone is running" in done.stderr
    assert (home / "touchstone.sqlite3").exists()


def test_worker_that_dies_is_started_again(started: StartedSite) -> None:
    worker = started.pid_of("celery")
    os.kill(worker, signal.SIGKILL)
    said = "The worker stopped (killed by SIGKILL); restarting it in 1 s."
    eventually(lambda: said in started.output(), what="it is said")

    def another_runs() -> bool:
        try:
            return started.pid_of("celery") != worker
        except AssertionError:
            return False

    eventually(another_runs, what="another worker")


def test_second_start_does_nothing_again_and_ctrl_c_stops_all_of_it(
    started: StartedSite, home: Path
) -> None:
    again = StartedSite(home)
    try:
        eventually(lambda: get(f"{again.url}/log-in/")[0] == 200, what="first page")
        again.wait_until_ready()
        assert "✓ Database tables: already done" in again.output()
        assert "  … " not in again.output()
        eventually(lambda: len(descendants(again.process.pid)) >= 5, what="all run")
        processes = descendants(again.process.pid)
        os.kill(again.process.pid, signal.SIGINT)
        assert again.process.wait(timeout=PATIENCE_SECONDS) == 0
        eventually(lambda: not any(map(is_running, processes)), what="all are gone")
        assert again.output().rstrip().endswith("Stopped.")
    finally:
        again.kill()


def test_port_in_use_is_said_before_any_work(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("manage.py", "start", "--port", str(port), environment=environment_of(tmp_path))
    assert done.returncode == 1
    assert f"Port {port} is in use" in done.stderr
    assert f"make run PORT={port + 1}" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "touchstone.sqlite3").exists()


def test_impossible_port_is_said() -> None:
    with pytest.raises(CommandError, match="99999 is not a valid port"):
        check_port("127.0.0.1", 99999)
