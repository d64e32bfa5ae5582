"""Operations: scopes, idempotency keys, what is not declared. Jobs serve as the example."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.services import tokens
from core.api.scopes import Scope
from core.models import IdempotencyKey
from core.services import idempotency
from jobs.models import Job
from jobs.services import jobs
from tests.jobs.conftest import make_job as make_job
from tests.jobs.conftest import rings as rings
from tests.people import NOW, Cast

pytestmark = pytest.mark.django_db
MakeJob = Callable[..., Job]


def client_of(cast: Cast, *scopes: Scope) -> Client:
    made = tokens.make_api_token(person=cast.manager, name="script", now=NOW, scopes=scopes)
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


def cancel(client: Client, job: Job, key: str = "", body: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    url = reverse("api:job-cancel", args=[job.public_id])
    return client.post(url, body, content_type="application/json", headers=headers)


def test_scope_that_is_too_small_is_refused(cast: Cast, make_job: MakeJob) -> None:
    job = make_job(requested_by=cast.manager)
    for client in (client_of(cast), client_of(cast, Scope.ANNOTATE)):
        response = cancel(client, job)
        assert (response.status_code, response.json()["code"]) == (403, "scope_too_small")
        assert response.json()["needed"] == "manage"
    job.refresh_from_db()
    assert job.state == "queued"


def test_same_request_is_answered_again_not_done_again(cast: Cast, make_job: MakeJob) -> None:
    client, job = client_of(cast, Scope.MANAGE), make_job(requested_by=cast.manager)
    first, second = cancel(client, job, "k-1"), cancel(client, job, "k-1")
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    assert second.headers["Idempotency-Replayed"] == "true"
    assert cancel(client, job, "k-2").json()["code"] == "already_finished"


def test_key_of_another_request_is_refused(cast: Cast, make_job: MakeJob) -> None:
    client, job = client_of(cast, Scope.MANAGE), make_job(requested_by=cast.manager)
    other = make_job(requested_by=cast.manager)
    cancel(client, job, "k-1")
    for response in (cancel(client, job, "k-1", "{}"), cancel(client, other, "k-1")):
        assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")
    other.refresh_from_db()
    assert other.state == "queued"


def test_refusal_is_answered_again_too(cast: Cast, make_job: MakeJob) -> None:
    client, job = client_of(cast, Scope.MANAGE), make_job(requested_by=cast.manager)
    jobs.cancel_job(job=job, by=cast.manager, now=timezone.now())
    first, second = cancel(client, job, "k-1"), cancel(client, job, "k-1")
    assert (first.status_code, second.status_code) == (409, 409)
    assert second.headers["Content-Type"] == "application/problem+json"


def test_key_in_use_conflicts_until_it_is_abandoned(cast: Cast, make_job: MakeJob) -> None:
    client, job = client_of(cast, Scope.MANAGE), make_job(requested_by=cast.manager)
    cancel(client, job, "k-1")
    now = timezone.now()
    IdempotencyKey.objects.update(status=None, created_at=now)
    response = cancel(client, job, "k-1")
    assert (response.status_code, response.json()["code"]) == (409, "idempotency_key_in_use")
    IdempotencyKey.objects.update(created_at=now - idempotency.ABANDONED_AFTER)
    assert cancel(client, job, "k-1").json()["code"] == "already_finished"


def test_key_is_a_persons_own(cast: Cast, make_job: MakeJob, log_in: Callable[..., Client]) -> None:
    job = make_job(requested_by=cast.manager)
    cancel(client_of(cast, Scope.MANAGE), job, "k-1")
    assert cancel(log_in(cast.annotator), job, "k-1").status_code == 404


@pytest.mark.parametrize("key", ["x" * 101, "a b", "ü", "\x7f"])
def test_odd_keys_are_refused(cast: Cast, make_job: MakeJob, key: str) -> None:
    job = make_job(requested_by=cast.manager)
    response = cancel(client_of(cast, Scope.MANAGE), job, key)
    assert (response.status_code, response.json()["code"]) == (400, "invalid_idempotency_key")
    assert not IdempotencyKey.objects.exists()
    job.refresh_from_db()
    assert job.state == "queued"


def test_old_keys_are_forgotten(cast: Cast) -> None:
    idempotency.claim_key(person=cast.manager, key="old", digest="1", now=NOW)
    idempotency.claim_key(person=cast.manager, key="new", digest="1", now=NOW + timedelta(hours=1))
    idempotency.forget_old_keys(now=NOW + timedelta(hours=24, minutes=1))
    assert [row.key for row in IdempotencyKey.objects.all()] == ["new"]


def test_body_where_none_belongs_is_refused(cast: Cast, make_job: MakeJob) -> None:
    job = make_job(requested_by=cast.manager)
    response = cancel(client_of(cast, Scope.MANAGE), job, body='{"force": true}')
    assert (response.status_code, response.json()["code"]) == (400, "malformed")
    job.refresh_from_db()
    assert job.state == "queued"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("order=name", "unknown_parameter"),
        ("state=asleep", "invalid_parameter"),
        ("state=queued&state=failed", "invalid_parameter"),
        ("limit=0", "invalid_parameter"),
        ("limit=201", "invalid_parameter"),
        ("limit=many", "invalid_parameter"),
        ("cursor=%00", "invalid_parameter"),
        ("cursor=ü", "invalid_parameter"),
        ("cursor=bm9uc2Vuc2U", "invalid_parameter"),
        ("cursor=WyIyMDI2LTAzLTE0VDA5OjI2OjAwIiwiMCJd", "invalid_parameter"),
    ],
)
def test_parameters_are_declared_and_checked(cast: Cast, query: str, code: str) -> None:
    response = client_of(cast).get(f"{reverse('api:job-list')}?{query}")
    assert (response.status_code, response.json()["code"]) == (400, code)


def test_every_refusal_is_a_problem(cast: Cast, client: Client) -> None:
    asked = client_of(cast)
    answers = {
        "not_authenticated": client.get("/api/v1/me"),
        "not_found": asked.get("/api/v1/nothing"),
        "method_not_allowed": asked.delete("/api/v1/me"),
        "unknown_parameter": asked.get("/api/v1/me?x=1"),
    }
    for code, response in answers.items():
        assert response.headers["Content-Type"] == "application/problem+json"
        document = response.json()
        assert document["code"] == code
        assert document["type"] == f"urn:touchstone:problem:{code}"
        assert document["status"] == response.status_code
        assert document["request"] == response.headers["X-Request-ID"]
    assert answers["method_not_allowed"].headers["Allow"] == "GET, HEAD"
