"""The output and exit status of `import_dump`, and the demo corpus."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from demo.export import DumpPage
from tests.people import NOW
from tests.wiki.dumps import PAGES, articles, xml_dump
from wiki.management.progress import ImportProgress
from wiki.models import Corpus, Page
from wiki.selectors.imports import ImportTotals
from wiki.services import demo

pytestmark = pytest.mark.django_db


class Terminal(StringIO):
    """The output to a terminal or a log file."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str, *, ending: str | None = None) -> int:
        return super().write(text + (ending or ""))


def test_command_creates_the_corpus_and_prints_a_summary(tmp_path: Path) -> None:
    lossy = DumpPage("Lossy", "It has {{quux frob|7}} in a sentence.")
    path = xml_dump(tmp_path / "rivers.xml", [*PAGES, lossy])
    out = StringIO()
    call_command(
        "import_dump",
        str(path),
        workers=1,
        source_name="English Wikipedia",
        source_url="https://en.wikipedia.org/wiki/{title}",
        stdout=out,
    )
    lines = re.sub(r"in \d+ s", "in N s", out.getvalue()).splitlines()
    assert lines[:3] == [
        "Created the corpus “rivers”.",
        "rivers.xml → rivers: 4 pages (0 reused unchanged, 1 with lossy elements,"
        " 0 with notes), 1 redirect, 0 already present, 1 skipped, 0 failed, in N s.",
        "Most frequent unknown templates:",
    ]
    assert lines[3].strip().lower() == "1  quux frob"
    corpus = Corpus.objects.get()
    assert (corpus.source_name, corpus.licence) == ("English Wikipedia", "CC BY-SA 4.0")
    again = StringIO()
    call_command("import_dump", str(path), stdout=again)
    assert again.getvalue() == "rivers.xml: already imported, nothing to do.\n"


def test_command_counts_the_pages_with_notes_of_the_parser(tmp_path: Path) -> None:
    ragged = "{|\n| a || b\n|-\n| c\n|}\n"
    pages = [
        DumpPage("Ragged", ragged),
        DumpPage("Twice", ragged * 2),
        DumpPage("Both", ragged + "{|\n| open"),
        DumpPage("Whole", "Nothing is to be said of it."),
    ]
    out = StringIO()
    call_command("import_dump", str(xml_dump(tmp_path / "a.xml", pages)), workers=1, stdout=out)
    lines = re.sub(r"in \d+ s", "in N s", out.getvalue()).splitlines()
    assert lines[1:] == [
        "a.xml → a: 4 pages (0 reused unchanged, 0 with lossy elements, 3 with notes),"
        " 0 redirects, 0 already present, 0 skipped, 0 failed, in N s.",
        "Notes, by number of pages:",
        "  3  A table has rows of different lengths",
        "  1  A table is not closed",
    ]
    again = StringIO()
    call_command("import_dump", str(tmp_path / "a.xml"), corpus="Again", workers=1, stdout=again)
    assert "(4 reused unchanged, 0 with lossy elements, 3 with notes)" in again.getvalue()


@pytest.mark.django_db(transaction=True)
def test_command_reads_titles_from_a_file_or_an_argument(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(10))
    titles = tmp_path / "titles.txt"
    titles.write_text("Article 00003\narticle_00004\n")
    call_command("import_dump", str(path), titles=str(titles), workers=1, stdout=StringIO())
    assert Page.objects.count() == 2
    call_command(
        "import_dump", str(path), titles="Article 00005|Absent", workers=1, stdout=StringIO()
    )
    assert Page.objects.count() == 3


def test_command_on_a_missing_file_creates_no_corpus(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text("<html/>")
    good = xml_dump(tmp_path / "good.xml")
    with pytest.raises(CommandError, match=r"^absent\.xml: no such file\.$"):
        call_command("import_dump", str(good), str(tmp_path / "absent.xml"))
    assert Corpus.objects.count() == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--corpus", "x" * 121], "argument --corpus: must have from 1 to 120 characters"),
        (["--corpus", " "], "argument --corpus: must have from 1 to 120 characters"),
        (["--source-url", "x" * 201], "argument --source-url: must have from 1 to 200 characters"),
        (["--workers", "two"], "argument --workers: must be a positive whole number, not 'two'"),
        (["--limit", "0"], "argument --limit: must be a positive whole number, not '0'"),
        (["--titles", "{folder}/latin.txt"], "latin.txt is not a UTF-8 text file."),
    ],
)
def test_command_refuses_invalid_arguments_and_creates_no_corpus(
    tmp_path: Path, options: list[str], sentence: str
) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(1))
    (tmp_path / "latin.txt").write_bytes("Café".encode("latin-1"))
    given = [option.format(folder=tmp_path) for option in options]
    with pytest.raises(CommandError) as refused:
        call_command("import_dump", str(path), *given)
    assert str(refused.value).endswith(sentence)
    assert Corpus.objects.count() == 0


def test_command_fails_with_the_reason_of_a_damaged_file(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(10))
    path.write_text(path.read_text()[:-30])
    errors = StringIO()
    with pytest.raises(
        CommandError, match=r"Some files could not be imported completely: a\.xml\."
    ):
        call_command("import_dump", str(path), workers=1, stdout=StringIO(), stderr=errors)
    assert "truncated" in errors.getvalue()
    assert Page.objects.count() >= 9


class FakeDump:
    path = Path("dump.xml")
    size = 1000


def test_bar_shows_speed_time_left_and_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 110.0, 110.0, 110.0, 110.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    out = Terminal(is_terminal=True)
    progress = ImportProgress(out, FakeDump(), ImportTotals(), limit=None)  # type: ignore[arg-type]
    progress.report(ImportTotals(pages=500, skipped=7, lossy=20, noted=3, failed=2, position=250))
    bar = "█" * 6 + "·" * 18
    assert out.getvalue() == (
        f"\r\x1b[K{bar}  25%  500 pages, 50/s, 30 s left; 7 skipped, 20 lossy, 3 noted, 2 failed"
    )


def test_log_gets_plain_lines_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    out = Terminal(is_terminal=False)
    progress = ImportProgress(out, FakeDump(), ImportTotals(), limit=None)  # type: ignore[arg-type]
    for second in range(25):
        now[0] = 100.0 + second
        progress.report(ImportTotals(pages=second, position=second))
    progress.end()
    assert len(out.getvalue().splitlines()) == 2
    assert "\r" not in out.getvalue()


@pytest.mark.slow
def test_demo_corpus_is_loaded_once_and_again_when_the_dump_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dump = xml_dump(tmp_path / "demo.xml", articles(5))
    monkeypatch.setattr(demo, "demo_dump", lambda: dump)
    assert not demo.is_demo_corpus_current()
    corpus = demo.load_demo_corpus(now=NOW)
    assert (corpus.name, corpus.licence) == ("Demo", "CC BY-SA 4.0")
    assert demo.is_demo_corpus_current()
    assert demo.load_demo_corpus(now=NOW) == corpus
    xml_dump(dump, articles(7))
    assert not demo.is_demo_corpus_current()
    assert demo.load_demo_corpus(now=NOW) == corpus
    assert Page.objects.filter(corpus=corpus).count() == 7
    Corpus.objects.update(sealed_at=NOW)
    xml_dump(dump, articles(8))
    later = NOW.replace(year=2027)
    second = demo.load_demo_corpus(now=later)
    assert second.name == "Demo 2"
    assert Page.objects.filter(corpus=second).count() == 8
    assert Page.objects.filter(corpus=corpus).count() == 7
