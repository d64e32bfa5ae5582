"""Verifying claims: the next claim and a submission, by one person and by a hundred at once.

The database holds 10,000 claims and 100,000 interactions. Requests go over HTTP to gunicorn, as in
production. A simulated annotator takes a claim, opens its desk, sends the log twice and submits,
with a pause of one to three seconds between two requests: far busier than a person.

Beside it, between the two databases, Label Studio with as many tasks, SQLite and one client.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import _label_studio
from benchmarks._child import run_in_child
from benchmarks.harness import ROOT, Figure

TITLE = "Verifying claims"
CLAIMS = 10_000
ACTS = 100_000
CROWD = 100
ROUNDS = 200
CROWD_ROUNDS = 3
CSRF = "c" * 32


def run() -> list[Figure]:
    from tests.servers.postgres import postgres_server

    with tempfile.TemporaryDirectory(prefix="touchstone-verifying-") as home:
        sqlite = _measure({"TOUCHSTONE_HOME": home}, crowd=0)
    beside = _beside_label_studio(sqlite)
    with (
        tempfile.TemporaryDirectory(prefix="touchstone-verifying-") as home,
        postgres_server() as url,
    ):
        environment = {
            "TOUCHSTONE_HOME": home,
            "DJANGO_SETTINGS_MODULE": "benchmarks._postgres_settings",
            "TOUCHSTONE_BENCH_DATABASE_URL": url,
        }
        postgres = _measure(environment, crowd=CROWD)
    figures = [Figure("claims", CLAIMS), Figure("interactions", ACTS)]
    for name, measured in (("SQLite", sqlite), ("PostgreSQL", postgres)):
        for what, times in (
            ("next claim", measured.times["take"]),
            ("submit", measured.times["submit"]),
        ):
            figures.append(Figure(f"{name}: {what}, p50", median(times), "ms"))
            figures.append(_figure(f"{name}: {what}, p95", times, must=50, aim=25))
        figures.append(Figure(f"{name}: load average", measured.load))
        figures += [
            _figure(f"{name}: {what}, p95", times)
            for what, times in (
                ("the desk", measured.times["desk"]),
                ("log and draft", measured.times["sync"]),
                ("next claim, the service alone", measured.services["take"]),
                ("submit, the service alone", measured.services["submit"]),
            )
        ]
    figures += beside
    together = [time for times in postgres.crowd.values() for time in times]
    return [
        *figures,
        Figure(f"{CROWD} at once: requests", len(together)),
        Figure(f"{CROWD} at once: errors", len(postgres.errors), must=0, less_is_better=True),
        Figure(f"{CROWD} at once: requests a second", len(together) / postgres.seconds),
        _figure(f"{CROWD} at once: next claim, p95", postgres.crowd["take"], aim=300),
        _figure(f"{CROWD} at once: submit, p95", postgres.crowd["submit"], aim=300),
        _figure(f"{CROWD} at once: any request, p95", together, aim=300),
    ]


def _beside_label_studio(ours: _Measured) -> list[Figure]:
    """Return its times, and ours as a share of them; both with SQLite."""
    try:
        theirs = _label_studio.measure_labelling(tasks=CLAIMS, rounds=ROUNDS)
    except _label_studio.PeerUnavailable as error:
        print(f"· {error}", flush=True)
        return []
    pairs = (
        ("next claim", "next task", ours.times["take"], theirs.next_task),
        ("submit", "submit", ours.times["submit"], theirs.submit),
    )
    figures = [Figure("Label Studio: load average", os.getloadavg()[0])]
    for name, its_name, mine, times in pairs:
        figures.append(Figure(f"Label Studio: {its_name}, p50", median(times), "ms"))
        figures.append(_figure(f"Label Studio: {its_name}, p95", times))
        share = _p95(mine) / _p95(times)
        figures.append(
            Figure(f"{name}, p95: ours to Label Studio's", share, must=1, less_is_better=True)
        )
    return figures


def _figure(
    name: str, times: list[float], must: float | None = None, aim: float | None = None
) -> Figure:
    return Figure(name, _p95(times), "ms", must=must, aim=aim, less_is_better=True)


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)] if times else float("nan")


@dataclass(slots=True)
class _Measured:
    services: dict[str, list[float]]
    times: dict[str, list[float]]
    load: float  # of the machine, while one person was timed
    crowd: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    seconds: float = 1.0


def _measure(environment: dict[str, str], *, crowd: int) -> _Measured:
    environment = {**os.environ, "TOUCHSTONE_LOG_LEVEL": "ERROR", **environment}
    world = run_in_child(
        "_verifying_child", CLAIMS, ACTS, CROWD + 2, ROUNDS, environment=environment
    )
    with serving(environment) as server:
        port = server.port
        annotator = Annotator(port, world, world["sessions"][1])
        for _ in range(5):
            annotator.work()  # warms the process
        annotator.times = no_times()
        for _ in range(ROUNDS):
            annotator.work()
        measured = _Measured(world["services"], annotator.times, os.getloadavg()[0])
        if annotator.errors:
            raise RuntimeError(annotator.errors[0])
        if crowd:
            _measure_crowd(measured, port, world, crowd)
    return measured


@dataclass(frozen=True, slots=True)
class WebServer:
    """A running gunicorn: its port, and the id of the process that started the others."""

    port: int
    pid: int

    def processor_seconds(self) -> float:
        """Return the processor time of its web processes so far."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        ticks = 0
        for child in children:
            # User and system time, counted from behind the name, which may contain spaces.
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[WebServer]:
    """Start gunicorn: one process for SQLite, two for PostgreSQL, each with eight threads."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    workers = "2" if "TOUCHSTONE_BENCH_DATABASE_URL" in environment else "1"
    workers = environment.get("TOUCHSTONE_WEB_PROCESSES", workers)
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.web_server"]
    server = subprocess.Popen(
        [*command, "--bind", f"127.0.0.1:{port}", "--workers", workers, "--log-level", "error"],
        cwd=ROOT,
        env={**environment, "TOUCHSTONE_WEB_THREADS": "8"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, server)
        yield WebServer(port, server.pid)
    finally:
        server.terminate()
        server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    while True:
        if server.poll() is not None:
            raise RuntimeError("gunicorn ended by itself")
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/log-in/")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.05)
        else:
            return


def _measure_crowd(measured: _Measured, port: int, world: dict[str, Any], crowd: int) -> None:
    people = [Annotator(port, world, key) for key in world["sessions"][2 : crowd + 2]]
    dice = [random.Random(number) for number in range(crowd)]

    def work(number: int) -> None:
        person = people[number]
        time.sleep(dice[number].uniform(0, 2))
        for _ in range(CROWD_ROUNDS):
            person.work(pause=lambda: time.sleep(dice[number].uniform(1, 3)))

    began = time.perf_counter()
    with ThreadPoolExecutor(crowd) as pool:
        list(pool.map(work, range(crowd)))
    measured.seconds = time.perf_counter() - began
    measured.crowd = {
        kind: [time for one in people for time in one.times[kind]] for kind in no_times()
    }
    measured.errors = [error for one in people for error in one.errors]


def no_times() -> dict[str, list[float]]:
    return {"take": [], "desk": [], "sync": [], "confirm": [], "submit": []}


class Annotator:
    """One person with one connection; every answer that is not the right one is an error."""

    def __init__(self, port: int, world: dict[str, Any], session: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.campaign, self.page = world["campaign"], world["page"]
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/json",
        }
        self.times = no_times()
        self.errors: list[str] = []
        # The claim in hand: the address of its desk, its attempt, and the stream of its log.
        self.place = self.attempt = self.stream = ""

    def work(self, pause: Any = lambda: None) -> None:
        if not self.take():
            return
        pause()
        self.open_desk()
        for number in (0, 1):
            pause()
            self.sync(number)
        pause()
        self.confirm()
        self.submit()

    def take(self) -> bool:
        """Take the next claim; return whether there was one."""
        self.place = self.ask("take", "POST", f"/campaigns/{self.campaign}/verify/", 302)
        if "/verify/" not in self.place:
            self.errors.append(f"no claim: {self.place}")
            return False
        self.attempt = self.place.rstrip("/").rsplit("/", 1)[-1]
        self.stream = str(uuid.uuid4())
        return True

    def open_desk(self) -> None:
        self.ask("desk", "GET", self.place, 200)

    def sync(self, number: int) -> None:
        """Send ten acts and the draft for the first time, the second, and so on."""
        body = {
            "stream": self.stream,
            "acts": [self.act(10 * number + n) for n in range(1, 11)],
            "draft": {
                "revision": number,
                "body": {"verdict": "", "sets": [[], [], []], "note": str(number)},
            },
            "sent_at": datetime.now(UTC).isoformat(),
        }
        self.ask("sync", "POST", f"/desk/{self.attempt}/sync/", 200, body)

    def confirm(self) -> None:
        self.ask("confirm", "POST", f"/verify/{self.attempt}/confirm/", 200, self.judgement())

    def submit(self) -> None:
        self.ask("submit", "POST", f"/verify/{self.attempt}/submit/", 200, self.judgement())

    def judgement(self) -> dict[str, Any]:
        """Return a verdict with two sets of evidence."""
        return {
            "verdict": "supported",
            "tags": {"challenge": "other"},
            "sets": [
                [{"page": self.page, "address": at} for at in ("sentence_1", "cell_0_3_1")],
                [{"page": self.page, "address": "sentence_2"}],
            ],
        }

    def act(self, sequence: int) -> dict[str, Any]:
        chosen = {"page": self.page, "address": f"sentence_{sequence}", "set": 1, "way": "key"}
        now = datetime.now(UTC).isoformat()
        return {"sequence": sequence, "kind": "element_selected", "at": now, "body": chosen}

    def ask(self, what: str, method: str, path: str, status: int, body: Any = None) -> str:
        sent = None if body is None else json.dumps(body).encode()
        began = time.perf_counter()
        self.connection.request(method, path, sent, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        self.times.setdefault(what, []).append((time.perf_counter() - began) * 1000)
        if answer.status != status:
            self.errors.append(f"{method} {path}: {answer.status} {content[:300]!r}")
        return answer.getheader("Location") or ""
