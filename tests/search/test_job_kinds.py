"""The jobs: progress, cancelling, failures, and updates that nobody asks for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

import search
from jobs import doorbell
from jobs.execution import run_job
from jobs.models import Job
from jobs.services import jobs
from search import job_kinds
from search.errors import EngineAwayError
from search.selectors.index_states import key_of_index_jobs
from search.services import index_requests, outbox, rebuilding
from search.services.vocabulary import VocabularyBuffer
from tests.people import NOW
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, OutboxEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(monkeypatch: pytest.MonkeyPatch) -> Corpus:
    monkeypatch.setattr(doorbell, "ring", lambda job_id: True)
    corpus = make_corpus()
    for number in range(4):
        page = make_page(f"Page {number}", f"Text of river{number}.", corpus=corpus)
        OutboxEntry.objects.create(page=page)
    return corpus


def _run(kind: str, corpus: Corpus) -> Job:
    job = jobs.enqueue_job(
        kind=kind,
        parameters={"corpus": corpus.pk},
        requested_by=None,
        now=NOW,
        exclusive=key_of_index_jobs(corpus),
    )
    return _resume(job)


def _resume(job: Job) -> Job:
    assert run_job(job.pk, worker="w1")
    job.refresh_from_db()
    return job


def test_rebuild_job_says_how_far_it_is(corpus: Corpus) -> None:
    job = _run(index_requests.REBUILD, corpus)
    assert job.state == "succeeded"
    assert job.result is not None
    assert job.result["pages"] == 4
    assert (job.progress_done, job.progress_total) == (4, 4)


def test_update_job_indexes_what_waits(corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    OutboxEntry.objects.create(page=make_page("New", "Brand new.", corpus=corpus))
    job = _run(index_requests.UPDATE, corpus)
    assert (job.state, job.result) == ("succeeded", {"pages": 1, "written": 1})


def test_update_that_has_to_rebuild_goes_on_where_it_was_cancelled(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr(rebuilding, "PAGES_A_COMMIT", 1)
    job = jobs.enqueue_job(
        kind=index_requests.UPDATE, parameters={"corpus": corpus.pk}, requested_by=None, now=NOW
    )
    add, added = VocabularyBuffer.add, []

    def add_and_cancel(self: VocabularyBuffer, *arguments: Any) -> None:
        add(self, *arguments)
        added.append(1)
        if len(added) == 2:
            jobs.cancel_job(job=job, by=None, now=NOW)

    monkeypatch.setattr(VocabularyBuffer, "add", add_and_cancel)
    assert _resume(job).state == "cancelled"
    before = len(added)
    jobs.retry_job(job=job, by=None, now=NOW)
    assert _resume(job).state == "succeeded"
    assert len(added) - before < 4
    assert search.compare_index(corpus=corpus).is_equal


def test_update_that_cannot_be_mended_by_waiting_fails_in_plain_words(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> None:
        raise search.SearchError("The search engine refused a page (it answers 400).")

    monkeypatch.setattr("search.engines.tantivy_engine.TantivyWriter.add", refuse)
    job = _run(index_requests.UPDATE, corpus)
    assert (job.state, job.error) == (
        "failed",
        "The search engine refused a page (it answers 400).",
    )


def test_check_job_repairs(corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    make_page("New", "Brand new.", corpus=corpus)
    job = _run(index_requests.CHECK, corpus)
    assert job.result == {
        "pages": 5,
        "indexed": 4,
        "missing": 1,
        "stale": 0,
        "extra": 0,
        "untitled": 1,
        "unlisted_words": 0,
        "unused_words": 0,
        "waiting": 0,
        "url": f"/corpora/{corpus.public_id}/",
    }
    assert search.compare_index(corpus=corpus).is_equal


def test_job_waits_for_an_engine_that_is_away(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*arguments: object) -> None:
        raise EngineAwayError("away")

    monkeypatch.setattr("search.engines.tantivy_engine.TantivyEngine.create_build", away)
    job = _run(index_requests.REBUILD, corpus)
    assert job.state == "queued"
    assert OutboxEntry.objects.count() == 4


def test_cancelled_rebuild_leaves_the_old_index_and_goes_on_when_retried(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = search.rebuild_index(corpus=corpus).build
    monkeypatch.setattr(outbox, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr(rebuilding, "PAGES_A_COMMIT", 1)
    job = jobs.enqueue_job(
        kind=index_requests.REBUILD, parameters={"corpus": corpus.pk}, requested_by=None, now=NOW
    )
    add = VocabularyBuffer.add

    def add_and_cancel(self: VocabularyBuffer, *arguments: Any) -> None:
        add(self, *arguments)
        jobs.cancel_job(job=job, by=None, now=NOW)

    monkeypatch.setattr(VocabularyBuffer, "add", add_and_cancel)
    assert _resume(job).state == "cancelled"
    assert search.search_pages(corpus=corpus, text="text").total == 4
    monkeypatch.setattr(VocabularyBuffer, "add", add)
    jobs.retry_job(job=job, by=None, now=NOW)
    assert _resume(job).state == "succeeded"
    assert job.result is not None
    assert job.result["build"] != first
    assert search.compare_index(corpus=corpus).is_equal


def test_waiting_pages_are_indexed_without_anybody_asking(corpus: Corpus) -> None:
    job_kinds.ask_for_update(NOW)
    job_kinds.ask_for_update(NOW)
    job = _resume(Job.objects.get(kind="search.update"))
    assert (job.state, job.result) == ("succeeded", {"pages": 4, "written": 4})
    assert OutboxEntry.objects.count() == 0
    assert search.search_pages(corpus=corpus, text="river2").total == 1
    job_kinds.ask_for_update(NOW)
    assert Job.objects.filter(kind="search.update").count() == 1


def test_failed_update_is_not_asked_for_again_at_once(corpus: Corpus) -> None:
    job_kinds.ask_for_update(NOW)
    job = Job.objects.get(kind="search.update")
    jobs.cancel_job(job=job, by=None, now=NOW)
    job_kinds.ask_for_update(NOW + timedelta(minutes=9))
    assert Job.objects.count() == 1
    job_kinds.ask_for_update(NOW + timedelta(minutes=11))
    assert Job.objects.count() == 2


def _requested_for(now: datetime) -> list[Corpus]:
    """Return the corpora for which jobs are requested now."""
    before = set(Job.objects.values_list("pk", flat=True))
    job_kinds.ask_for_update(now)
    asked = Job.objects.exclude(pk__in=before).order_by("pk")
    return [Corpus.objects.get(pk=job.parameters["corpus"]) for job in asked]


def _fail(corpus: Corpus, now: datetime) -> None:
    unfinished = Job.objects.filter(state="queued", parameters__corpus=corpus.pk)
    assert unfinished.update(state="failed", finished_at=now, error="Refused.") == 1


@pytest.mark.postgres
def test_corpus_that_cannot_be_indexed_keeps_no_other_from_it(corpus: Corpus) -> None:
    other = make_corpus("Other")
    make_corpus("Without pages")
    OutboxEntry.objects.create(page=make_page("Elsewhere", "Text.", corpus=other))
    assert _requested_for(NOW) == [corpus, other]
    _fail(corpus, NOW)
    # While the other's job has not run, it is not asked for again.
    assert _requested_for(NOW) == []
    for seconds in (0, 60, 300):
        now = NOW + timedelta(seconds=seconds)
        Job.objects.filter(state="queued").update(state="succeeded", finished_at=now)
        assert _requested_for(now) == [other]
    now = NOW + timedelta(minutes=11)
    _fail(other, now)
    assert _requested_for(now) == [corpus]
    # Waiting for its next attempt, it is unfinished: the other is asked for beside it.
    assert _requested_for(now + timedelta(minutes=11)) == [other]
