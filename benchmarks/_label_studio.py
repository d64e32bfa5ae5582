"""Label Studio beside us: its next task, its submission and its export, over HTTP.

It lives in an environment of its own in the user's cache folder, made on first use. It runs as its
command runs it, with SQLite in a folder that is thrown away; it sends nothing home.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers.elasticsearch import cache_folder

VERSION = "1.23.2"
BATCH = 2_000
_WHOLE = "whole"  # made last, so that half an environment is never taken for one
PATIENCE = 900  # seconds: it migrates its new database first, which a busy disk makes long
LABELS = """\
<View><Text name="text" value="$text"/><Choices name="verdict" toName="text">
<Choice value="Supported"/><Choice value="Refuted"/></Choices></View>
"""
CHOICE = {
    "from_name": "verdict",
    "to_name": "text",
    "type": "choices",
    "value": {"choices": ["Supported"]},
}


class PeerUnavailable(Exception):
    """Label Studio is not here and could not be fetched; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class Labelling:
    """The waiting times of a client, in ms, for each next task and each submission."""

    next_task: list[float]
    submit: list[float]


def measure_labelling(*, tasks: int, rounds: int) -> Labelling:
    measured = Labelling([], [])
    with _project(tasks=tasks, labelled=False) as (client, project):
        for number in range(rounds + 5):
            began = time.perf_counter()
            task = client.ask("GET", f"/api/projects/{project}/next", 200)
            middle = time.perf_counter()
            body = {"result": [CHOICE], "lead_time": 20}
            client.ask("POST", f"/api/tasks/{task['id']}/annotations/", 201, body)
            if number >= 5:  # the first ones warm the process
                measured.next_task.append((middle - began) * 1000)
                measured.submit.append((time.perf_counter() - middle) * 1000)
    return measured


def measure_export(*, tasks: int) -> float:
    """Return the number of tasks per second that it exports as JSON, each with an annotation."""
    with _project(tasks=tasks, labelled=True) as (client, project):
        began = time.perf_counter()
        written = client.ask("GET", f"/api/projects/{project}/export?exportType=JSON", 200)
        seconds = time.perf_counter() - began
    if len(written) != tasks:
        raise RuntimeError(f"Label Studio exported {len(written)} of {tasks} tasks")
    return tasks / seconds


@contextmanager
def _project(*, tasks: int, labelled: bool) -> Iterator[tuple[_Client, int]]:
    with _serving(_environment()) as client:
        made = {"title": "Load", "label_config": LABELS}
        project: int = client.ask("POST", "/api/projects/", 201, made)["id"]
        for start in range(0, tasks, BATCH):
            numbers = range(start, min(start + BATCH, tasks))
            sent = [_task(number, labelled=labelled) for number in numbers]
            client.ask("POST", f"/api/projects/{project}/import", 201, sent)
        yield client, project


def _task(number: int, *, labelled: bool) -> dict[str, Any]:
    text = f"River {number} was crossed by bridge number {number} in {1500 + number % 500}."
    task: dict[str, Any] = {"data": {"text": text}}
    return {**task, "annotations": [{"result": [CHOICE]}]} if labelled else task


def is_installed() -> bool:
    return (_folder() / _WHOLE).exists()


def _folder() -> Path:
    return cache_folder() / f"label-studio-{VERSION}"


def _environment() -> Path:
    """Return the Python of Label Studio; install it first if necessary."""
    folder = _folder()
    whole = folder / _WHOLE
    python = folder / "bin" / "python"
    if not whole.exists():
        print(f"· Installing Label Studio {VERSION} (some minutes, once)", flush=True)
        try:
            for command in (
                [sys.executable, "-m", "venv", "--clear", str(folder)],
                [str(python), "-m", "pip", "install", "--quiet", f"label-studio=={VERSION}"],
            ):
                subprocess.run(command, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            said = str(getattr(error, "stderr", "") or error).strip().splitlines()
            raise PeerUnavailable(f"Label Studio cannot be installed: {said[-1]}") from error
        whole.touch()
    return python


class _Client:
    """One connection with one token; an answer that is not the right one ends the run."""

    def __init__(self, port: int, token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, status: int, body: Any = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        self.connection.request(method, path, sent, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != status:
            raise RuntimeError(f"Label Studio: {method} {path}: {answer.status} {content[:300]!r}")
        return json.loads(content)


@contextmanager
def _serving(python: Path) -> Iterator[_Client]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    token = secrets.token_hex(20)
    person = ["--username", "bench@example.org", "--password", token, "--user-token", token]
    with tempfile.TemporaryDirectory(prefix="touchstone-label-studio-") as data:
        command = [str(python), "-m", "label_studio.server", "start", "--no-browser"]
        command += ["--internal-host", "127.0.0.1", "--port", str(port), "--data-dir", data]
        environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "LABEL_STUDIO_BASE_DATA_DIR": data,
            "COLLECT_ANALYTICS": "false",
            "LATEST_VERSION_CHECK": "false",
        }
        server = subprocess.Popen(
            [*command, "--log-level", "ERROR", "--enable-legacy-api-token", *person],
            env=environment,
            cwd=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, server)
            yield _Client(port, token)
        finally:
            server.terminate()
            server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise RuntimeError("Label Studio ended by itself")
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/health/")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("Label Studio did not start")
