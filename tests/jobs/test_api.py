"""Jobs in the API."""

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
from jobs.services import jobs
from tests.jobs.conftest import MakeJob
from tests.people import Cast

pytestmark = pytest.mark.django_db

LogIn = Callable[..., Client]


def url_of(name: str, job: Job) -> str:
    return reverse(f"api:{name}", args=[job.public_id])


def post_cancel(client: Client, job: Job) -> Any:
    return client.post(url_of("job-cancel", job), content_type="application/json")


def test_job_is_described(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    job = make_job(requested_by=cast.manager)
    answer = log_in(cast.manager).get(url_of("job-detail", job)).json()
    assert answer == {
        "id": str(job.public_id),
        "kind": "jobs.self_test",
        "title": "Test the worker",
        "state": "queued",
        "shown_as": "queued",
        "sentence": "Waiting: no worker is running. It starts as soon as one does.",
        "requested_by": str(cast.manager.public_id),
        "progress_done": 0,
        "progress_total": None,
        "progress_note": "",
        "attempt": 0,
        "attempts_allowed": 3,
        "error": "",
        "result": None,
        "created_at": "2026-03-14T09:26:00Z",
        "started_at": None,
        "finished_at": None,
        "cancel_requested_at": None,
    }


def test_job_without_a_person_is_touchstones(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    answer = log_in(cast.administrator).get(url_of("job-detail", make_job())).json()
    assert answer["requested_by"] is None


def test_silent_job_is_stalled(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    job = make_job(requested_by=cast.manager)
    jobs.claim_job(job_id=job.pk, worker="w1", now=timezone.now() - timedelta(minutes=5))
    answer = log_in(cast.manager).get(url_of("job-detail", job)).json()
    assert (answer["state"], answer["shown_as"]) == ("running", "stalled")


def test_list_has_ones_own_jobs_newest_first_in_pages(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    mine = [make_job(requested_by=cast.manager) for _ in range(3)]
    make_job(requested_by=cast.administrator)
    answer = log_in(cast.manager).get(reverse("api:job-list"), {"limit": "2"}).json()
    # Of the same time, so the id decides.
    expected = sorted(str(job.public_id) for job in mine)
    assert [job["id"] for job in answer["results"]] == expected[:2]
    sent = {"limit": "2", "cursor": answer["next_cursor"]}
    answer = log_in(cast.manager).get(reverse("api:job-list"), sent).json()
    assert [job["id"] for job in answer["results"]] == expected[2:]
    assert answer["next_cursor"] is None
    answer = log_in(cast.administrator).get(reverse("api:job-list")).json()
    assert len(answer["results"]) == 4


def test_list_is_filtered_by_state(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    make_job(requested_by=cast.manager)
    client = log_in(cast.manager)
    listed = {
        state: len(client.get(reverse("api:job-list"), {"state": state}).json()["results"])
        for state in ("queued", "failed")
    }
    assert listed == {"queued": 1, "failed": 0}
    assert client.get(reverse("api:job-list"), {"state": "asleep"}).status_code == 400


def test_list_takes_the_same_queries_for_many_jobs(
    cast: Cast, log_in: LogIn, make_job: MakeJob, django_assert_max_num_queries: Any
) -> None:
    for _ in range(30):
        make_job(requested_by=cast.manager)
    client = log_in(cast.administrator)
    with django_assert_max_num_queries(6):
        assert len(client.get(reverse("api:job-list")).json()["results"]) == 30


def test_queued_job_is_cancelled(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    job = make_job(requested_by=cast.manager)
    response = post_cancel(log_in(cast.manager), job)
    assert (response.status_code, response.json()["state"]) == (200, "cancelled")


def test_finished_job_conflicts_with_cancelling(
    cast: Cast, log_in: LogIn, make_job: MakeJob
) -> None:
    job = make_job(requested_by=cast.manager)
    jobs.claim_job(job_id=job.pk, worker="w1", now=timezone.now())
    jobs.finish_job(job_id=job.pk, attempt=1, result=None, now=timezone.now())
    before = Job.objects.values().get(pk=job.pk)
    response = post_cancel(log_in(cast.manager), job)
    assert response.status_code == 409
    assert response.json()["code"] == "already_finished"
    assert Job.objects.values().get(pk=job.pk) == before
    assert AuditEntry.objects.count() == 0


def test_someone_elses_job_does_not_exist(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    job = make_job(requested_by=cast.administrator)
    client = log_in(cast.manager)
    assert client.get(url_of("job-detail", job)).status_code == 404
    assert post_cancel(client, job).status_code == 404
    assert client.get(reverse("api:job-detail", args=[uuid4()])).status_code == 404
    job.refresh_from_db()
    assert job.state == "queued"


def test_wrong_methods_are_refused(cast: Cast, log_in: LogIn, make_job: MakeJob) -> None:
    job = make_job(requested_by=cast.manager)
    client = log_in(cast.manager)
    assert client.get(url_of("job-cancel", job)).status_code == 405
    assert client.delete(url_of("job-detail", job)).status_code == 405
    assert client.post(reverse("api:job-list")).status_code == 405
    job.refresh_from_db()
    assert job.state == "queued"


def test_api_asks_who_is_there(client: Client, make_job: MakeJob) -> None:
    job = make_job()
    assert client.get(reverse("api:job-list")).status_code in (401, 403)
    assert client.get(url_of("job-detail", job)).status_code in (401, 403)
    assert post_cancel(client, job).status_code in (
        401,
        403,
    )
    job.refresh_from_db()
    assert job.state == "queued"
