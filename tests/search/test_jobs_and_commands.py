"""The jobs and the commands: the same services, with progress, cancelling and plain words."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import search
from jobs import doorbell
from jobs.models import Job
from jobs.running import run_job
from jobs.services import jobs
from search import job_kinds
from search.services import outbox, rebuilding
from search.services.vocabulary import Listing
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
        exclusive=job_kinds.exclusive_key(corpus),
    )
    return _resume(job)


def _resume(job: Job) -> Job:
    assert run_job(job.pk, worker="w1")
    job.refresh_from_db()
    return job


def _call(name: str, *arguments: str) -> str:
    out = StringIO()
    call_command(name, *arguments, stdout=out)
    return out.getvalue()


def test_rebuild_job_says_how_far_it_is(corpus: Corpus) -> None:
    job = _run(job_kinds.REBUILD, corpus)
    assert job.state == "succeeded"
    assert job.result is not None
    assert job.result["pages"] == 4
    assert (job.progress_done, job.progress_total) == (4, 4)


def test_update_job_indexes_what_waits(corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    OutboxEntry.objects.create(page=make_page("New", "Brand new.", corpus=corpus))
    job = _run(job_kinds.UPDATE, corpus)
    assert (job.state, job.result) == ("succeeded", {"pages": 1, "written": 1})


def test_update_that_has_to_rebuild_goes_on_where_it_was_cancelled(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr(rebuilding, "PAGES_A_COMMIT", 1)
    job = jobs.enqueue_job(
        kind=job_kinds.UPDATE, parameters={"corpus": corpus.pk}, requested_by=None, now=NOW
    )
    add, added = Listing.add, []

    def add_and_cancel(self: Listing, *arguments: Any) -> None:
        add(self, *arguments)
        added.append(1)
        if len(added) == 2:
            jobs.cancel_job(job=job, by=None, now=NOW)

    monkeypatch.setattr(Listing, "add", add_and_cancel)
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
    job = _run(job_kinds.UPDATE, corpus)
    assert (job.state, job.error) == (
        "failed",
        "The search engine refused a page (it answers 400).",
    )


def test_check_job_repairs(corpus: Corpus) -> None:
    search.rebuild_index(corpus=corpus)
    make_page("New", "Brand new.", corpus=corpus)
    job = _run(job_kinds.CHECK, corpus)
    assert job.result == {"pages": 5, "missing": 1, "stale": 0, "extra": 0}
    assert search.compare_index(corpus=corpus).is_equal


def test_job_waits_for_an_engine_that_is_away(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*arguments: object) -> None:
        raise search.EngineAwayError("away")

    monkeypatch.setattr("search.engines.tantivy_engine.TantivyEngine.create_build", away)
    job = _run(job_kinds.REBUILD, corpus)
    assert job.state == "queued"
    assert OutboxEntry.objects.count() == 4


def test_cancelled_rebuild_leaves_the_old_index_and_goes_on_when_retried(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = search.rebuild_index(corpus=corpus).build
    monkeypatch.setattr(outbox, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr(rebuilding, "PAGES_A_COMMIT", 1)
    job = jobs.enqueue_job(
        kind=job_kinds.REBUILD, parameters={"corpus": corpus.pk}, requested_by=None, now=NOW
    )
    add = Listing.add

    def add_and_cancel(self: Listing, *arguments: Any) -> None:
        add(self, *arguments)
        jobs.cancel_job(job=job, by=None, now=NOW)

    monkeypatch.setattr(Listing, "add", add_and_cancel)
    assert _resume(job).state == "cancelled"
    assert search.search_pages(corpus=corpus, text="text").total == 4
    monkeypatch.setattr(Listing, "add", add)
    jobs.retry_job(job=job, by=None, now=NOW)
    assert _resume(job).state == "succeeded"
    assert job.result is not None
    assert job.result["build"] != first
    assert search.compare_index(corpus=corpus).is_equal


def test_commands_rebuild_search_explain_and_check(corpus: Corpus) -> None:
    with pytest.raises(CommandError, match=r"no search index yet\. `manage\.py search_rebuild`"):
        _call("search_check")
    assert "“Test”: 4 pages" in _call("search_rebuild")
    output = _call("search", "river2 (", "--explain")
    assert "Ignored: (: a parenthesis has no partner." in output
    assert "1 pages for 'river2'" in output
    assert "Page 2" in output
    assert '"value"' in output
    assert "Go: Page 3" in _call("search", "page 3")
    assert "They are equal." in _call("search_check")


def test_search_command_hides_flagged_pages_as_the_search_page_does(corpus: Corpus) -> None:
    make_page("Unsure", "{{Unreferenced}}\nText of a doubtful river.", corpus=corpus)
    _call("search_rebuild")
    assert _call("search", "text").startswith("4 pages")
    assert _call("search", "text", "--with-flagged").startswith("5 pages")


def test_check_command_repairs_unless_it_shall_only_compare(corpus: Corpus) -> None:
    _call("search_rebuild")
    make_page("New", "Brand new.", corpus=corpus)
    with pytest.raises(CommandError, match="differ"):
        _call("search_check", "--only-compare")
    output = _call("search_check")
    assert "Missing 1, stale 0, no longer there 0" in output
    assert "Repaired" in output
    assert "0 pages in" in _call("search_rebuild", "--waiting")


def test_commands_refuse_an_unknown_corpus(corpus: Corpus) -> None:
    with pytest.raises(CommandError, match="There is no corpus “Nowhere”"):
        _call("search", "x", "--corpus", "Nowhere")


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
