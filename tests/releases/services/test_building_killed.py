"""Real workers, killed while they build, score or import: the outcome is the same."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.jobs.workers import PATIENCE_SECONDS, Site, Worker, kill_group, site
from tests.releases.world import files_in

pytestmark = pytest.mark.slow

CLAIMS = 210
# What stands in the folder at the moment of each death, and what does not yet.
DEATHS = (
    ("while freezing", ".state/plan.jsonl", "*/train.jsonl*"),
    ("while writing the second part", "internal/dev.jsonl.*.part", ".state/part-dev.json"),
    ("while writing pages", "feverous/pages.*.part", ".state/pages-feverous.json"),
)


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield a site with SQLite, a folder as broker, and a campaign whose claims are verified."""
    with site(tmp_path_factory.mktemp("killed") / "home", probe="tests.releases.probe") as made:
        assert made.ask("fill") == CLAIMS
        yield made


def children(worker: Worker) -> list[int]:
    return [
        int(child)
        for child in Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    ]


def tell(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        # One that has just ended is no matter.
        with suppress(ProcessLookupError):
            os.kill(pid, what)


def kill_when(at: Site, folder: Path, there: str, not_yet: str) -> None:
    """Let a worker go on for a moment at a time, and kill it where it is to be killed.

    It stands still while we on_progress: nothing is there or gone by the time of the kill.
    """
    worker = at.start_worker()
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        assert time.monotonic() < deadline, f"{there} was never there."
        pool = children(worker)
        tell(pool, signal.SIGSTOP)
        is_there = any(folder.glob(there))
        if is_there:
            assert not any(folder.glob(not_yet)), f"{not_yet} is there too: the kill is too late."
            kill_group(worker)
            return
        tell(pool, signal.SIGCONT)
        time.sleep(0.001)


def finish(at: Site, job: int) -> None:
    """Let a worker that nobody disturbs go on with it."""
    worker = at.start_worker()
    page = at.wait_for(job, "the job is done", lambda page: page["result"])
    assert page["shown_as"] == "succeeded"
    kill_group(worker)


def test_a_build_that_is_killed_three_times_gives_the_same_bytes(at: Site, tmp_path: Path) -> None:
    job, path = at.ask("request")
    folder = Path(path)
    for number, (_where, there, not_yet) in enumerate(DEATHS, start=1):
        kill_when(at, folder, there, not_yet)
        assert at.ask("attempt", job) == number
        assert not (folder / "manifest.json").exists()
    finish(at, job)
    assert at.ask("attempt", job) == len(DEATHS) + 1
    for way in ("build_undisturbed", "build_with_programs"):
        again = tmp_path / way
        assert at.ask(way, str(again)) == "ready"
        names = [path.relative_to(again) for path in files_in(again)]
        assert names == [path.relative_to(folder) for path in files_in(folder)]
        for name in names:
            assert (folder / name).read_bytes() == (again / name).read_bytes(), name
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert manifest["counts"]["claims"] == CLAIMS

    score_while_a_worker_is_killed(at, folder, tmp_path)
    import_while_a_worker_is_killed(at, folder)


def score_while_a_worker_is_killed(at: Site, release: Path, tmp_path: Path) -> None:
    """Kill a worker that scores, on the same site: creating another takes longer than the test."""
    lines = (release / "feverous" / "train.jsonl").read_text().splitlines()[1:]
    predicted = tmp_path / "p.jsonl"
    with predicted.open("w") as file:
        for line in map(json.loads, lines):
            smallest = min((one["content"] for one in line["evidence"]), key=len)
            guess = {"predicted_label": line["label"], "predicted_evidence": smallest}
            file.write(json.dumps({"id": line["id"], **guess}) + "\n")
    job = at.ask("score", str(predicted))
    uploads = at.home / "uploads" / "predictions"
    kill_when(at, uploads, "*.index", "nothing")
    assert at.ask("scores") is None
    finish(at, job)
    assert at.ask("attempt", job) == 2
    scores = at.ask("scores")["all"]
    assert (scores["claims"], scores["strict"]) == (len(lines), 1.0)
    assert list(uploads.iterdir()) == []


def import_while_a_worker_is_killed(at: Site, release: Path) -> None:
    """Kill the worker once every line is checked, and while its release is built."""
    source = release / "feverous" / "train.jsonl"
    job = at.ask("import", str(source))
    uploads = at.home / "uploads" / "datasets"
    places = ((uploads, "*/staged"), (at.home / "releases", "*/internal/*.part"))
    for number, (within, there) in enumerate(places, start=1):
        kill_when(at, within, there, "nothing")
        assert at.ask("attempt", job) == number
        assert at.ask("imported") is None
    finish(at, job)
    claims, folder = at.ask("imported")
    assert claims == len(source.read_bytes().splitlines()) - 1
    assert (Path(folder) / "feverous" / "train.jsonl").read_bytes() == source.read_bytes()
    assert list(uploads.iterdir()) == []
