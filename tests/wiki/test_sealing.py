"""A sealed corpus is frozen by the database itself."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from core import append_only
from core.models import AuditEntry
from tests.people import NOW
from tests.wiki.conftest import ImportFile, make_corpus
from tests.wiki.dumps import articles, xml_dump
from wiki.models import (
    Corpus,
    Import,
    OutboxEntry,
    Page,
    PageCategory,
    PageContent,
    PageTable,
    Redirect,
    SentenceRun,
)
from wiki.services import seals

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

GUARDED = {
    "wiki_corpus",
    "wiki_page",
    "wiki_pagecategory",
    "wiki_pagecontent",
    "wiki_pagetable",
    "wiki_redirect",
    "wiki_sentencerun",
}


@pytest.fixture
def filled(tmp_path: Path, corpus: Corpus, import_file: ImportFile) -> Corpus:
    import_file(xml_dump(tmp_path / "a.xml"))
    return corpus


@pytest.fixture
def sealed(filled: Corpus) -> Corpus:
    return seals.seal_corpus(corpus=filled, now=NOW, by=None)


def refused(change: Callable[[], object]) -> bool:
    try:
        with transaction.atomic():
            change()
    except IntegrityError as error:
        return "sealed" in str(error)
    return False


def test_sealing_counts_links_through_redirects(sealed: Corpus) -> None:
    counts = dict(Page.objects.filter(corpus=sealed).values_list("title", "incoming_links"))
    assert counts == {"Aare": 2, "Bern": 1, "Rhine": 0}
    assert sealed.sealed_at == NOW
    entry = AuditEntry.objects.get(action="wiki.seal_corpus")
    assert entry.target_label == "Test"


def test_sealing_again_changes_nothing(sealed: Corpus) -> None:
    again = seals.seal_corpus(corpus=sealed, now=NOW.replace(year=2030), by=None)
    assert again.sealed_at == NOW
    assert AuditEntry.objects.filter(action="wiki.seal_corpus").count() == 1


def test_empty_corpus_is_not_sealed(corpus: Corpus) -> None:
    with pytest.raises(seals.EmptyCorpusError):
        seals.seal_corpus(corpus=corpus, now=NOW, by=None)
    assert Corpus.objects.get().sealed_at is None


def test_corpus_with_an_unfinished_import_is_sealed_only_on_demand(filled: Corpus) -> None:
    Import.objects.update(state=Import.State.STOPPED)
    with pytest.raises(seals.UnfinishedImportsError):
        seals.seal_corpus(corpus=filled, now=NOW, by=None)
    assert Corpus.objects.get().sealed_at is None
    seals.seal_corpus(corpus=filled, now=NOW, by=None, accept_unfinished=True)
    assert Corpus.objects.get().sealed_at == NOW


def test_nothing_can_be_added_to_a_sealed_corpus(sealed: Corpus) -> None:
    page = Page.objects.get(title="Rhine")
    copy = Page.objects.get(title="Rhine")
    copy.pk, copy.title = None, "Copy"
    assert refused(copy.save)
    assert refused(lambda: Redirect.objects.create(corpus=sealed, title="R", target="Rhine"))
    assert refused(lambda: PageCategory.objects.create(page=page, name="Rivers"))
    assert refused(
        lambda: SentenceRun.objects.create(page=page, first=9, length=1, is_flagged=False)
    )
    table = {"number": 9, "rows": 1, "body_rows": 1, "columns": 1}
    table |= {"is_infobox": False, "is_flagged": False, "is_malformed": False}
    assert refused(lambda: PageTable.objects.create(page=page, **table))
    assert Page.objects.count() == 3


def test_nothing_of_a_sealed_corpus_can_be_changed_or_deleted(sealed: Corpus) -> None:
    assert refused(lambda: Page.objects.filter(title="Rhine").update(revision=1))
    assert refused(lambda: Page.objects.filter(title="Rhine")._raw_delete("default"))
    assert refused(lambda: Redirect.objects.update(target="Bern"))
    assert refused(lambda: Redirect.objects.all().delete())
    assert refused(lambda: PageTable.objects.update(rows=7))
    assert refused(lambda: PageTable.objects.all().delete())
    assert refused(lambda: SentenceRun.objects.update(length=7))
    assert refused(lambda: SentenceRun.objects.all().delete())
    assert refused(lambda: PageCategory.objects.update(name="x"))
    assert refused(lambda: PageCategory.objects.all().delete())
    # The outbox is not part of a page and may still change.
    assert OutboxEntry.objects.all().delete()[0] == 3


def test_page_cannot_be_moved_into_or_out_of_a_sealed_corpus(
    sealed: Corpus, tmp_path: Path, import_file: ImportFile
) -> None:
    other = make_corpus("Open")
    import_file(xml_dump(tmp_path / "b.xml", articles(1)), into=other)
    assert refused(lambda: Page.objects.filter(corpus=other).update(corpus=sealed))
    assert refused(lambda: Page.objects.filter(title="Rhine").update(corpus=other))
    assert Page.objects.filter(corpus=other).update(revision=7) == 1


def test_seal_can_be_neither_broken_nor_deleted(sealed: Corpus) -> None:
    corpora = Corpus.objects.filter(pk=sealed.pk)
    assert refused(lambda: corpora.update(sealed_at=None))
    assert refused(lambda: corpora.update(sealed_at=NOW.replace(year=2030)))
    assert refused(lambda: corpora._raw_delete("default"))
    assert corpora.update(name="Renamed") == 1
    assert Corpus.objects.get().sealed_at == NOW


def test_document_can_never_be_changed(filled: Corpus) -> None:
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        PageContent.objects.update(size=1)


def test_guards_are_there_and_the_integrity_check_knows_them(db: None) -> None:
    assert set(append_only.guarded_tables()) >= GUARDED
    assert append_only.faulty_triggers(connection) == []
    append_only.remove(connection, ["wiki_page"])
    with pytest.raises(CommandError, match="wiki_page_sealed_delete"):
        call_command("check_integrity")
    append_only.install(connection, ["wiki_page"])
    call_command("check_integrity", stdout=StringIO())


def test_seal_command_says_what_it_did(filled: Corpus) -> None:
    out = StringIO()
    call_command("seal_corpus", "Test", stdout=out)
    assert out.getvalue() == "“Test” is sealed: 3 pages.\n"
    with pytest.raises(CommandError, match="There is no corpus “Absent”"):
        call_command("seal_corpus", "Absent")


@pytest.mark.postgres_only  # SQLite has one writer at a time
@pytest.mark.django_db(transaction=True)
def test_page_that_is_being_written_comes_before_the_seal_or_is_refused() -> None:
    """Use two connections: one has written a page and not committed, the other seals."""
    import threading

    from django.db import connections

    corpus = make_corpus()
    content = PageContent.objects.create(digest=b"x" * 32, document=b"", size=0)
    page = {
        "source_id": 1,
        "revision": 1,
        "source_digest": b"y" * 32,
        "extractor": "1",
        "content": content,
        "sentences": 0,
        "tables": 0,
        "lists": 0,
        "lossy_elements": 0,
    }
    sealed = threading.Event()

    def seal() -> None:
        Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)
        sealed.set()
        connections.close_all()

    thread = threading.Thread(target=seal)
    with transaction.atomic():
        Page.objects.create(corpus=corpus, title="Before", **page)
        thread.start()
        assert not sealed.wait(timeout=0.5)
    thread.join()
    assert sealed.is_set()
    assert refused(lambda: Page.objects.create(corpus=corpus, title="After", **page))
    assert list(Page.objects.values_list("title", flat=True)) == ["Before"]
