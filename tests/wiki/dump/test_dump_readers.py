"""Every kind of dump gives the same pages, in batches that are always cut alike."""

from __future__ import annotations

import bz2
import gzip
import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from demo.export import DumpPage
from tests.wiki.dumps import (
    PAGES,
    TITLES,
    articles,
    feverous_database,
    feverous_page,
    multistream_dump,
    xml_dump,
)
from wiki.dump import ArticleSelection, Batch, Dump, SourcePage, StreamBatch, open_dump
from wiki.dump.batching import PAGES_IN_BATCH, TEXT_IN_BATCH
from wiki.dump.files import fingerprint
from wiki.dump.multistream import MultistreamDump, read_stream
from wiki.dump.records import PageFormat


def pages_of(dump: Dump, selection: ArticleSelection = ArticleSelection()) -> list[SourcePage]:  # noqa: B008
    found: list[SourcePage] = []
    for batch in dump.batches(selection=selection):
        entries = batch.pages if isinstance(batch, Batch) else read_stream(batch)
        found += [entry for entry in entries if isinstance(entry, SourcePage)]
    return found


def titles_of(dump: Dump, selection: ArticleSelection = ArticleSelection()) -> list[str]:  # noqa: B008
    return [page.title for page in pages_of(dump, selection)]


@pytest.mark.parametrize(
    ("name", "pack"),
    [("a.xml", bytes), ("a.xml.gz", gzip.compress), ("a.xml.bz2", bz2.compress)],
)
def test_xml_gives_articles_and_redirects_whether_packed_or_not(
    tmp_path: Path, name: str, pack: type[bytes]
) -> None:
    path = tmp_path / name
    path.write_bytes(pack(xml_dump(tmp_path / "plain.xml").read_bytes()))
    pages = pages_of(open_dump(path))
    assert [page.title for page in pages] == ["Aare", "Aar", "Bern", "Rhine"]
    assert pages[0].text == PAGES[0].text
    assert (pages[0].source_id, pages[0].revision) == (1, 100001)
    assert pages[0].revised_at == "2026-01-01T00:00:00Z"
    assert [page.redirect for page in pages] == ["", "Aare", "", ""]


def test_pages_of_other_namespaces_are_counted_as_skipped(tmp_path: Path) -> None:
    (batch,) = open_dump(xml_dump(tmp_path / "a.xml")).batches()
    assert isinstance(batch, Batch)
    assert batch.skipped == 1


