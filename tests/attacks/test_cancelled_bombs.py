"""Jobs that read bombs are cancelled: heard within two seconds at every point, whatever is read.

Time is what the worker itself spends, so that nothing here depends on how busy the machine is.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from pytest_django import Settings

from core.file_limits import DEFAULT_FILE_LIMITS
from jobs.execution import run_job
from jobs.models import Job
from jobs.services import jobs
from releases.importing.import_requests import ImportDetails, Upload
from releases.importing.import_requests import request_import as request_dataset
from releases.models import Release
from releases.scoring import predictions
from tests.attacks.test_bombs import HEAD, gzip_bomb
from tests.examples import IS_LONG
from tests.people import Cast
from tests.releases.formats.test_line_reader_any_line import LINES
from tests.wiki.pages import make_corpus, make_page
from wiki.dump import pool
from wiki.services.import_files import ImportFile, ImportFolder
from wiki.services.import_requests import request_import
from wiki.services.imports import ImportOptions

SECONDS = 2.0
# Nothing but a cancellation ends the reading.
PATIENT = replace(DEFAULT_FILE_LIMITS, seconds=6000, allowed_bytes=2**40, lines=10**12)
# The look after which somebody cancels: the worst moment, because the next one is far.
CANCELLED_AFTER = 3


class WorkersClock:
    """The time that a worker spends: on the processor, and in waits of the length it asked for."""

    def __init__(self) -> None:
        self.waited = 0.0
        self.looks: list[float] = []

    def now(self) -> float:
        return time.thread_time() + self.waited

    def counting(self, asked: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that waits for something, with its waits counted."""

        def counted(something: Any, timeout: float | None = 0.0) -> Any:
            began = time.monotonic()
            try:
                return asked(something, timeout)
            finally:
                waited = time.monotonic() - began
                self.waited += waited if timeout is None else min(waited, timeout)

        return counted

    @property
    def longest_gap(self) -> float:
        """The longest time between two looks at the flag, or after the last one."""
        return max(after - before for before, after in pairwise([*self.looks, self.now()]))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> WorkersClock:
    clock = WorkersClock()
    monkeypatch.setattr(Connection, "poll", clock.counting(Connection.poll))
    monkeypatch.setattr(pool, "wait", clock.counting(wait))
    return clock


@pytest.fixture
def cancelled_run(
    clock: WorkersClock, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Job], Job]:
    """Return a function that runs a job, which is cancelled right after a look at the flag."""
    hold = jobs.hold_job

    def look(*, job_id: int, attempt: int) -> None:
        clock.looks.append(clock.now())
        hold(job_id=job_id, attempt=attempt)
        if len(clock.looks) == CANCELLED_AFTER:
            job = Job.objects.get(pk=job_id)
            jobs.cancel_job(job=job, by=cast.manager, now=timezone.now())

    def run(job: Job) -> Job:
        monkeypatch.setattr(jobs, "hold_job", look)
        assert run_job(job.pk, worker="test")
        job.refresh_from_db()
        return job

    return run


def slow_database(path: Path) -> None:
    """Write a table whose column takes long to compute; a view is refused at once."""
    connection = sqlite3.connect(path)
    computed = "substr(hex(zeroblob(30000000)), 1, 2)"
    connection.execute(f"CREATE TABLE wiki (id TEXT, data TEXT AS ({computed}) VIRTUAL)")
    connection.execute(
        "INSERT INTO wiki (id) WITH RECURSIVE n(id) AS"
        " (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 100000) SELECT id FROM n"
    )
    connection.commit()
    connection.close()


def many_elements(path: Path) -> None:
    """Write pages of another namespace, each with as many elements as a page may have."""
    page = b"<page><title>A</title><ns>1</ns>" + b"<a/>" * 500_000 + b"</page>"
    gzip_bomb(path, (HEAD, 1), (page, 2000))


def long_lines(path: Path) -> None:
    """Write pages of one long sentence each."""
    megabytes = 100 if IS_LONG else 20
    head = b'{"title": "A", "order": ["sentence_0"], "sentence_0": "'
    gzip_bomb(path, (head + b"x" * (megabytes * 2**20) + b'"}\n', 500))


def blank_lines(path: Path) -> None:
    gzip_bomb(path, (b'{"title": "A"}\n', 1), (b"\n" * 2**20, 4000))


BOMBS: dict[str, tuple[str, Callable[[Path], None], ImportOptions]] = {
    "computed rows": ("a.db", slow_database, ImportOptions()),
    "elements, read for templates": ("a.xml.gz", many_elements, ImportOptions()),
    "elements, read for pages": ("a.xml.gz", many_elements, ImportOptions(templates=False)),
    "long lines": ("a.jsonl.gz", long_lines, ImportOptions()),
    "blank lines": ("a.jsonl.gz", blank_lines, ImportOptions()),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_an_import_of_a_bomb_is_cancelled_within_two_seconds(
    name: str,
    tmp_path: Path,
    settings: Settings,
    cast: Cast,
    clock: WorkersClock,
    cancelled_run: Callable[[Job], Job],
) -> None:
    file, write, options = BOMBS[name]
    write(tmp_path / file)
    settings.IMPORT_FOLDER, settings.HOME, settings.FILE_LIMITS = tmp_path, tmp_path, PATIENT
    job = request_import(
        corpus=make_corpus("Bombs", owner=cast.manager),
        file=ImportFile(ImportFolder.IMPORTS, file),
        options=options,
        by=cast.manager,
        now=timezone.now(),
    )
    assert cancelled_run(job).state == "cancelled"
    assert len(clock.looks) >= CANCELLED_AFTER
    assert clock.longest_gap < SECONDS


def dataset(name: str, content: bytes, cast: Cast, purpose: str) -> Job:
    corpus = make_corpus(name, owner=cast.manager)
    make_page("Aare", "== Course ==\nThe Aare is long.", corpus=corpus)
    requested = request_dataset(
        details=ImportDetails(
            name=name, corpus=corpus, format_name="feverous", design="feverous", purpose=purpose
        ),
        uploads=[Upload("train", SimpleUploadedFile("a.jsonl", content))],
        by=cast.manager,
        now=timezone.now(),
    )
    assert requested.job is not None
    return requested.job


def predicted(content: bytes, cast: Cast) -> Job:
    line = json.dumps({**LINES["feverous"], "id": 1}).encode()
    assert run_job(dataset("Scored", line, cast, "analyse").pk, worker="test")
    scored = predictions.request_scoring(
        release=Release.objects.get(),
        part="train",
        name="Baseline",
        file=SimpleUploadedFile("p.jsonl", content),
        by=cast.manager,
        now=timezone.now(),
    )
    assert scored.job is not None
    return scored.job


@pytest.mark.slow
@pytest.mark.parametrize("use", ["claims", "predictions"])
def test_blank_lines_without_end_are_cancelled_within_two_seconds(
    use: str,
    tmp_path: Path,
    settings: Settings,
    cast: Cast,
    clock: WorkersClock,
    cancelled_run: Callable[[Job], Job],
) -> None:
    blank_lines(tmp_path / "a.gz")
    content = (tmp_path / "a.gz").read_bytes()
    settings.HOME, settings.FILE_LIMITS = tmp_path, PATIENT
    is_claims = use == "claims"
    job = dataset("Bomb", content, cast, "verify") if is_claims else predicted(content, cast)
    assert cancelled_run(job).state == "cancelled"
    assert len(clock.looks) >= CANCELLED_AFTER
    assert clock.longest_gap < SECONDS
