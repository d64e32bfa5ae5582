"""A page that blocks or crashes a worker fails with a reason; the rest is imported."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from demo.export import DumpPage
from tests.config.programs import PATIENCE_SECONDS
from tests.wiki.conftest import ImportFile
from tests.wiki.dumps import article, articles, multistream_dump, xml_dump
from wiki.dump import Batch, open_dump
from wiki.dump.extraction import Extraction
from wiki.dump.pool import ExtractionPool, PageLimits, WorkersCannotStartError
from wiki.dump.records import EVERYTHING, Dump
from wiki.models import Import, Page

pytestmark = pytest.mark.slow

HOSTILE = "tests.wiki.dump.hostile:parse"
# On a busy machine, half a second of the processor's may take many of the clock's.
LIMITS = PageLimits(seconds=0.5, clock_seconds=300, megabytes=300)


def answers_of(dump: Dump, limits: PageLimits = LIMITS) -> dict[str, Extraction]:
    pool = ExtractionPool(workers=2, selection=EVERYTHING, parse=HOSTILE, limits=limits)
    found = {}
    for result in pool.extract(dump.batches()):
        for header, answer in zip(result.headers, result.answers, strict=True):
            assert not isinstance(answer, str)
            found[header.title] = answer
    return found


@pytest.mark.slow
def test_hostile_pages_fail_with_their_reasons(tmp_path: Path) -> None:
    deeds = ["SPIN", "CRASH", "LEAVE", "EAT", "RAISE"]
    pages = [DumpPage(deed.title(), f"{deed} now.") for deed in deeds]
    mixed = [page for bad in pages for page in (article(f"Before {bad.title}"), bad)]
    found = answers_of(open_dump(xml_dump(tmp_path / "a.xml", [*mixed, *articles(60)])))
    assert len(found) == 10 + 80
    failed = {title: answer.reason for title, answer in found.items() if answer.kind == "failed"}
    assert failed == {
        "Spin": "parsing takes more than 0.5 s",
        "Crash": "it crashes the parser (SIGSEGV)",
        "Leave": "it ends the parser (exit code 3)",
        "Eat": "it needs more memory than a page may use",
        "Raise": "the parser failed (ValueError: a fault of the parser)",
    }


def test_page_on_which_the_parser_sleeps_fails_with_its_reason(tmp_path: Path) -> None:
    pages = [*articles(6), DumpPage("Sleep", "SLEEP now."), *articles(12)[8:]]
    limits = PageLimits(seconds=30, clock_seconds=3, megabytes=300)
    found = answers_of(open_dump(xml_dump(tmp_path / "a.xml", pages)), limits)
    assert len(found) == len(pages)
    failed = {title: answer.reason for title, answer in found.items() if answer.kind == "failed"}
    assert failed == {"Sleep": "the parser did not respond for 3 s"}


def test_crash_inside_a_stream_costs_one_page(tmp_path: Path) -> None:
    pages = [*articles(6), DumpPage("Crash", "CRASH now."), *articles(12)[8:]]
    path = multistream_dump(tmp_path / "a-multistream.xml.bz2", pages, in_stream=6)
    found = answers_of(open_dump(path))
    assert len(found) == len(pages)
    assert [title for title, answer in found.items() if answer.kind == "failed"] == ["Crash"]


def test_results_come_in_the_order_of_the_batches(tmp_path: Path) -> None:
    dump = open_dump(xml_dump(tmp_path / "a.xml", articles(300)))
    pool = ExtractionPool(workers=2, selection=EVERYTHING)
    results = list(pool.extract(dump.batches()))
    assert [result.batch.number for result in results] == list(range(10))
    titles = [header.title for result in results for header in result.headers]
    expected = [p.title for b in dump.batches() if isinstance(b, Batch) for p in b.pages]
    assert titles == expected
    assert all(len(result.answers) == len(result.headers) for result in results)


def test_workers_end_when_the_pool_is_closed(tmp_path: Path) -> None:
    dump = open_dump(xml_dump(tmp_path / "a.xml", articles(100)))
    pool = ExtractionPool(workers=2, selection=EVERYTHING)
    results = pool.extract(dump.batches())
    next(results)
    processes = [worker.process for worker in pool.workers]
    results.close()
    assert processes
    assert all(process.poll() is not None for process in processes)


class StoppedError(Exception):
    """The work was cancelled."""


def test_an_importer_can_stop_while_a_worker_reads_nothing(tmp_path: Path) -> None:
    # More than a pipe takes at once.
    pages = [DumpPage(f"Long {number}", "A word. " * 100_000) for number in range(3)]
    dump = open_dump(xml_dump(tmp_path / "a.xml", pages))
    looks = 0

    def heed() -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise StoppedError

    pool = ExtractionPool(
        workers=1, selection=EVERYTHING, parse="tests.wiki.dump.stopped:parse", heed=heed
    )

    def end_workers() -> None:
        for worker in pool.workers:
            worker.process.kill()

    # An importer that waited for the worker would do so for good.
    rescue = threading.Timer(PATIENCE_SECONDS, end_workers)
    rescue.start()
    try:
        with pytest.raises(StoppedError):
            list(pool.extract(dump.batches()))
    finally:
        rescue.cancel()
    assert (looks, pool.workers) == (3, [])


def test_workers_that_cannot_start_fail_no_page(tmp_path: Path) -> None:
    dump = open_dump(xml_dump(tmp_path / "a.xml"))
    pool = ExtractionPool(workers=1, selection=EVERYTHING, parse="tests.wiki.dump.hostile:absent")
    with pytest.raises(WorkersCannotStartError):
        list(pool.extract(dump.batches()))


def test_failed_page_is_among_the_problems(tmp_path: Path, import_file: ImportFile) -> None:
    pages = [article("Before"), DumpPage("Crash", "CRASH now."), article("Behind")]
    path = xml_dump(tmp_path / "a.xml", pages)
    source = import_file(path, parse=HOSTILE, limits=LIMITS)
    assert source.state == Import.State.DONE
    assert sorted(Page.objects.values_list("title", flat=True)) == ["Before", "Behind"]
    problem = source.problems.get()
    assert (problem.title, problem.reason) == ("Crash", "it crashes the parser (SIGSEGV)")
    assert source.chunks.get().failed == 1


def test_no_worker_outlives_its_importer() -> None:
    # A worker ends when its pipe is closed.
    import subprocess
    import sys
    from multiprocessing.connection import Pipe

    ours, theirs = Pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "wiki.dump.worker", str(theirs.fileno()), "9", "900", HOSTILE],
        pass_fds=[theirs.fileno()],
        env={**os.environ, "PYTHONPATH": os.getcwd()},
    )
    theirs.close()
    assert ours.recv() is not None
    ours.close()
    assert process.wait(timeout=PATIENCE_SECONDS) == 0
