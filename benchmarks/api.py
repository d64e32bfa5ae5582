"""The API beside the screens that do the same: a page, a search, the next claim, submit.

One client each, by turns, over HTTP to gunicorn with one process, on SQLite. Beside both, Label
Studio's API with as many tasks. Requests a second are those of one client that does not wait.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from statistics import fmean
from typing import Any
from urllib.parse import quote

from benchmarks import _label_studio
from benchmarks._child import run_in_child
from benchmarks.harness import Figure
from benchmarks.verifying import Annotator, serving

TITLE = "The API"
CLAIMS = 3_000
ACTS = 5_000
ROUNDS = 100
WARMING = 5
QUERY = "story number"
NAMES = {"page": "page", "search": "search", "take": "next claim", "submit": "submit"}


class ScriptAnnotator(Annotator):
    """A program with a token that does the work of an annotator."""

    def __init__(self, port: int, world: dict[str, Any]) -> None:
        super().__init__(port, world, "")
        self.corpus = world["corpus"]
        self.headers = {
            "Authorization": f"Bearer {world['token']}",
            "Content-Type": "application/json",
        }

    def call(self, what: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request to the API and return the answer; its time is kept under `what`."""
        sent = None if body is None else json.dumps(body).encode()
        began = time.perf_counter()
        self.connection.request(method, f"/api/v1/{path}", sent, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        self.times.setdefault(what, []).append((time.perf_counter() - began) * 1000)
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:300]!r}")
        return json.loads(content)

    def work(self, pause: Any = lambda: None) -> None:
        """Take a claim, search, open a page, confirm and submit."""
        taken = self.call("take", "POST", f"campaigns/{self.campaign}/verify")
        at = f"attempts/{taken['attempt']}"
        self.call("search", "GET", f"corpora/{self.corpus}/search?q={quote(QUERY)}")
        self.call("page", "GET", f"corpora/{self.corpus}/pages/{quote(self.page)}")
        judgement = self.judgement()
        token = self.call("confirm", "POST", f"{at}/confirm", judgement)["confirmation"]
        body = {"confirmation": token, "judgement": judgement}
        self.call("submit", "POST", f"{at}/submit", body)


class ScreenAnnotator(Annotator):
    """A person at the desk, who does the same."""

    def work(self, pause: Any = lambda: None) -> None:
        self.take()
        self.ask("search", "GET", f"/desk/{self.attempt}/search/?q={quote(QUERY)}", 200)
        self.ask("page", "GET", f"/desk/{self.attempt}/page/?title={quote(self.page)}", 200)
        self.confirm()
        self.submit()
        if self.errors:
            raise RuntimeError(self.errors[0])


def run() -> list[Figure]:
    """Return requests a second and p95 of both, and of Label Studio."""
    with tempfile.TemporaryDirectory(prefix="touchstone-api-") as home:
        script, person = _measure(
            {
                **os.environ,
                "TOUCHSTONE_HOME": home,
                "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
                "TOUCHSTONE_LOG_LEVEL": "ERROR",
                "TOUCHSTONE_API_REQUESTS_A_MINUTE": "100000",
            }
        )
    figures = [Figure("claims", CLAIMS), Figure("load average", os.getloadavg()[0])]
    for kind, name in NAMES.items():
        figures += _rates(f"API: {name}", script[kind])
        figures += _rates(f"screen: {name}", person[kind])
        share = _p95(script[kind]) / _p95(person[kind])
        figures.append(
            Figure(f"{name}, p95: the API to the screen", share, "times", less_is_better=True)
        )
    return figures + _beside_label_studio(script)


def _measure(environment: dict[str, str]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    world = run_in_child("_api_child", CLAIMS, ACTS, 3, environment=environment)
    with serving(environment) as server:
        script = ScriptAnnotator(server.port, world)
        person = ScreenAnnotator(server.port, world, world["sessions"][0])
        for number in range(WARMING + ROUNDS):
            script.work()
            person.work()
            if number + 1 == WARMING:
                script.times, person.times = {}, {}
    return script.times, person.times


def _beside_label_studio(ours: dict[str, list[float]]) -> list[Figure]:
    try:
        theirs = _label_studio.measure_labelling(tasks=CLAIMS, rounds=ROUNDS)
        exported = _label_studio.measure_export(tasks=CLAIMS)
    except _label_studio.PeerUnavailable as error:
        print(f"· {error}", flush=True)
        return []
    figures = []
    for name, mine, times in (
        ("next claim", ours["take"], theirs.next_task),
        ("submit", ours["submit"], theirs.submit),
    ):
        figures += _rates(f"Label Studio: {name}", times)
        share = _p95(mine) / _p95(times)
        figures.append(
            Figure(
                f"{name}, p95: our API to Label Studio's",
                share,
                "times",
                must=1,
                less_is_better=True,
            )
        )
    return [*figures, Figure("Label Studio: export", exported, "tasks a second")]


def _rates(name: str, times: list[float]) -> list[Figure]:
    return [
        Figure(f"{name}, requests a second", 1000 / fmean(times), "a second"),
        Figure(f"{name}, p95", _p95(times), "ms", less_is_better=True),
    ]


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]
