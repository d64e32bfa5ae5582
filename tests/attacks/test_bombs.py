"""Files that are made to stop or exhaust a worker: refused in bounded time and memory."""

from __future__ import annotations

import gzip
import json
import resource
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import zstandard
from django.utils import timezone
from pytest_django import Settings

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from core.readers import HEED_SECONDS, ignore
from jobs import timing
from jobs.execution import run_job
from jobs.models import Job
from jobs.runs import PROGRESS_EVERY
from jobs.services import jobs
from releases.dataset.rules.refusals import refusal
from releases.formats.files.bounded import read_bounded_lines
from releases.formats.files.reading import FileFault
from tests.examples import IS_LONG
from tests.people import Cast
from wiki.dump import DumpError, open_bounded_dump
from wiki.models import Corpus, Page
from wiki.services import corpora
from wiki.services.import_files import ImportFile, ImportFolder, new_upload, root_of
from wiki.services.import_requests import remove_abandoned_uploads, request_import
from wiki.services.imports import ImportOptions

# Short, so that the tests are: real dumps have the defaults.
LIMITS = replace(DEFAULT_FILE_LIMITS, seconds=2, megabytes=512, allowed_bytes=4 * 2**20)
HEAD = b'<mediawiki xml:lang="en">'


def gzip_bomb(path: Path, *parts: tuple[bytes, int]) -> Path:
    """Write blocks, each so many times, as gzip: a thousandth of their size."""
    path.write_bytes(b"".join(gzip.compress(block) * number for block, number in parts))
    return path


def endless_view(path: Path) -> Path:
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE VIEW wiki AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
        " SELECT id AS rowid, id, '{}' AS data FROM n"
    )
    connection.commit()
    connection.close()
    return path


def read_all(path: Path, limits: FileLimits = LIMITS) -> str:
    """Read a dump to its end and return the reason why that is refused."""
    with pytest.raises(DumpError) as refused:
        for _ in open_bounded_dump(path, limits=limits).batches():
            pass
    return refused.value.reason


def test_an_endless_view_is_no_table_of_pages(tmp_path: Path) -> None:
    assert read_all(endless_view(tmp_path / "a.db")) == "its `wiki` is not a table but computed"


