"""The screens of jobs: what people see of their jobs, and nothing of others'."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import AuditEntry
from jobs.models import Job
from jobs.services import jobs, workers
from tests.jobs.conftest import MakeJob
from tests.people import Cast

pytestmark = pytest.mark.django_db

LogIn = Callable[..., Client]


def page_of(name: str, job: Job) -> str:
    return reverse(f"jobs:{name}", args=[job.public_id])


def claim(job: Job, ago: timedelta = timedelta()) -> Job:
    claimed = jobs.claim_job(job_id=job.pk, worker="w1", now=timezone.now() - ago)
    assert claimed is not None
    return claimed


def test_manager_sees_their_own_jobs_and_administrator_all(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    mine = make_job(requested_by=cast.manager)
    other = make_job(requested_by=cast.administrator)
    page = log_in(cast.manager).get(reverse("jobs:list")).content.decode()
    assert page_of("detail", mine) in page
    assert page_of("detail", other) not in page
    page = log_in(cast.administrator).get(reverse("jobs:list")).content.decode()
    assert page.index(page_of("detail", other)) < page.index(page_of("detail", mine))


def test_list_without_jobs_says_what_brings_them(cast: Cast, log_in: LogIn) -> None:
    response = log_in(cast.manager).get(reverse("jobs:list"))
    assert "No jobs yet." in response.content.decode()


def test_list_is_filtered_by_state(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    queued = make_job(requested_by=cast.manager)
    cancelled = jobs.cancel_job(
        job=make_job(requested_by=cast.manager), by=cast.manager, now=timezone.now()
    )
    page = log_in(cast.manager).get(reverse("jobs:list"), {"state": "cancelled"}).content.decode()
    assert page_of("detail", cancelled) in page
    assert page_of("detail", queued) not in page


@pytest.mark.parametrize(
    ("parameters", "status"),
    [({"state": "asleep"}, 400), ({"page": "0"}, 404), ({"page": "x"}, 404), ({"page": "9"}, 404)],
)
def test_senseless_list_parameters_are_refused(
    cast: Cast, log_in: LogIn, parameters: dict[str, str], status: int
) -> None:
    response = log_in(cast.manager).get(reverse("jobs:list"), parameters)
    assert response.status_code == status


def test_list_takes_the_same_queries_for_one_job_as_for_fifty(
    cast: Cast, log_in: LogIn, make_job: MakeJob, django_assert_max_num_queries: Any
) -> None:
    for _ in range(60):
        make_job(requested_by=cast.manager)
    client = log_in(cast.administrator)
    with django_assert_max_num_queries(7):
        response = client.get(reverse("jobs:list"))
    assert response.content.decode().count('class="badge badge--queued"') == 50
    assert "page=2" in response.content.decode()


def test_detail_takes_few_queries(
    cast: Cast, log_in: LogIn, make_job: MakeJob, django_assert_max_num_queries: Any
) -> None:
    job = make_job(requested_by=cast.manager)
    client = log_in(cast.administrator)
    with django_assert_max_num_queries(6):
        client.get(page_of("detail", job))
    # What every open page asks every second.
    with django_assert_max_num_queries(4):
        client.get(page_of("progress", job))


def test_queued_job_says_that_no_worker_is_running(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    job = make_job(requested_by=cast.manager)
    client = log_in(cast.manager)
    page = client.get(page_of("detail", job)).content.decode()
    assert "Waiting: no worker is running." in page
    workers.beat_worker(name="w1", now=timezone.now())
    page = client.get(page_of("detail", job)).content.decode()
    assert "no worker is running" not in page


def test_running_job_shows_its_progress_and_polls(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    job = claim(make_job(requested_by=cast.manager))
    jobs.note_progress(
        job_id=job.pk,
        attempt=1,
        now=timezone.now(),
        fields={"progress_done": 40, "progress_total": 100, "progress_note": "Reading pages"},
    )
    page = log_in(cast.manager).get(page_of("detail", job)).content.decode()
    assert 'value="40"' in page
    assert 'max="100"' in page
    assert "Reading pages" in page
    assert f'hx-get="{page_of("progress", job)}"' in page
    assert 'aria-live="polite"' in page
    assert "badge--running" in page


def test_silent_job_is_shown_as_stalled(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    job = claim(make_job(requested_by=cast.manager), ago=timedelta(minutes=5))
    page = log_in(cast.manager).get(page_of("detail", job)).content.decode()
    assert "badge--stalled" in page
    assert "badge--running" not in page
    assert "The worker stopped during attempt 1 of 3." in page
    assert "badge--stalled" in log_in(cast.manager).get(reverse("jobs:list")).content.decode()


def test_polling_gets_nothing_new_then_news_then_is_told_to_stop(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    job = claim(make_job(requested_by=cast.manager))
    client = log_in(cast.manager)
    seen = client.get(page_of("detail", job)).context["seen"]
    assert client.get(page_of("progress", job), {"seen": seen}).status_code == 204
    jobs.note_progress(job_id=job.pk, attempt=1, now=timezone.now(), fields={"progress_done": 1})
    news = client.get(page_of("progress", job), {"seen": seen})
    assert news.status_code == 200
    assert b"<html" not in news.content
    jobs.finish_job(job_id=job.pk, attempt=1, result={"pages": 7}, now=timezone.now())
    last = client.get(page_of("progress", job), {"seen": news.context["seen"]})
    assert last.status_code == 286
    assert "badge--succeeded" in last.content.decode()
    # What is done needs no bar, which would stand empty where nobody knew the whole.
    assert "<progress" not in last.content.decode()
    assert "hx-get" not in client.get(page_of("detail", job)).content.decode()


def test_results_are_told_in_words(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    job = claim(make_job(requested_by=cast.manager))
    result = {"pages_read": 7, "highlights": {"table": 3, "sentences": 2}, "lacking": {}}
    jobs.finish_job(job_id=job.pk, attempt=1, result=result, now=timezone.now())
    response = log_in(cast.manager).get(page_of("detail", job))
    assert response.context["result"] == {
        "Pages read": "7",
        "Highlights": "table: 3, sentences: 2",
        "Lacking": "none",
    }


def test_details_of_an_error_are_for_administrators(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    job = claim(make_job(requested_by=cast.manager))
    jobs.fail_job(
        job_id=job.pk,
        attempt=1,
        reason="The dump is empty.",
        detail="Traceback: secret",
        now=timezone.now(),
    )
    page = log_in(cast.manager).get(page_of("detail", job)).content.decode()
    assert "The dump is empty." in page
    assert "Traceback: secret" not in page
    assert "Traceback: secret" in (
        log_in(cast.administrator).get(page_of("detail", job)).content.decode()
    )


@pytest.mark.parametrize(
    ("url", "shown"), [("/corpora/7/", True), ("//evil.example", False), ("javascript:x", False)]
)
def test_result_links_only_to_this_site(
    cast: Cast, log_in: LogIn, make_job: MakeJob, url: str, shown: bool
) -> None:
    job = claim(make_job(requested_by=cast.manager))
    jobs.finish_job(job_id=job.pk, attempt=1, result={"url": url}, now=timezone.now())
    page = log_in(cast.manager).get(page_of("detail", job)).content.decode()
    assert (f'href="{url}"' in page) is shown


@pytest.mark.parametrize("name", ["detail", "progress"])
def test_someone_elses_job_does_not_exist(
    cast: Cast, log_in: LogIn, make_job: MakeJob, name: str
) -> None:
    job = make_job(requested_by=cast.administrator)
    client = log_in(cast.manager)
    theirs = client.get(page_of(name, job))
    nobodys = client.get(reverse(f"jobs:{name}", args=[uuid4()]))
    assert theirs.status_code == nobodys.status_code == 404


@pytest.mark.parametrize("name", ["cancel", "retry"])
def test_someone_elses_job_cannot_be_touched(
    cast: Cast, log_in: LogIn, make_job: MakeJob, name: str
) -> None:
    job = make_job(requested_by=cast.administrator)
    before = Job.objects.values().get(pk=job.pk)
    assert log_in(cast.manager).post(page_of(name, job)).status_code == 404
    assert Job.objects.values().get(pk=job.pk) == before
    assert AuditEntry.objects.count() == 0


def test_own_job_can_be_cancelled_and_tried_again(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    job = make_job(requested_by=cast.manager)
    client = log_in(cast.manager)
    page = client.post(page_of("cancel", job), follow=True).content.decode()
    assert "The job is cancelled." in page
    page = client.post(page_of("retry", job), follow=True).content.decode()
    assert "The job is queued again." in page
    job.refresh_from_db()
    assert job.state == "queued"


def test_cancelling_a_finished_job_changes_nothing_and_says_so(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    job = claim(make_job(requested_by=cast.manager))
    jobs.finish_job(job_id=job.pk, attempt=1, result=None, now=timezone.now())
    before = Job.objects.values().get(pk=job.pk)
    page = log_in(cast.manager).post(page_of("cancel", job), follow=True).content.decode()
    assert "This job had finished already" in page
    assert Job.objects.values().get(pk=job.pk) == before


@pytest.mark.parametrize("name", ["cancel", "retry"])
def test_jobs_are_not_changed_by_following_a_link(
    cast: Cast, log_in: LogIn, make_job: MakeJob, name: str
) -> None:
    job = make_job(requested_by=cast.manager)
    assert log_in(cast.manager).get(page_of(name, job)).status_code == 405
    assert log_in(cast.manager).post(page_of("detail", job)).status_code == 405
    job.refresh_from_db()
    assert job.state == "queued"


def test_administrator_tests_the_worker_once_at_a_time(
    cast: Cast, log_in: LogIn, rings: list[int]
) -> None:
    client = log_in(cast.administrator)
    first = client.post(reverse("jobs:self-test"))
    second = client.post(reverse("jobs:self-test"))
    job = Job.objects.get()
    assert (job.kind, job.requested_by_id) == ("jobs.self_test", cast.administrator.pk)
    assert first.headers["Location"] == second.headers["Location"] == page_of("detail", job)


def test_only_administrators_test_the_worker(cast: Cast, log_in: LogIn, rings: list[int]) -> None:
    assert log_in(cast.manager).post(reverse("jobs:self-test")).status_code == 403
    assert log_in(cast.administrator).get(reverse("jobs:self-test")).status_code == 405
    assert Job.objects.count() == 0


def test_strangers_are_sent_to_the_log_in(client: Client, make_job: MakeJob) -> None:
    job = make_job()
    for url in (reverse("jobs:list"), reverse("core:audit"), page_of("detail", job)):
        response = client.get(url)
        assert response.status_code == 302
        assert response.headers["Location"].startswith(reverse("accounts:log-in"))
