"""The real web server, for attacks that need its threads and its sockets."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from config import web_server
from config.environment import PROJECT_ROOT
from tests.config.programs import environment_of, eventually, get, run
from tests.servers import free_port


@pytest.fixture(scope="session")
def web_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield the port of the web server alone, with its default number of threads."""
    home = tmp_path_factory.mktemp("home")
    environment = environment_of(
        home,
        DJANGO_SETTINGS_MODULE="config.settings.embedded",
        # Nothing ends by itself while a test runs, however busy the machine is.
        TOUCHSTONE_WEB_ARRIVAL_SECONDS="3600",
    )
    for command in (["migrate"], ["collectstatic", "--no-input"]):
        done = run("manage.py", *command, environment=environment)
        assert done.returncode == 0, done.stderr
    port = free_port()
    log = home / "web.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            web_server.command(address=f"127.0.0.1:{port}"),
            cwd=PROJECT_ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}/healthz"
        eventually(lambda: get(address)[0] == 200, what=log.read_text(encoding="utf-8"))
        yield port
    finally:
        process.terminate()
        process.wait()
