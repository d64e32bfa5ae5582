"""The rows that an import writes or reuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

import search
from core.models import AuditEntry
from demo.export import DumpPage
from tests.people import NOW
from tests.wiki.conftest import ImportFile, make_corpus
from tests.wiki.dumps import PAGES, TITLES, article, articles, multistream_dump, xml_dump
from wiki import documents
from wiki.models import (
    Corpus,
    Import,
    ImportChunk,
    OutboxEntry,
    Page,
    PageCategory,
    PageContent,
    PageTable,
    Redirect,
    SentenceRun,
)
from wiki.selectors import imports as selectors
from wiki.services import corpora, import_chunks, imports

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

UNCHANGED = ("Bern", "Rhine")


@pytest.mark.postgres
def test_import_writes_pages_with_all_that_is_queried(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    source = import_file(xml_dump(tmp_path / "a.xml"))
    assert source.state == Import.State.DONE
    assert source.finished_at == NOW
    pages = {page.title: page for page in Page.objects.filter(corpus=corpus)}
    assert list(pages) == TITLES
    rhine = pages["Rhine"]
    assert (rhine.source_id, rhine.revision) == (5, 100005)
    assert rhine.revised_at == datetime(2026, 1, 1, tzinfo=UTC)
    assert (rhine.sentences, rhine.tables, rhine.lists, rhine.lossy_elements) == (1, 1, 0, 0)
    table = PageTable.objects.get()
    assert (table.page, table.number, table.rows, table.columns) == (rhine, 0, 3, 2)
    assert (table.is_infobox, table.is_flagged) == (False, False)
    runs = SentenceRun.objects.order_by("page__title").values_list("page__title", "first", "length")
    assert list(runs) == [("Aare", 0, 1), ("Bern", 0, 1), ("Rhine", 0, 1)]
    categories = PageCategory.objects.order_by("name").values_list("name", "page__title")
    assert list(categories) == [("Cities", "Bern"), ("Rivers", "Aare")]
    redirect = Redirect.objects.get(corpus=corpus)
    assert (redirect.title, redirect.target, redirect.fragment) == ("Aar", "Aare", "")
    assert OutboxEntry.objects.count() == 3
    content = PageContent.objects.get(pk=rhine.content_id)
    document = documents.unpack(content.document)
    assert document["order"] == ["sentence_0", "table_0"]
    assert documents.pack(document).digest == bytes(content.digest)
    assert selectors.totals_of(source) == selectors.ImportTotals(
        pages=3, redirects=1, skipped=1, position=source.file_size
    )


def test_multistream_and_plain_dump_give_the_same_rows(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    other = make_corpus("Other")
    pages = articles(30)
    import_file(xml_dump(tmp_path / "a.xml", pages))
    stream = multistream_dump(tmp_path / "b-multistream.xml.bz2", pages, in_stream=10)
    source = import_file(stream, into=other, workers=2)
    assert source.state == Import.State.DONE
    assert selectors.totals_of(source).taken_over == 30
    fields = ("title", "source_id", "revision", "content_id", "sentences")
    rows = [list(c.pages.order_by("title").values_list(*fields)) for c in (corpus, other)]
    assert rows[0] == rows[1]
    assert PageContent.objects.count() == 30


@pytest.mark.postgres
def test_unchanged_pages_are_reused_without_parsing(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    path = xml_dump(tmp_path / "a.xml")
    import_file(path)
    newer = make_corpus("Newer")
    changed = xml_dump(
        tmp_path / "b.xml", [article("Aare"), *(p for p in PAGES if p.title in UNCHANGED)]
    )
    source = import_file(changed, into=newer, parse="tests.wiki.dump.hostile:parse_aare")
    totals = selectors.totals_of(source)
    assert (totals.pages, totals.taken_over, totals.failed) == (3, 2, 0)
    old, new = (Page.objects.get(corpus=c, title="Rhine") for c in (corpus, newer))
    assert bytes(new.content_id) == bytes(old.content_id)
    assert new.page_tables.get().rows == 3
    assert new.sentence_runs.get().length == 1
    bern = Page.objects.get(corpus=newer, title="Bern")
    assert bern.categories.get().name == "Cities"
    assert OutboxEntry.objects.filter(page__corpus=newer).count() == 3


def _redirects(path: Path, *titles: str, to: str) -> Path:
    return xml_dump(path, [DumpPage(t, f"#REDIRECT [[{to}]]", redirect=to) for t in titles])


@pytest.mark.postgres
def test_page_waits_again_when_a_redirect_to_it_comes_in(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    import_file(xml_dump(tmp_path / "a.xml"))
    other = make_corpus("Other")
    import_file(xml_dump(tmp_path / "a.xml"), into=other)
    OutboxEntry.objects.all().delete()
    import_file(_redirects(tmp_path / "b.xml", "Arole", "Arola", to="Aare"))
    import_file(_redirects(tmp_path / "c.xml", "Nowhere", to="Absent"))
    import_file(_redirects(tmp_path / "d.xml", "Aar", to="Aare"))  # is there already
    waiting = OutboxEntry.objects.values_list("page__corpus__name", "page__title")
    assert list(waiting) == [("Test", "Aare")]


def test_page_that_comes_after_its_redirect_waits_once(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    import_file(_redirects(tmp_path / "a.xml", "Arole", to="Aare"))
    assert OutboxEntry.objects.count() == 0
    import_file(xml_dump(tmp_path / "b.xml"))
    waiting = OutboxEntry.objects.order_by("page__title").values_list("page__title", flat=True)
    assert list(waiting) == TITLES


def test_many_redirects_take_as_many_queries_as_one(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    import_file(xml_dump(tmp_path / "a.xml"))
    OutboxEntry.objects.all().delete()
    single = _redirects(tmp_path / "b.xml", "Name", to="Aare")
    many = _redirects(tmp_path / "c.xml", *(f"Name {n}" for n in range(20)), to="Bern")
    counts = []
    for path in (single, many):
        with CaptureQueriesContext(connection) as queries:
            import_file(path)
        counts.append(len(queries))
    assert Redirect.objects.count() == 22
    assert OutboxEntry.objects.count() == 2
    assert counts[0] == counts[1]


@pytest.mark.postgres
def test_redirect_that_comes_in_while_its_page_is_indexed_is_searched_and_completed(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile, settings: Settings
) -> None:
    settings.SEARCH_FOLDER = tmp_path / "index"
    import_file(xml_dump(tmp_path / "a.xml", [article("Other")]))
    search.rebuild_index(corpus=corpus)
    import_file(xml_dump(tmp_path / "b.xml"))
    late = _redirects(tmp_path / "c.xml", "Arole", to="Aare")

    @contextmanager
    def import_before_entries_are_deleted() -> Iterator[dict[str, Any]]:
        import_file(late)
        yield {}

    search.index_pages(corpus=corpus, step=import_before_entries_are_deleted)
    assert OutboxEntry.objects.count() == 0
    assert [hit.title for hit in search.search_pages(corpus=corpus, text="arole").hits] == ["Aare"]
    assert search.suggest_titles(corpus=corpus, typed="aro")[0].page_title == "Aare"
    assert search.compare_index(corpus=corpus).is_equal


def test_import_that_is_done_is_not_done_again(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    path = xml_dump(tmp_path / "a.xml")
    first = import_file(path)
    assert import_file(path) == first
    assert Import.objects.count() == 1
    assert ImportChunk.objects.count() == 1
    assert AuditEntry.objects.filter(action="wiki.import_dump").count() == 1


def test_of_two_pages_with_one_title_the_first_stays_and_the_second_is_a_problem(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    pages = [article("Twin", of="the first"), article("twin", of="the second"), article("Other")]
    far = [*pages, *articles(60), article("Twin_", of="the third")]
    source = import_file(xml_dump(tmp_path / "a.xml", far))
    assert Page.objects.filter(corpus=corpus).count() == 62
    twin = Page.objects.select_related("content").get(title="Twin")
    assert "the first" in documents.unpack(twin.content.document)["sentence_0"]
    reason = "another page in the corpus already has this title"
    assert list(selectors.problems_of(source).values_list("title", "reason", "chunk")) == [
        ("Twin", reason, 0),
        ("Twin", reason, 2000),
    ]


def test_title_is_a_page_or_a_redirect_and_never_both(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    pages = [
        article("Both"),
        DumpPage("both", "#REDIRECT [[Aare]]", redirect="Aare"),
        DumpPage("Also", "#REDIRECT [[Aare]]", redirect="Aare"),
        article("also"),
    ]
    source = import_file(xml_dump(tmp_path / "a.xml", pages))
    assert list(Page.objects.values_list("title", flat=True)) == ["Both"]
    assert list(Redirect.objects.values_list("title", flat=True)) == ["Also"]
    assert source.problems.count() == 2


def test_titles_and_limit_choose_pages(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(100))
    import_file(path, titles=("Article 00003", "article_00005"))
    titles = list(Page.objects.order_by("title").values_list("title", flat=True))
    assert titles == ["Article 00003", "Article 00005"]
    assert list(Redirect.objects.values_list("title", flat=True)) == ["Name 00003"]
    limited = import_file(path, limit=50)
    totals = selectors.totals_of(limited)
    assert (totals.pages, totals.present, totals.articles) == (48, 2, 50)
    assert Page.objects.count() == 50


def test_stopped_import_resumes_where_it_was(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    path = xml_dump(tmp_path / "a.xml", articles(100))

    def stop_after_two(totals: selectors.ImportTotals) -> None:
        if ImportChunk.objects.count() == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_file(path, report=stop_after_two)
    source = Import.objects.get()
    assert source.state == Import.State.STOPPED
    assert Page.objects.count() == 60
    assert import_file(path) == source
    assert Import.objects.get().state == Import.State.DONE
    assert Page.objects.count() == 100
    assert [chunk.number for chunk in source.chunks.order_by("number")] == [0, 1000, 2000, 3000]


@pytest.mark.postgres
def test_sealed_corpus_takes_no_import(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)
    with pytest.raises(corpora.CorpusSealedError):
        import_file(xml_dump(tmp_path / "a.xml"))
    assert Import.objects.count() == 0
    assert Page.objects.count() == 0


def test_corpus_that_is_sealed_during_an_import_stops_it(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    def seal(totals: selectors.ImportTotals) -> None:
        Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)

    with pytest.raises(corpora.CorpusSealedError):
        import_file(xml_dump(tmp_path / "a.xml", articles(100)), report=seal)
    assert Page.objects.count() == 30


def test_chunk_that_another_run_wrote_is_not_written_twice(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    path = xml_dump(tmp_path / "a.xml")
    source = import_file(path)
    chunk = import_chunks.Chunk(0, 10, [], skipped=99)
    written = import_chunks.write_chunk(source=source, chunk=chunk)
    assert written == source.chunks.get()
    assert written.skipped == 1


def test_unknown_templates_are_counted_over_all_chunks(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    pages = [DumpPage(f"Page {n}", "It has {{quux frob|7}} and more.") for n in range(50)]
    pages.append(DumpPage("Last", "It has {{other frob}} and {{quux frob|8}} in it."))
    source = import_file(xml_dump(tmp_path / "a.xml", pages))
    assert selectors.unknown_templates_of(source)[0][1] == 51
    assert selectors.totals_of(source).lossy >= 51


def test_options_are_the_same_however_titles_are_spelt() -> None:
    digest = imports.ImportOptions(("aare", "Bern_")).digest
    assert digest == imports.ImportOptions(("Bern", "Aare")).digest
    assert digest != imports.ImportOptions(("Bern", "Aare"), 5).digest
    assert imports.ImportOptions().digest == ""
