"""A page that hangs or crashes a worker is put aside with its reason; the rest goes on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from demo.export import Page as DumpPage
from tests.wiki.importing.conftest import ImportFile
from tests.wiki.importing.dumps import article, articles, multistream_dump, xml_dump
from wiki.dump import Batch, open_dump
from wiki.dump.crew import Crew, PageLimits, WorkersCannotStartError
from wiki.dump.extraction import Extracted
from wiki.dump.records import EVERYTHING, Dump
from wiki.models import Import, Page

pytestmark = pytest.mark.slow

HOSTILE = "tests.wiki.importing.hostile:parse"
LIMITS = PageLimits(seconds=0.5, clock_seconds=3, megabytes=300)


def answers_of(dump: Dump, **options: object) -> dict[str, Extracted]:
    crew = Crew(workers=2, selection=EVERYTHING, parse=HOSTILE, limits=LIMITS, **options)  # type: ignore[arg-type]
    found = {}
    for result in crew.extract(dump.batches()):
        for facts, answer in zip(result.facts, result.answers, strict=True):
            assert not isinstance(answer, str)
            found[facts.title] = answer
    return found


@pytest.mark.slow
def test_hostile_pages_are_put_aside_with_their_reasons(tmp_path: Path) -> None:
    deeds = ["SPIN", "SLEEP", "CRASH", "LEAVE", "EAT", "RAISE"]
    pages = [DumpPage(deed.title(), f"{deed} now.") for deed in deeds]
    mixed = [page for bad in pages for page in (article(f"Before {bad.title}"), bad)]
    found = answers_of(open_dump(xml_dump(tmp_path / "a.xml", [*mixed, *articles(60)])))
    assert len(found) == 12 + 80
    aside = {title: answer.reason for title, answer in found.items() if answer.kind == "aside"}
    assert aside == {
        "Spin": "it takes more than 0.5 s to parse",
        "Sleep": "the parser gave no answer for 3 s",
        "Crash": "it crashes the parser (SIGSEGV)",
        "Leave": "it ends the parser (code 3)",
        "Eat": "it needs more memory than a page may",
        "Raise": "the parser failed (ValueError: a fault of the parser)",
    }


def test_crash_inside_a_stream_costs_one_page(tmp_path: Path) -> None:
    pages = [*articles(6), DumpPage("Crash", "CRASH now."), *articles(12)[8:]]
    path = multistream_dump(tmp_path / "a-multistream.xml.bz2", pages, in_stream=6)
    found = answers_of(open_dump(path))
    assert len(found) == len(pages)
    assert [title for title, answer in found.items() if answer.kind == "aside"] == ["Crash"]


def test_results_come_in_the_order_of_the_batches(tmp_path: Path) -> None:
    dump = open_dump(xml_dump(tmp_path / "a.xml", articles(300)))
    crew = Crew(workers=2, selection=EVERYTHING)
    results = list(crew.extract(dump.batches()))
    assert [result.batch.number for result in results] == list(range(10))
    titles = [facts.title for result in results for facts in result.facts]
    expected = [p.title for b in dump.batches() if isinstance(b, Batch) for p in b.pages]
    assert titles == expected
    assert all(len(result.answers) == len(result.facts) for result in results)


def test_workers_are_gone_when_the_crew_is_dismissed(tmp_path: Path) -> None:
    dump = open_dump(xml_dump(tmp_path / "a.xml", articles(100)))
    crew = Crew(workers=2, selection=EVERYTHING)
    results = crew.extract(dump.batches())
    next(results)
    processes = [worker.process for worker in crew.workers]
    results.close()  # type: ignore[attr-defined]
    assert processes
    assert all(process.poll() is not None for process in processes)


def test_workers_that_cannot_start_put_no_page_aside(tmp_path: Path) -> None:
    dump = open_dump(xml_dump(tmp_path / "a.xml"))
    crew = Crew(workers=1, selection=EVERYTHING, parse="tests.wiki.importing.hostile:absent")
    with pytest.raises(WorkersCannotStartError):
        list(crew.extract(dump.batches()))


def test_put_aside_page_stands_among_the_problems(tmp_path: Path, import_file: ImportFile) -> None:
    pages = [article("Before"), DumpPage("Crash", "CRASH now."), article("Behind")]
    path = xml_dump(tmp_path / "a.xml", pages)
    source = import_file(path, parse=HOSTILE, limits=LIMITS)
    assert source.state == Import.State.DONE
    assert sorted(Page.objects.values_list("title", flat=True)) == ["Before", "Behind"]
    problem = source.problems.get()
    assert (problem.title, problem.reason) == ("Crash", "it crashes the parser (SIGSEGV)")
    assert source.chunks.get().put_aside == 1


def test_no_worker_outlives_its_importer() -> None:
    """The pipe's end is all that a worker needs to know."""
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
    assert process.wait(timeout=20) == 0