def test_old_exports_without_namespace_numbers_are_told_apart_by_title(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml")
    text = path.read_text()
    for number in range(16):
        text = text.replace(f"    <ns>{number}</ns>\n", "")
    path.write_text(text)
    assert titles_of(open_dump(path)) == ["Aare", "Aar", "Bern", "Rhine"]


def test_multistream_with_its_index_is_read_stream_by_stream(tmp_path: Path) -> None:
    dump = open_dump(multistream_dump(tmp_path / "a-multistream.xml.bz2"))
    batches = list(dump.batches())
    assert [type(batch) for batch in batches] == [StreamBatch] * 3
    assert [batch.number for batch in batches] == [0, 1, 2]
    assert titles_of(dump) == ["Aare", "Aar", "Bern", "Rhine"]


def test_multistream_without_its_index_is_read_from_the_beginning(tmp_path: Path) -> None:
    path = multistream_dump(tmp_path / "a-multistream.xml.bz2")
    (tmp_path / "a-multistream-index.txt.bz2").unlink()
    assert titles_of(open_dump(path)) == ["Aare", "Aar", "Bern", "Rhine"]


def test_of_a_multistream_only_streams_with_a_wanted_title_are_read(tmp_path: Path) -> None:
    dump = open_dump(multistream_dump(tmp_path / "a-multistream.xml.bz2"))
    assert [batch.number for batch in dump.batches(selection=ArticleSelection.of(["Rhine"]))] == [2]


def test_index_beside_a_part_of_a_dump_is_found(tmp_path: Path) -> None:
    path = multistream_dump(tmp_path / "a-multistream.xml.bz2")
    index = tmp_path / "a-multistream-index.txt.bz2"
    part = path.rename(tmp_path / "w-pages-articles-multistream1.xml-p1p9.bz2")
    index.rename(tmp_path / "w-pages-articles-multistream-index1.txt-p1p9.bz2")
    assert isinstance(open_dump(part), MultistreamDump)


def test_selection_keeps_redirects_to_what_is_wanted(tmp_path: Path) -> None:
    dump = open_dump(xml_dump(tmp_path / "a.xml"))
    assert titles_of(dump, ArticleSelection.of(["aare"])) == ["Aare", "Aar"]


def test_batches_are_cut_by_pages_and_by_text_and_always_alike(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(90))
    sizes = [len(batch.pages) for batch in open_dump(path).batches() if isinstance(batch, Batch)]
    assert sizes == [PAGES_IN_BATCH] * 3
    long = [DumpPage(f"Long {number}", "x" * (TEXT_IN_BATCH // 2)) for number in range(5)]
    path = xml_dump(tmp_path / "b.xml", long)
    batches = [batch for batch in open_dump(path).batches() if isinstance(batch, Batch)]
    assert [len(batch.pages) for batch in batches] == [2, 2, 1]
    again = [batch for batch in open_dump(path).batches(start=1) if isinstance(batch, Batch)]
    assert [(b.number, b.pages) for b in again] == [(b.number, b.pages) for b in batches[1:]]


def test_feverous_lines_are_read(tmp_path: Path) -> None:
    path = tmp_path / "wiki_000.jsonl"
    path.write_text("\n".join(json.dumps(feverous_page(title)) for title in TITLES))
    pages = pages_of(open_dump(path))
    assert [page.title for page in pages] == TITLES
    assert {page.format for page in pages} == {PageFormat.FEVEROUS}


def test_feverous_database_is_read(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "Île de la Cité")
    path = feverous_database(tmp_path / "feverous.db", [*TITLES, decomposed])
    assert titles_of(open_dump(path)) == [*TITLES, decomposed]


def test_enterprise_lines_give_html_and_redirects(tmp_path: Path) -> None:
    record = {
        "name": "Aare",
        "identifier": 7,
        "version": {"identifier": 70},
        "date_modified": "2024-05-01T00:00:00Z",
        "namespace": {"identifier": 0},
        "redirects": [{"name": "Aar", "url": "https://en.wikipedia.org/wiki/Aar"}],
        "categories": [{"name": "Category:Rivers", "url": ""}],
        "article_body": {"html": "<p>The Aare.</p>"},
    }
    elsewhere = {**record, "name": "Help:Aare", "namespace": {"identifier": 12}}
    path = tmp_path / "enwiki.ndjson.gz"
    path.write_bytes(gzip.compress(f"{json.dumps(record)}\n{json.dumps(elsewhere)}\n".encode()))
    page, redirect = pages_of(open_dump(path))
    assert (page.title, page.source_id, page.revision) == ("Aare", 7, 70)
    assert (page.text, page.format) == ("<p>The Aare.</p>", PageFormat.HTML)
    assert page.categories == ("Rivers",)
    assert (redirect.title, redirect.redirect) == ("Aar", "Aare")


def test_fingerprint_tells_a_mended_file_from_the_damaged_one(tmp_path: Path) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(50))
    before = fingerprint(path)
    assert fingerprint(path) == before
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b" ")
    assert fingerprint(path) != before


@pytest.mark.slow
def test_reading_takes_the_same_memory_however_large_the_dump(tmp_path: Path) -> None:
    def peak(path: Path) -> int:
        program = (
            "import sys; from pathlib import Path; from wiki.dump import open_dump\n"
            "count = sum(len(batch.pages) for batch in open_dump(Path(sys.argv[1])).batches())\n"
            "status = Path('/proc/self/status').read_text()\n"
            "print(next(line.split()[1] for line in status.splitlines() if 'VmHWM' in line))"
        )
        command = [sys.executable, "-c", program, str(path)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    text = "It is one sentence of many. " * 1000
    small = [DumpPage(f"Page {number}", text) for number in range(100)]
    large = [DumpPage(f"Page {number}", text) for number in range(2000)]
    growth = peak(xml_dump(tmp_path / "b.xml", large)) - peak(xml_dump(tmp_path / "a.xml", small))
    assert growth < 8_000
