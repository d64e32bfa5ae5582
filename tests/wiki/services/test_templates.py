"""Templates that stand in the dump: collected first, used by every page, removed at the end."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from demo.export import DumpPage
from tests.people import NOW
from tests.wiki.conftest import ImportFile, make_corpus
from tests.wiki.dumps import articles, multistream_dump, xml_dump
from wiki import documents
from wiki.models import Corpus, Import, Page
from wiki.services.templates import find_templates, remove_old_templates

TEXT = "The line has {{railgauge|sg}} track and {{unheard of|x}} in it."
PAGES = [
    # Before its template, and after it.
    DumpPage("Article A", TEXT),
    *articles(60),
    DumpPage("Template:Railgauge", "{{#switch:{{{1}}}|sg=1,435 mm}}<noinclude>[[x]]</noinclude>"),
    DumpPage("Template:Unheard of", "{{#invoke:Unheard|of}}"),
    DumpPage("Article B", "Its gauge is {{Template:railgauge|sg}} wide, as others are."),
]
Write = Callable[[Path, list[DumpPage]], Path]

pytestmark = pytest.mark.django_db(transaction=True)


def sentence(title: str, corpus: Corpus) -> str:
    page = Page.objects.select_related("content").get(title=title, corpus=corpus)
    return str(documents.unpack(page.content.document)["sentence_0"])


@pytest.mark.parametrize("titles", [(), ("Article A", "Article B")], ids=["all", "some"])
@pytest.mark.parametrize("write", [xml_dump, multistream_dump], ids=["xml", "multistream"])
def test_templates_of_the_dump_are_expanded_in_its_pages(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile, write: Write, titles: tuple[str, ...]
) -> None:
    path = write(tmp_path / "a-multistream.xml.bz2", PAGES)
    source = import_file(path, titles=titles)
    assert source.state == Import.State.DONE
    assert sentence("Article A", corpus) == "The line has 1,435 mm track and x in it."
    assert sentence("Article B", corpus) == "Its gauge is 1,435 mm wide, as others are."
    counted = json.dumps([chunk.unknown_templates for chunk in source.chunks.all()])
    assert (counted.count("unheard of"), counted.count("railgauge")) == (1, 0)
    assert find_templates(source) is None


def test_templates_are_not_expanded_where_nobody_wants_them(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    source = import_file(xml_dump(tmp_path / "a.xml", PAGES), templates=False)
    assert source.options == {"templates": False}
    assert sentence("Article A", corpus) == "The line has sg track and x in it."
    assert Page.objects.get(title="Article A").lossy_elements == 1


def test_pages_are_not_reused_where_the_templates_differ(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    import_file(xml_dump(tmp_path / "a.xml", PAGES))
    changed = [
        DumpPage("Template:Railgauge", "4 ft 8½ in") if "Railgauge" in page.title else page
        for page in PAGES
    ]
    newer = make_corpus("Newer")
    source = import_file(xml_dump(tmp_path / "b.xml", changed), into=newer)
    assert sentence("Article A", newer) == "The line has 4 ft 8½ in track and x in it."
    # The pages that need no template are.
    assert sum(source.chunks.values_list("taken_over", flat=True)) == 60


def test_an_import_that_is_stopped_finds_the_same_templates_again(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    path = xml_dump(tmp_path / "a.xml", PAGES)

    def stop(totals: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_file(path, report=stop)
    (stopped,) = Import.objects.all()
    kept = find_templates(stopped)
    assert stopped.state == Import.State.STOPPED
    assert kept is not None
    # As at another host, or after the home folder was emptied.
    kept.unlink()
    source = import_file(path)
    assert (source.pk, source.state) == (stopped.pk, Import.State.DONE)
    assert sentence("Article B", corpus) == "Its gauge is 1,435 mm wide, as others are."


def test_a_finished_import_reads_no_templates_again(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = xml_dump(tmp_path / "a.xml", PAGES)
    source = import_file(path)
    monkeypatch.setattr("wiki.services.templates.write_templates", None)
    assert import_file(path).pk == source.pk


def test_templates_that_another_import_uses_stay(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    path = xml_dump(tmp_path / "a.xml", PAGES)
    with pytest.raises(ZeroDivisionError):
        import_file(path, into=make_corpus("Other"), report=lambda totals: 1 / 0)
    Import.objects.update(state=Import.State.RUNNING)
    source = import_file(path)
    assert find_templates(source) is not None
    Import.objects.exclude(pk=source.pk).update(state=Import.State.STOPPED)
    import_file(path, into=make_corpus("Third"))
    assert find_templates(source) is None


def test_templates_of_imports_that_nobody_resumes_are_removed(
    tmp_path: Path, corpus: Corpus, import_file: ImportFile
) -> None:
    with pytest.raises(ZeroDivisionError):
        import_file(xml_dump(tmp_path / "a.xml", PAGES), report=lambda totals: 1 / 0)
    (source,) = Import.objects.all()
    kept = find_templates(source)
    assert kept is not None
    os.utime(kept, times=(NOW.timestamp(), NOW.timestamp()))
    assert remove_old_templates(now=NOW + timedelta(days=6)) == 0
    Import.objects.update(state=Import.State.RUNNING)
    assert remove_old_templates(now=NOW + timedelta(days=8)) == 0
    Import.objects.update(state=Import.State.STOPPED)
    assert remove_old_templates(now=NOW + timedelta(days=8)) == 1
    assert not kept.exists()
