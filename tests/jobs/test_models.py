"""Constraints of jobs in the database."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from core.models import AuditEntry
from jobs.models import Job
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

RUNNING = {
    "state": "running",
    "attempt": 1,
    "worker": "w1",
    "heartbeat_at": NOW,
    "started_at": NOW,
}


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        # It also lacks a right finishing time; PostgreSQL names that one first.
        ("job_state_known|job_finished_at_iff_finished", {"state": "sleeping"}),
        ("job_kind_named", {"kind": ""}),
        ("job_finished_at_iff_finished", {"state": "succeeded"}),
        ("job_finished_at_iff_finished", {"finished_at": NOW}),
        ("job_held_iff_running", {**RUNNING, "heartbeat_at": None}),
        ("job_held_iff_running", {**RUNNING, "worker": ""}),
        ("job_held_iff_running", {**RUNNING, "attempt": 0}),
        ("job_held_iff_running", {"heartbeat_at": NOW}),
        ("job_error_iff_failed", {"state": "failed", "finished_at": NOW}),
        ("job_error_iff_failed", {"error": "It broke."}),
        ("job_result_only_if_succeeded", {"result": {}}),
        ("job_cancelled_on_request", {"state": "cancelled", "finished_at": NOW}),
        ("job_attempt_allowed", {"attempt": 2}),
        ("job_attempt_allowed", {"attempts_allowed": 0}),
        ("job_progress_within_total", {"progress_done": 3, "progress_total": 2}),
    ],
)
def test_job_that_contradicts_itself_is_refused(constraint: str, fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Job.objects.create(**{"kind": "jobs.self_test", "created_at": NOW, **fields})
    assert Job.objects.count() == 0


def test_running_job_that_is_held_is_accepted() -> None:
    Job.objects.create(kind="jobs.self_test", created_at=NOW, **RUNNING)
    assert Job.objects.count() == 1


def test_exclusive_key_is_held_by_one_unfinished_job() -> None:
    common = {"kind": "jobs.self_test", "created_at": NOW, "exclusive": "corpus:7"}
    Job.objects.create(**common, state="succeeded", finished_at=NOW)
    Job.objects.create(**common)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(**common, **RUNNING)
    assert Job.objects.count() == 2


def test_audit_entry_without_an_action_is_refused() -> None:
    with pytest.raises(IntegrityError, match="audit_action_named"), transaction.atomic():
        AuditEntry.objects.create(at=NOW, action="")
    assert AuditEntry.objects.count() == 0
