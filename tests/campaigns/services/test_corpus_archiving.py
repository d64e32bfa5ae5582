"""Corpora that are archived, restored and deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

import search
from accounts.models import User
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.services import archiving, corpus_archiving
from campaigns.services.campaigns import Design, create_campaign, store_design
from core import append_only
from core.contents import owned_rows
from core.models import AuditEntry
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.runs import LocalRun
from jobs.services import jobs
from search.engines import get_engine
from search.models import TitleKey, VocabularyTerm
from tests.annotation.world import make_articles
from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus
from wiki.models import Corpus, CorpusMember, Page, PageContent, PageTable, SentenceRun
from wiki.services.corpora import CorpusArchivedError
from wiki.services.import_requests import request_seal

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
RUN = LocalRun(clock=lambda: NOW)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, settings: Settings) -> None:
    """Give the index a folder of its own."""
    settings.SEARCH_FOLDER = tmp_path / "index"


def two_corpora() -> tuple[Corpus, Corpus]:
    """Return two sealed corpora that share the documents of three pages, both indexed."""
    first, second = make_corpus("First"), make_corpus("Second")
    make_articles(5, first)
    make_articles(3, second)
    for corpus in (first, second):
        search.rebuild_index(corpus=corpus)
        Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)
        corpus.refresh_from_db()
    return first, second


def archive(corpus: Corpus) -> Corpus:
    return corpus_archiving.archive_corpus(corpus=corpus, actor=None, now=NOW)


def test_every_table_that_refers_to_a_corpus_is_deleted_with_it() -> None:
    """Walk through the foreign keys, but for campaigns, which must be deleted before."""
    with_corpora = {rows.model for rows in owned_rows(Corpus)}
    with_campaigns = {rows.model for rows in owned_rows(Campaign)} - with_corpora
    reached: set[type[models.Model]] = {Corpus}
    while True:
        more = {
            model
            for model in apps.get_models()
            for field in model._meta.concrete_fields
            if field.remote_field is not None
            and field.remote_field.model in reached
            # Work refers to pages; it goes with its campaign.
            and model not in {Campaign, *with_campaigns}
        }
        if more <= reached:
            break
        reached |= more
    assert reached == {Corpus, *with_corpora}


def test_a_corpus_is_deleted_with_its_pages_and_index_and_the_other_stays() -> None:
    first, second = two_corpora()
    documents = set(Page.objects.filter(corpus=second).values_list("title", flat=True))
    kept = {
        model: set(model._base_manager.filter(**{path: second}).values_list("pk", flat=True))
        for model, path in (
            (Page, "corpus"), (PageTable, "page__corpus"), (SentenceRun, "page__corpus"),
            (TitleKey, "corpus"), (VocabularyTerm, "corpus"),
        )
    }  # fmt: skip
    assert PageContent.objects.count() == 5
    archive(first)
    corpus_archiving.delete_archived_corpus(corpus=first, actor=None, run=RUN)
    assert list(Corpus.objects.all()) == [second]
    for model, keys in kept.items():
        assert set(model._base_manager.values_list("pk", flat=True)) == keys != set(), model
    # The documents of the second are shared, those of the first alone are gone.
    assert PageContent.objects.count() == len(documents) == 3
    engine = get_engine()
    assert engine.builds(first.public_id.hex) == []
    assert engine.live_build(first.public_id.hex) is None
    assert len(engine.builds(second.public_id.hex)) == 1
    assert append_only.faulty_triggers(connection) == []
    entry = AuditEntry.objects.get(action="wiki.deleted_corpus")
    assert entry.sentence == "Touchstone deleted a corpus: “First”."
    assert entry.details["rows"]["wiki.page"] == 5


class KilledError(Exception):
    """The process died."""


class ShortRun(LocalRun):
    """A run that is killed in one of its steps, before that is stored."""

    def __init__(self, steps: int) -> None:
        super().__init__(clock=lambda: NOW)
        self.left = steps

    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        with super().step() as checkpoint:
            yield checkpoint
            self.left -= 1
            if self.left < 0:
                raise KilledError


@pytest.mark.parametrize("steps", [0, 1, 3, 5])
def test_a_killed_deletion_is_resumed(steps: int) -> None:
    first, second = two_corpora()
    archive(first)
    with pytest.raises(KilledError):
        corpus_archiving.delete_archived_corpus(corpus=first, actor=None, run=ShortRun(steps))
    first.refresh_from_db()
    assert first.is_being_deleted == (steps > 0)
    assert append_only.faulty_triggers(connection) == []
    corpus_archiving.delete_archived_corpus(corpus=first, actor=None, run=RUN)
    assert list(Corpus.objects.all()) == [second]
    assert Page.objects.count() == PageContent.objects.count() == 3
    assert AuditEntry.objects.filter(action="wiki.start_corpus_deletion").count() == 1


def test_a_corpus_with_a_campaign_is_neither_archived_nor_deleted(cast: Cast) -> None:
    first, _second = two_corpora()
    Campaign.objects.filter(pk=cast.campaign.pk).update(corpus=first)
    with pytest.raises(corpus_archiving.CorpusInUseError):
        archive(first)
    cast.campaign.refresh_from_db()
    archiving.archive_campaign(campaign=cast.campaign, actor=None, now=NOW)
    archive(first)
    with pytest.raises(archiving.NotDeletableError, match="1 campaign uses it"):
        corpus_archiving.request_corpus_deletion(
            corpus=first, typed_name="First", actor=cast.administrator, now=NOW
        )
    assert not Job.objects.exists()
    assert Page.objects.filter(corpus=first).count() == 5


def test_the_default_corpus_is_not_archived() -> None:
    first, _second = two_corpora()
    Corpus.objects.filter(pk=first.pk).update(is_default=True)
    with pytest.raises(corpus_archiving.DefaultCorpusError):
        archive(first)
    assert not Corpus.objects.filter(archived_at__isnull=False).exists()


def test_nothing_is_imported_indexed_or_chosen_from_the_archive(cast: Cast) -> None:
    corpus = make_corpus("Open")
    archive(corpus)
    corpus.refresh_from_db()
    with pytest.raises(CorpusArchivedError):
        request_seal(corpus=corpus, accept_unfinished=True, by=cast.administrator, now=NOW)
    with pytest.raises(CorpusArchivedError):
        search.request_rebuild(corpus=corpus, by=cast.administrator, now=NOW)
    made = create_campaign(name="Late", actor=None, now=NOW)
    with pytest.raises(CorpusArchivedError):
        store_design(
            campaign=made,
            design=Design(protocol=registry.get(registry.DEFAULT), corpus=corpus, numbers={}),
            actor=None,
            now=NOW,
        )
    assert not Job.objects.exists()
    made.refresh_from_db()
    assert made.corpus is None


def test_an_owner_archives_restores_and_deletes_on_screen(
    cast: Cast, log_in: Callable[[User], Client]
) -> None:
    first, second = two_corpora()
    for corpus in (first, second):
        CorpusMember.objects.create(
            corpus=corpus, user=cast.manager, role=CorpusMember.Role.OWNER, added_at=NOW
        )
    owner = log_in(cast.manager)

    def url(name: str) -> str:
        return reverse(name, args=[first.public_id])

    for person in (cast.researcher, cast.annotator, cast.stranger):
        for name in ("corpus-archive", "corpus-restore", "corpus-erase"):
            assert log_in(person).post(url(name)).status_code == 403
    asked = owner.get(url("corpus-archive")).content.decode()
    assert "Archive “First”?" in asked
    assert "Pages in the search index" in asked
    owner.post(url("corpus-archive"))
    assert "First" not in owner.get(reverse("corpora")).content.decode()
    assert "First" in owner.get(reverse("corpora"), {"archived": "1"}).content.decode()
    page = owner.get(url("corpus")).content.decode()
    assert "This corpus is archived." in page
    for name in ("corpus-seal", "corpus-delete", "corpus-index-rebuild", "corpus-member-add"):
        refused = owner.post(url(name))
        assert refused.status_code == 403
        assert "This is archived" in refused.content.decode()
    owner.post(url("corpus-restore"))
    assert "First" in owner.get(reverse("corpora")).content.decode()
    too_early = owner.post(url("corpus-erase"), {"name": "First"})
    assert "Only an archived corpus can be deleted." in too_early.content.decode()
    owner.post(url("corpus-archive"))
    wrong = owner.post(url("corpus-erase"), {"name": "Second"})
    assert (wrong.status_code, Job.objects.count()) == (422, 0)
    owner.post(url("corpus-erase"), {"name": "First"})
    job = Job.objects.get()
    # The way back waits for the job, unless that is cancelled.
    owner.post(url("corpus-restore"))
    assert Corpus.objects.get(pk=first.pk).is_archived
    jobs.cancel_job(job=job, by=cast.manager, now=NOW)
    assert not run_job(job.pk, worker="test")
    assert Page.objects.filter(corpus=first).count() == 5
    owner.post(url("corpus-erase"), {"name": "First"})
    job = Job.objects.exclude(pk=job.pk).get()
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert list(Corpus.objects.all()) == [second]
    assert owner.get(url("corpus")).status_code == 404
