"""The processor time of requests, as a ratio to that of a bare view of ours in the same run.

gunicorn runs with one process, whose processor time is read before and after many requests of a
kind. The bare view asks for session, user and one row. A busy machine makes both slower alike.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable

from benchmarks._child import run_in_child
from benchmarks.harness import Figure
from benchmarks.verifying import Annotator, WebServer, serving

TITLE = "The processor time of requests"
CLAIMS = 600
ACTS = 5000
PEOPLE = 40
ROUNDS = 3
# At most so many times the bare view.
BOUNDS = {"sync": 3, "take": 6, "submit": 6}
NAMES = {
    "take": "next claim",
    "desk": "the desk",
    "sync": "log and draft",
    "confirm": "confirm",
    "submit": "submit",
}


def run() -> list[Figure]:
    """Return the costs on both databases."""
    from tests.servers.postgres import postgres_server

    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="touchstone-requests-") as home:
        figures += _figures("SQLite", _measure({"TOUCHSTONE_HOME": home}))
    with (
        tempfile.TemporaryDirectory(prefix="touchstone-requests-") as home,
        postgres_server() as url,
    ):
        measured = _measure({"TOUCHSTONE_HOME": home, "TOUCHSTONE_BENCH_DATABASE_URL": url})
    return figures + _figures("PostgreSQL", measured)


def _figures(database: str, milliseconds: dict[str, float]) -> list[Figure]:
    bare = milliseconds["bare"]
    figures = [Figure(f"{database}: bare view", bare, "ms of processor time")]
    for kind, name in NAMES.items():
        figures.append(
            Figure(
                f"{database}: {name}, to the bare view",
                milliseconds[kind] / bare,
                "times",
                must=BOUNDS.get(kind),
                less_is_better=True,
            )
        )
    return figures


def _measure(environment: dict[str, str]) -> dict[str, float]:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "benchmarks._requests_settings",
        "TOUCHSTONE_LOG_LEVEL": "ERROR",
        "TOUCHSTONE_WEB_PROCESSES": "1",
        **environment,
    }
    world = run_in_child("_requests_child", CLAIMS, ACTS, PEOPLE + 1, environment=environment)
    with serving(environment) as server:
        people = [Annotator(server.port, world, key) for key in world["sessions"][:PEOPLE]]
        steps: dict[str, list[Callable[[Annotator], object]]] = {
            "bare": [_look] * 3,
            "take": [Annotator.take],
            "desk": [Annotator.open_desk],
            "sync": [lambda person: person.sync(0), lambda person: person.sync(1)],
            "confirm": [Annotator.confirm],
            "submit": [Annotator.submit],
        }
        for person in people[:5]:
            _look(person)
            person.work()  # warms the process
        spent = dict.fromkeys(steps, 0.0)
        for _ in range(ROUNDS):
            for kind, calls in steps.items():
                spent[kind] += _cost(server, people, calls)
        for person in people:
            if person.errors:
                raise RuntimeError(person.errors[0])
    return {
        kind: 1000 * spent[kind] / (ROUNDS * len(people) * len(calls))
        for kind, calls in steps.items()
    }


def _look(person: Annotator) -> None:
    person.ask("bare", "GET", f"/bare/{person.campaign}/", 200)


def _cost(
    server: WebServer, people: list[Annotator], calls: list[Callable[[Annotator], object]]
) -> float:
    """Return the processor seconds in which everybody makes these calls."""
    before = server.processor_seconds()
    for call in calls:
        for person in people:
            call(person)
    return server.processor_seconds() - before
