"""Unusual pages that a dump may contain: each is imported or reported with its title."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from demo.export import DumpPage
from tests.wiki.conftest import ImportFile
from tests.wiki.dumps import article, feverous_database, feverous_page, xml_dump
from tests.wiki.pages import make_corpus
from wiki import documents
from wiki.dump.extraction import extract
from wiki.dump.records import PageFormat, SourcePage
from wiki.models import Corpus, Import, Page, PageTable, Redirect
from wiki.selectors.imports import totals_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def source_page(title: str, text: str = "It is a page of a test.") -> SourcePage:
    return SourcePage(title, 1, 2, "2026-01-01T00:00:00Z", text)


@pytest.mark.parametrize(
    ("title", "stored"),
    [
        ("Under_score_s", "Under score s"),
        ("AC/DC", "AC/DC"),
        ("../../etc/passwd", "../../etc/passwd"),
        ("“Quotes” and 'quotes' and \"quotes\"", "“Quotes” and 'quotes' and \"quotes\""),
        ("\u200fعربى\u200f", "عربى"),
        (unicodedata.normalize("NFD", "Île"), "Île"),
        ("ж" * 127, "Ж" + "ж" * 126),
        ("a" * 255, "A" + "a" * 254),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_odd_title_is_kept(title: str, stored: str) -> None:
    extracted = extract(source_page(title))
    assert (extracted.kind, extracted.title) == ("page", stored)


@pytest.mark.parametrize(
    ("title", "reason"),
    [
        ("", "its title is empty"),
        (" _ ", "its title is empty"),
        ("a" * 256, "its title is longer than 255 characters"),
        ("nul\0", "its title contains characters that cannot be stored"),
        ("half \ud800", "its title contains characters that cannot be stored"),
    ],
)
def test_page_with_an_invalid_title_fails(title: str, reason: str) -> None:
    extracted = extract(source_page(title))
    assert extracted.kind == "failed"
    assert extracted.reason == reason


def test_redirect_keeps_the_section_that_it_leads_to() -> None:
    page = SourcePage("Aare Gorge", 1, 2, "", "#REDIRECT [[aare#The_gorge]]", redirect="Aare")
    extracted = extract(page)
    assert extracted.kind == "redirect"
    assert (extracted.target, extracted.fragment) == ("Aare", "The gorge")


def test_redirect_to_an_invalid_title_fails() -> None:
    page = SourcePage("Nowhere", 1, 2, "", "#REDIRECT [[_]]", redirect="_")
    extracted = extract(page)
    assert extracted.kind == "failed"
    assert extracted.reason == "it redirects to no valid title"


def test_invalid_feverous_page_fails() -> None:
    for text in ("{", "[]", '{"order": ["sentence_0"]}', '{"order": 7}'):
        page = SourcePage("Aare", 0, 0, "", text, PageFormat.FEVEROUS)
        assert extract(page).kind == "failed"


def test_feverous_page_with_lone_surrogates_fails() -> None:
    document = {**feverous_page("Aare"), "sentence_0": "half \ud800 of it"}
    page = SourcePage("Aare", 0, 0, "", json.dumps(document), PageFormat.FEVEROUS)
    assert extract(page).kind == "failed"


@pytest.mark.slow
def test_huge_pages_are_limited_and_the_rest_is_imported(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    rows = "".join(f"|-\n| {number} || row || [[Aare]]\n" for number in range(20_000))
    huge = [
        DumpPage("Twenty megabytes", "All of this is one page. " * 800_000),
        DumpPage("Twenty thousand rows", f'{{| class="wikitable"\n{rows}|}}'),
        DumpPage("Nested templates", "{{a|" * 500 + "}}" * 500),
        DumpPage("Nested tables", "{|\n|\n" * 500 + "|}\n" * 500),
        DumpPage("Nested links", "[[a|" * 500 + "]]" * 500),
        DumpPage("Open braces", "{{a|" * 7500),
    ]
    path = xml_dump(tmp_path / "a.xml", [article("Before"), *huge, article("After")])
    source = import_file(path)
    assert source.state == Import.State.DONE
    titles = set(Page.objects.values_list("title", flat=True))
    assert {"Before", "After", "Twenty thousand rows"} <= titles
    table = PageTable.objects.get(page__title="Twenty thousand rows")
    assert (table.rows, table.columns) == (20_000, 3)
    problems = dict(source.problems.values_list("title", "reason"))
    assert "20,000,000 characters, more than the 4,000,000 allowed" in problems["Twenty megabytes"]
    assert titles | problems.keys() == {"Before", "After", *(page.title for page in huge)}


def test_feverous_database_is_imported_in_our_spelling(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    decomposed = unicodedata.normalize("NFD", "Île de la Cité")
    source = import_file(feverous_database(tmp_path / "feverous.db", ["Bern", decomposed]))
    assert source.state == Import.State.DONE
    page = Page.objects.select_related("content").get(corpus=corpus, title="Île de la Cité")
    assert (page.revision, page.revised_at, page.sentences, page.tables) == (0, None, 1, 1)
    document = documents.unpack(page.content.document)
    assert document["title"] == "Île de la Cité"
    assert document["sentence_0"] == "It links to [[Bern|the capital]] and to nothing more."
    assert list(page.sentence_runs.values_list("first", "length")) == [(0, 1)]


def test_notes_of_the_parser_are_stored_with_the_page(
    tmp_path: Path, import_file: ImportFile
) -> None:
    pages = [article("Whole"), DumpPage("Broken", "{|\n| a\n\n== Next ==\nText here.")]
    import_file(xml_dump(tmp_path / "a.xml", pages))
    kept = {
        page.title: documents.unpack(page.content.document).get("notes")
        for page in Page.objects.select_related("content")
    }
    assert kept == {"Whole": None, "Broken": ["unclosed: a table has no end (line 1)"]}


def test_newer_reader_of_html_reads_html_again_and_only_html(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = tmp_path / "enwiki.ndjson"
    html.write_text('{"name": "Aare", "article_body": {"html": "<p>It is a river.</p>"}}\n')
    wikitext = xml_dump(tmp_path / "a.xml", [article("Bern")])
    first = [import_file(html), import_file(wikitext)]
    monkeypatch.setattr("wiki.parsing.html.HTML_EXTRACTOR_VERSION", 99)
    second = [import_file(path, into=make_corpus("Second")) for path in (html, wikitext)]
    assert [
        source.extractor == again.extractor for source, again in zip(first, second, strict=True)
    ] == [
        False,
        True,
    ]
    assert [totals_of(again).taken_over for again in second] == [0, 1]


def test_rendered_html_is_imported_with_its_redirects(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    record = {
        "name": "Aare",
        "identifier": 7,
        "version": {"identifier": 70},
        "date_modified": "2024-05-01T00:00:00Z",
        "redirects": [{"name": "Aar"}],
        "categories": [{"name": "Category:Rivers"}],
        "article_body": {"html": "<p>The <b>Aare</b> is a river of Switzerland.</p>"},
    }
    path = tmp_path / "enwiki.ndjson"
    path.write_text(json.dumps(record) + "\n")
    source = import_file(path)
    assert source.state == Import.State.DONE
    page = Page.objects.get(corpus=corpus)
    assert (page.title, page.revision, page.sentences) == ("Aare", 70, 1)
    assert [category.name for category in page.categories.all()] == ["Rivers"]
    assert Redirect.objects.get(corpus=corpus).target == "Aare"