def test_a_virtual_table_is_no_table_of_pages(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.execute("CREATE VIRTUAL TABLE wiki USING fts5(id, data)")
    connection.commit()
    connection.close()
    assert read_all(tmp_path / "a.db") == "its `wiki` is not a table but computed"


def test_a_schema_with_names_that_are_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE wiki (id TEXT, data TEXT)")
    connection.execute("CREATE TABLE aaaaaaaa (id TEXT)")
    connection.commit()
    connection.close()
    schema = path.read_bytes().replace(b"CREATE TABLE aaaaaaaa", b"CREATE TABLX aaaaaaaa")
    path.write_bytes(schema.replace(b"aaaaaaaa", b"\x80" * 8))
    assert read_all(path).startswith("it has no readable table of pages")


def test_a_column_that_computes_a_gigabyte_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.execute(
        "CREATE TABLE wiki (id TEXT, data TEXT AS (hex(zeroblob(400000000))) VIRTUAL)"
    )
    connection.execute("INSERT INTO wiki (id) VALUES ('A')")
    connection.commit()
    connection.close()
    assert read_all(tmp_path / "a.db") == "the database is corrupt (string or blob too big)"


def test_a_small_gzip_of_elements_without_end_is_refused(tmp_path: Path) -> None:
    # In full: 80 million elements, which took 4.6 GB of memory, in 300 kB of gzip.
    block, number = (b"<a/>" * 10_000_000, 8) if IS_LONG else (b"<a/>" * 100_000, 30)
    path = gzip_bomb(tmp_path / "a.xml.gz", (HEAD + b"<page>", 1), (block, number))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    limits = replace(LIMITS, allowed_bytes=2**30, elements=200_000)
    if IS_LONG:
        limits = replace(DEFAULT_FILE_LIMITS, seconds=60)
    most = f"{limits.elements:,}"
    assert read_all(path, limits) == f"a page has more than {most} XML elements"
    # The importer itself stays as small as it was.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_attributes_that_fill_the_memory_end_only_the_reader(tmp_path: Path) -> None:
    number = 5_000_000 if IS_LONG else 500_000
    content = b"".join(b' a%d=""' % place for place in range(number))
    (tmp_path / "a.xml").write_bytes(HEAD + b"<page><a" + content + b"/></page></mediawiki>")
    reason = read_all(tmp_path / "a.xml", replace(LIMITS, megabytes=16))
    assert reason.startswith(
        ("reading it needs more than 16 MB", "reading it took more than 2 s", "the XML is broken")
    )


def test_a_gzip_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    page = b"<page><title>A</title><ns>1</ns></page>" * 10_000
    path = gzip_bomb(tmp_path / "a.xml.gz", (HEAD, 1), (page, 20))
    assert read_all(path) == "it unpacks to more than 4 MB, which no dump of its size does"


def test_a_long_line_takes_time_in_proportion_to_its_length(tmp_path: Path) -> None:
    megabytes = 300 if IS_LONG else 130
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.write(b'{"title": "')
        for _ in range(megabytes):
            file.write(b"x" * 2**20)
    # Within two seconds of processor time: block by block it would take minutes.
    assert read_all(path) == "a line is longer than 128 MB"


def test_blank_lines_without_end_are_refused_as_a_dump(tmp_path: Path) -> None:
    path = gzip_bomb(tmp_path / "a.jsonl.gz", (b'{"title": "A"}\n', 1), (b"\n" * 2**20, 7))
    limits = replace(LIMITS, seconds=60)
    assert read_all(path, limits) == "it unpacks to more than 4 MB, which no dump of its size does"


def test_a_line_of_too_many_values_is_put_aside_and_the_next_is_read(tmp_path: Path) -> None:
    path = gzip_bomb(
        tmp_path / "a.jsonl.gz",
        (b'{"title": "A"}\n{"title": "B", "order": [', 1),
        (b"[]," * 10_000, 25),
        (b'[]]}\n{"title": "C"}\n', 1),
    )
    limits = replace(LIMITS, elements=200_000)
    (batch,) = open_bounded_dump(path, limits=limits).batches()
    assert [page.title for page in batch.pages] == ["A", "C"]  # type: ignore[union-attr]
    (damage,) = batch.damages  # type: ignore[union-attr]
    assert (damage.title, damage.reason) == ("line 2", "it has more than 200,000 values")


def lines_of(path: Path, **changes: int) -> list[tuple[int, bytes | FileFault]]:
    limits = replace(LIMITS, **changes)
    return list(read_bounded_lines(path, on_progress=ignore, limits=limits))


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_blank_lines_without_end_are_refused_as_predictions(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(pack(b'{"id": 1}\n' + b"\n" * 5 * 2**20))
    first, (number, fault) = lines_of(path, seconds=60)
    assert first == (1, b'{"id": 1}')
    assert fault == FileFault(number, refusal("file_too_large", most=4))


def test_lines_are_counted_also_where_they_are_blank(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b"\n" * 2000)
    assert lines_of(path, lines=1000) == [
        (1001, FileFault(1001, refusal("too_many_lines", most=1000)))
    ]


def test_lines_that_bring_nothing_are_refused_after_a_time(tmp_path: Path) -> None:
    path = gzip_bomb(tmp_path / "p.jsonl.gz", (b"\n" * 2**20, 500))
    assert lines_of(path, seconds=1, allowed_bytes=2**40, gigabytes=2**10) == [
        (0, FileFault(0, refusal("reading_too_slow", most=1)))
    ]


def test_a_line_of_too_many_values_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b"[" + b"[]," * 1000 + b"[]]\n[1]\n")
    assert lines_of(path, elements=1000) == [
        (1, FileFault(1, refusal("too_many_values", most=1000))),
        (2, b"[1]"),
    ]


# --- a worker ------------------------------------------------------------------------------
@pytest.fixture
def corpus(cast: Cast) -> Corpus:
    return corpora.create_corpus(
        name="Bombs",
        source_name="",
        source_url="",
        licence="",
        now=timezone.now(),
        by=cast.manager,
    )


def requested(corpus: Corpus, path: Path, cast: Cast) -> Job:
    file = ImportFile(ImportFolder.IMPORTS, path.name)
    return request_import(
        corpus=corpus, file=file, options=ImportOptions(), by=cast.manager, now=timezone.now()
    )


@pytest.fixture
def imports(tmp_path: Path, settings: Settings) -> Path:
    settings.IMPORT_FOLDER = tmp_path
    settings.FILE_LIMITS = LIMITS
    return tmp_path


def test_the_job_of_a_bomb_fails_once_with_the_reason(
    imports: Path, corpus: Corpus, cast: Cast
) -> None:
    job = requested(corpus, endless_view(imports / "a.db"), cast)
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("failed", 1)
    assert job.error == "a.db: its `wiki` is not a table but computed."
    assert not Page.objects.exists()


def test_between_two_looks_for_a_cancelled_job_lie_less_than_two_seconds() -> None:
    # A job asks so often while a reader is at work, and looks so often when it asks.
    assert timedelta(seconds=HEED_SECONDS) + PROGRESS_EVERY <= timedelta(seconds=1)


def test_a_job_that_ends_its_worker_again_and_again_is_given_up(
    corpus: Corpus, cast: Cast, imports: Path
) -> None:
    (imports / "a.xml").write_text("<mediawiki/>")
    job = requested(corpus, imports / "a.xml", cast)
    now = timezone.now()
    for attempt in (1, 2, 3):
        assert jobs.claim_job(job_id=job.pk, worker="w", now=now) is not None
        now += timing.stale_after() + timedelta(seconds=1)
        assert jobs.requeue_stale_jobs(now=now) == 1
        job.refresh_from_db()
        assert (job.state, job.attempt) == ("queued" if attempt < 3 else "failed", attempt)
    assert job.attempts_allowed == 20
    assert job.error == (
        "The worker stopped 3 times at the same point. The job probably needs more memory than"
        " the machine has."
    )


# --- uploads that are left behind ------------------------------------------------------------
def upload(home: Path, *, job: bool, corpus: Corpus, cast: Cast) -> Path:
    file = new_upload("a.xml")
    path = root_of(ImportFolder.UPLOADS) / file.path
    path.write_text(json.dumps("half of it"))
    if job:
        request_import(
            corpus=corpus, file=file, options=ImportOptions(), by=cast.manager, now=timezone.now()
        )
    return path


def test_half_uploads_are_removed_after_a_day(
    tmp_path: Path, settings: Settings, corpus: Corpus, cast: Cast
) -> None:
    settings.HOME = tmp_path
    half = upload(tmp_path, job=False, corpus=corpus, cast=cast)
    wanted = upload(tmp_path, job=True, corpus=corpus, cast=cast)
    now = timezone.now()
    assert remove_abandoned_uploads(now=now) == 0
    assert remove_abandoned_uploads(now=now + timedelta(days=2)) == 1
    assert (half.parent.exists(), wanted.exists()) == (False, True)
    Job.objects.update(state="cancelled", finished_at=now, cancel_requested_at=now)
    # Somebody may try it again for a week.
    assert remove_abandoned_uploads(now=now + timedelta(days=6)) == 0
    assert remove_abandoned_uploads(now=now + timedelta(days=8)) == 1
    assert not wanted.parent.exists()
