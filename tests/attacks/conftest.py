"""The real web server, for attacks that need its threads and its sockets."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.variables import PROJECT_ROOT
from config.web_server import command
from tests.attacks.held_hasher import HOLD_VARIABLE
from tests.config.programs import environment_of, eventually, get, run
from tests.servers import free_port


@dataclass(frozen=True, slots=True)
class WebServer:
    """A running web server."""

    port: int
    processes: tuple[int, ...]

    @property
    def processor_seconds(self) -> float:
        """The processor time of its processes so far."""
        ticks = sum(sum(map(int, _facts(process)[11:13])) for process in self.processes)
        return ticks / os.sysconf("SC_CLK_TCK")


def _facts(process: int) -> list[str]:
    """Return what the kernel tells of a process, from its state on."""
    # The name before may have blanks and brackets in it.
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def _with_children(process: int) -> Iterator[int]:
    yield process
    for folder in Path("/proc").glob("[0-9]*"):
        # Others may end meanwhile.
        with suppress(OSError):
            if _facts(int(folder.name))[1] == str(process):
                yield int(folder.name)


@pytest.fixture(scope="session")
def web_port(web_server: WebServer) -> int:
    return web_server.port


@pytest.fixture(scope="session")
def web_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """Yield the web server alone, with its default number of threads."""
    with _serve(tmp_path_factory.mktemp("home"), "config.settings.embedded") as server:
        yield server


@dataclass(frozen=True, slots=True)
class HoldingServer:
    """A web server whose checks of passwords do not end while a file is there."""

    port: int
    hold: Path


@pytest.fixture
def holding_server(tmp_path: Path) -> Iterator[HoldingServer]:
    hold = tmp_path / "hold"
    hold.touch()
    variables = {HOLD_VARIABLE: str(hold)}
    with _serve(tmp_path / "home", "tests.attacks.held_passwords", **variables) as server:
        try:
            yield HoldingServer(server.port, hold)
        finally:
            hold.unlink(missing_ok=True)


@contextmanager
def _serve(home: Path, settings: str, **variables: str) -> Iterator[WebServer]:
    environment = environment_of(
        home,
        DJANGO_SETTINGS_MODULE=settings,
        # Nothing ends by itself while a test runs, however busy the machine is.
        TOUCHSTONE_WEB_ARRIVAL_SECONDS="3600",
        **variables,
    )
    for preparing in (["migrate"], ["collectstatic", "--no-input"]):
        done = run("manage.py", *preparing, environment=environment)
        assert done.returncode == 0, done.stderr
    port = free_port()
    log = home / "web.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command(address=f"127.0.0.1:{port}"),
            cwd=PROJECT_ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}/healthz"
        eventually(lambda: get(address)[0] == 200, what=log.read_text(encoding="utf-8"))
        yield WebServer(port, tuple(_with_children(process.pid)))
    finally:
        process.terminate()
        process.wait()
