"""Managers import and seal from their screens; nothing outside the import folder is reachable."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from core.http import REFUSED
from core.models import AuditEntry
from demo.export import DumpPage
from jobs.execution import run_job
from jobs.kinds import title_of
from jobs.models import Job, JobState
from tests.people import Cast
from tests.wiki.conftest import make_corpus
from tests.wiki.dumps import articles, xml_dump
from wiki import documents
from wiki.forms import DumpImportForm
from wiki.models import Corpus, Import, Page, PageContent
from wiki.selectors.corpora import lossy_pages, pages_with_notes
from wiki.services import import_files
from wiki.services.import_files import ImportFile, ImportFolder, NotAvailableError

LogIn = Callable[[User], Client]


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.IMPORT_FOLDER = tmp_path / "imports"
    settings.HOME = tmp_path / "home"
    settings.IMPORT_FOLDER.mkdir()
    settings.HOME.mkdir()
    monkeypatch.setattr("jobs.doorbell.ring", lambda job_id: True)


@pytest.fixture
def manager(cast: Cast, log_in: LogIn) -> Client:
    return log_in(cast.manager)


def ask(manager: Client, **fields: Any) -> Any:
    data = {"name": "Rivers", "source_name": "Wikipedia", "licence": "CC BY-SA 4.0", **fields}
    return manager.post(reverse("import-dump"), data)


def run_only_job() -> Job:
    job = Job.objects.get(state=JobState.QUEUED)
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    return job


@pytest.mark.django_db(transaction=True)
def test_manager_imports_a_file_of_the_folder_and_seals_the_corpus(
    tmp_path: Path, cast: Cast, manager: Client
) -> None:
    xml_dump(tmp_path / "imports" / "dump.xml")
    response = ask(manager, server_file="dump.xml")
    corpus = Corpus.objects.get(name="Rivers")
    assert response.headers["Location"] == f"/corpora/{corpus.public_id}/"
    assert corpus.created_by == cast.manager
    job = run_only_job()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert job.result is not None
    assert job.result["url"] == f"/corpora/{corpus.public_id}/"
    assert Page.objects.filter(corpus=corpus).count() == 3
    assert Import.objects.get().started_by == cast.manager
    page = manager.get(reverse("corpus", args=[corpus.public_id])).content.decode()
    assert "dump.xml" in page
    assert re.search(r'badge--succeeded">\s*Done', page)
    sealing = manager.post(reverse("corpus-seal", args=[corpus.public_id]), {"understood": "on"})
    assert sealing.status_code == 302
    assert run_only_job().state == JobState.SUCCEEDED
    corpus.refresh_from_db()
    assert corpus.is_sealed
    entry = AuditEntry.objects.get(action="wiki.seal_corpus")
    assert entry.actor == cast.manager
    assert "Sealed" in manager.get(reverse("corpora")).content.decode()


@pytest.mark.django_db(transaction=True)
def test_manager_uploads_a_file_which_is_deleted_once_imported(
    tmp_path: Path, manager: Client
) -> None:
    content = xml_dump(tmp_path / "a.xml").read_bytes()
    response = ask(manager, upload=SimpleUploadedFile("../../odd name.xml", content))
    assert response.status_code == 302
    (stored,) = [path for path in (tmp_path / "home" / "uploads").rglob("*") if path.is_file()]
    assert stored.name == "odd_name.xml"
    assert stored.read_bytes() == content
    assert run_only_job().state == JobState.SUCCEEDED
    assert Page.objects.count() == 3
    assert not stored.exists()


@pytest.mark.django_db(transaction=True)
def test_cancelled_import_goes_on_when_tried_again(
    tmp_path: Path, cast: Cast, manager: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jobs.services import jobs
    from wiki.services.import_chunks import write_chunk

    xml_dump(tmp_path / "imports" / "dump.xml", articles(100))
    ask(manager, server_file="dump.xml")
    job = Job.objects.get()

    def write_and_cancel(**arguments: Any) -> Any:
        written = write_chunk(**arguments)
        if written.number == 1000:
            Job.objects.update(cancel_requested_at=job.created_at)
        return written

    monkeypatch.setattr("wiki.services.import_run.write_chunk", write_and_cancel)
    run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert Import.objects.get().state == Import.State.STOPPED
    assert 0 < Page.objects.count() < 100
    monkeypatch.setattr("wiki.services.import_run.write_chunk", write_chunk)
    jobs.retry_job(job=job, by=cast.manager, now=job.created_at)
    run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert Page.objects.count() == 100


@pytest.mark.django_db(transaction=True)
def test_job_on_a_file_that_is_no_dump_fails_with_the_reason(
    tmp_path: Path, manager: Client
) -> None:
    (tmp_path / "imports" / "dump.xml").write_text("hello")
    ask(manager, server_file="dump.xml")
    job = run_only_job()
    assert (job.state, job.error) == (JobState.FAILED, "dump.xml: it is not a dump.")


def test_form_that_is_refused_leaves_no_upload_behind(tmp_path: Path, manager: Client) -> None:
    response = ask(manager, name="", upload=SimpleUploadedFile("a.xml", b"x" * 1000))
    assert response.status_code == 422
    assert "Choose a corpus, or enter a name for a new one." in response.content.decode()
    assert [path for path in (tmp_path / "home").rglob("*") if path.is_file()] == []
    assert Corpus.objects.count() == 0
    assert Job.objects.count() == 0


@pytest.mark.parametrize(
    "path", ["../secret.xml", "/etc/passwd", "link.xml", "folder", "absent.xml", "nul\0.xml", ""]
)
def test_path_that_leads_out_of_the_folder_is_refused(
    tmp_path: Path, manager: Client, path: str
) -> None:
    xml_dump(tmp_path / "secret.xml")
    (tmp_path / "imports" / "link.xml").symlink_to(tmp_path / "secret.xml")
    (tmp_path / "imports" / "folder").mkdir()
    assert ask(manager, server_file=path).status_code == 422
    assert Job.objects.count() == 0
    with pytest.raises(NotAvailableError):
        ImportFile(ImportFolder.IMPORTS, path).locate()


def test_folder_lists_its_dumps_and_neither_links_out_nor_indexes(
    tmp_path: Path, cast: Cast
) -> None:
    folder = tmp_path / "imports"
    (folder / "english").mkdir()
    for name in ("english/b.xml.bz2", "a.xml", "b-index.txt.bz2", ".hidden.xml"):
        (folder / name).touch()
    (folder / "inside.xml").symlink_to(folder / "a.xml")
    (folder / "outside.xml").symlink_to("/etc/passwd")
    paths = [file.path for file in import_files.list_import_files()]
    assert paths == ["a.xml", "english/b.xml.bz2", "inside.xml"]
    form = DumpImportForm(person=cast.manager)
    choices = form.fields["server_file"].choices  # type: ignore[attr-defined]
    assert [value for value, _label in choices] == ["", *paths]


def test_upload_without_room_on_the_disk_is_refused_before_it_is_read(
    manager: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wiki.uploads.has_room_for", lambda size: False)
    response = ask(manager, upload=SimpleUploadedFile("a.xml", b"x"))
    assert response.status_code == 507
    assert "not enough space" in response.content.decode()
    assert Job.objects.count() == 0


def test_only_one_thing_is_done_to_a_corpus_at_a_time(
    tmp_path: Path, cast: Cast, manager: Client
) -> None:
    xml_dump(tmp_path / "imports" / "dump.xml")
    corpus = make_corpus(owner=cast.manager)
    assert ask(manager, corpus=corpus.pk, server_file="dump.xml").status_code == 302
    response = ask(manager, corpus=corpus.pk, server_file="dump.xml")
    assert response.status_code == 422
    assert "Another job is working on this corpus" in response.content.decode()
    assert Job.objects.count() == 1
    progress = manager.get(reverse("corpus-progress", args=[corpus.public_id]))
    assert progress.status_code == 200
    Job.objects.all().delete()
    progress = manager.get(reverse("corpus-progress", args=[corpus.public_id]))
    assert progress.status_code == 286


def test_sealing_needs_confirmation(manager: Client, cast: Cast) -> None:
    corpus = make_corpus(owner=cast.manager)
    response = manager.post(reverse("corpus-seal", args=[corpus.public_id]), {})
    assert response.status_code == 422
    assert Job.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_corpus_page_says_what_the_parser_noted_and_the_job_names_file_and_corpus(
    tmp_path: Path, manager: Client
) -> None:
    pages = [DumpPage("Ragged", "{|\n| a || b\n|-\n| c\n|}"), *articles(2)]
    xml_dump(tmp_path / "imports" / "dump.xml", pages)
    response = ask(manager, server_file="dump.xml")
    job = run_only_job()
    assert (job.progress_done, job.progress_total) == (100, 100)
    assert job.progress_note == "3 pages, 0 lossy, 1 noted, 0 failed"
    assert title_of(job.kind, job.parameters) == "Import dump: dump.xml → Rivers"
    page = manager.get(response.url).content.decode()
    assert "What the parser noted" in page
    assert "A table has rows of different lengths" in page


@pytest.mark.django_db(transaction=True)
def test_counts_of_lossy_and_noted_pages_lead_to_the_pages(tmp_path: Path, manager: Client) -> None:
    pages = [
        DumpPage("Ragged", "{|\n| a || b\n|-\n| c\n|}"),
        DumpPage("Lossy", "It has {{unheard of|x}} and {{unheard of|y}} in it."),
        *articles(2),
    ]
    xml_dump(tmp_path / "imports" / "dump.xml", pages)
    response = ask(manager, server_file="dump.xml")
    run_only_job()
    corpus = Corpus.objects.get()
    page = manager.get(response.url).content.decode()
    lossy, noted = (
        reverse(name, args=[corpus.public_id]) for name in ("corpus-lossy", "corpus-noted")
    )
    assert f'<a href="{lossy}">1</a>' in page
    assert f'<a href="{noted}">1</a>' in page
    # What is next comes first.
    assert page.index("Seal corpus") < page.index('id="corpus-progress"')
    found = manager.get(lossy).content.decode()
    assert f'/wiki/Lossy?corpus={corpus.public_id}#sentence_0">sentence_0</a>' in found
    assert "Templates that would help most" in found
    assert "unheard of" in found
    assert ">Ragged</a>" not in found
    found = manager.get(noted).content.decode()
    assert ">Ragged</a>" in found
    assert "ragged: table_0 has rows of different length" in found
    assert ">Lossy</a>" not in found


@pytest.mark.django_db(transaction=True)
def test_reused_pages_count_among_lossy_and_noted_ones(tmp_path: Path, manager: Client) -> None:
    pages = [DumpPage("Ragged", "{|\n| a || b\n|-\n| c {{unheard of|x}}\n|}"), *articles(2)]
    xml_dump(tmp_path / "imports" / "dump.xml", pages)
    for name in ("Rivers", "Rivers again"):
        response = ask(manager, name=name, server_file="dump.xml")
        run_only_job()
    assert Import.objects.get(corpus__name="Rivers again").chunks.get().taken_over == 3
    page = manager.get(response.url).content.decode()
    corpus = Corpus.objects.get(name="Rivers again")
    for name in ("corpus-lossy", "corpus-noted"):
        assert f'<a href="{reverse(name, args=[corpus.public_id])}">1</a>' in page


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["corpus-lossy", "corpus-noted"])
def test_twenty_thousand_pages_are_listed_in_the_order_of_an_index(
    manager: Client, cast: Cast, name: str, django_assert_max_num_queries: Any
) -> None:
    corpus = make_corpus(owner=cast.manager)
    packed = documents.pack({"title": "P", "order": [], "lossy": ["sentence_0"], "notes": ["n"]})
    content = PageContent.objects.create(
        digest=packed.digest, document=packed.data, size=packed.size
    )
    Page.objects.bulk_create(
        Page(
            corpus=corpus, title=f"P{n:05}", source_id=n, revision=n, source_digest=b"d",
            extractor="test", content=content, is_disambiguation=False, is_flagged=False,
            sentences=1, tables=0, lists=0, lossy_elements=1 + n % 7, has_notes=True,
        )
        for n in range(20_000)
    )  # fmt: skip
    url = reverse(name, args=[corpus.public_id])
    with django_assert_max_num_queries(15):
        page = manager.get(url, {"page": "400"}).content.decode()
    assert page.count("?corpus=") >= 50
    assert "P19999" in page if name == "corpus-noted" else "P19992" in page
    listed = lossy_pages if name == "corpus-lossy" else pages_with_notes
    plan = listed(corpus)[:50].explain()
    index = "page_lossy" if name == "corpus-lossy" else "page_with_notes"
    assert index in plan
    # Read in its order: nothing is sorted.
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("done", "minutes", "words"),
    [
        # Half a minute on either side, however long the page takes.
        (25, 60.5, "About 3 hours, 1 minute left"),
        (99, 50, "Less than a minute left"),
        (1, 60, ""),
    ],
)
def test_a_running_import_shows_its_progress_and_the_time_left(
    tmp_path: Path, manager: Client, done: int, minutes: float, words: str
) -> None:
    xml_dump(tmp_path / "imports" / "dump.xml", articles(2))
    response = ask(manager, server_file="dump.xml")
    now = timezone.now()
    Job.objects.update(
        state=JobState.RUNNING, attempt=1, worker="w", started_at=now - timedelta(minutes=minutes),
        heartbeat_at=now, progress_done=done, progress_total=100, progress_note="7 pages",
    )  # fmt: skip
    page = manager.get(response.url).content.decode()
    assert f'value="{done}"' in page
    assert "7 pages" in page
    shown = re.findall(r"(?:About|Less than) [^<]* left", page)
    assert [" ".join(text.replace("\xa0", " ").split()) for text in shown] == [words] * bool(words)


@pytest.mark.django_db
def test_faults_of_fields_that_are_hidden_refuse_nothing(
    tmp_path: Path, manager: Client, cast: Cast
) -> None:
    corpus = make_corpus(owner=cast.manager)
    xml_dump(tmp_path / "imports" / "dump.xml", articles(2))
    # Typed first, then an existing corpus was chosen.
    typed = {"name": corpus.name, "licence": "x" * 500}
    refused = ask(manager, **typed, server_file="dump.xml")
    assert refused.status_code == REFUSED
    assert not Job.objects.exists()
    response = ask(manager, **typed, corpus=corpus.pk, server_file="dump.xml")
    assert response.url == reverse("corpus", args=[corpus.public_id])
    assert [corpus.name for corpus in Corpus.objects.all()] == ["Test"]
    assert Job.objects.get().parameters["corpus"] == str(corpus.public_id)


@pytest.mark.django_db
def test_templates_are_expanded_unless_the_form_says_no(tmp_path: Path, manager: Client) -> None:
    xml_dump(tmp_path / "imports" / "dump.xml", articles(2))
    ask(manager, server_file="dump.xml")
    ask(manager, name="Others", server_file="dump.xml", skip_templates="on")
    jobs = Job.objects.order_by("pk")
    assert [job.parameters["options"]["templates"] for job in jobs] == [True, False]


@pytest.mark.django_db
def test_import_form_names_the_folder_and_the_limits(tmp_path: Path, manager: Client) -> None:
    page = manager.get(reverse("import-dump")).content.decode()
    assert f"Folder on the server: {tmp_path / 'imports'}" in page
    assert "At most 32 GB; the server’s disk has room for" in page


@pytest.mark.django_db(transaction=True)
def test_corpus_of_a_failed_import_can_be_deleted(
    tmp_path: Path, cast: Cast, manager: Client
) -> None:
    (tmp_path / "imports" / "no.xml").write_text("<mediawiki><page><title>A</title>")
    ask(manager, server_file="no.xml")
    corpus = Corpus.objects.get()
    delete = reverse("corpus-delete", args=[corpus.public_id])
    assert manager.post(delete, follow=True).redirect_chain[-1][0] == reverse(
        "corpus", args=[corpus.public_id]
    )
    assert Corpus.objects.count() == 1  # its job still waits
    assert run_only_job().state == JobState.FAILED
    page = manager.get(reverse("corpus", args=[corpus.public_id])).content.decode()
    assert "Delete corpus" in page
    assert "Seal corpus" not in page
    assert manager.post(delete).headers["Location"] == reverse("corpora")
    assert not Corpus.objects.exists()
    assert not Import.objects.exists()
    entry = AuditEntry.objects.get(action="wiki.delete_corpus")
    assert (entry.actor, entry.details) == (cast.manager, {"name": "Rivers"})
    assert manager.post(delete).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_corpus_with_pages_cannot_be_deleted(tmp_path: Path, manager: Client) -> None:
    xml_dump(tmp_path / "imports" / "dump.xml")
    ask(manager, server_file="dump.xml")
    run_only_job()
    corpus = Corpus.objects.get()
    pages = Page.objects.count()
    answer = manager.post(reverse("corpus-delete", args=[corpus.public_id]), follow=True)
    assert "Only an open corpus without pages can be deleted." in answer.content.decode()
    assert (Corpus.objects.count(), Page.objects.count()) == (1, pages)
    assert not AuditEntry.objects.filter(action="wiki.delete_corpus").exists()


def test_annotator_sees_no_corpora(cast: Cast, log_in: LogIn) -> None:
    client = log_in(cast.annotator)
    assert client.get(reverse("corpora")).status_code == 403
    assert client.post(reverse("import-dump"), {}).status_code == 403
