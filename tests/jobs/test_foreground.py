"""Jobs that the command line sees through."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from jobs import foreground
from jobs.models import Job, JobState
from jobs.runs import JobRun
from jobs.services import jobs
from tests.jobs.conftest import MakeJob, MakeKind

pytestmark = pytest.mark.django_db


def test_a_job_is_run_here_and_its_progress_told(make_job: MakeJob) -> None:
    told: list[tuple[int, int | None, str]] = []
    job = foreground.run_to_end(make_job(), listen=lambda *progress: told.append(progress))
    assert job.state == JobState.SUCCEEDED
    assert told[-1] == (3, 3, "Step 3 of 3")


def test_a_worker_that_was_faster_is_waited_for(
    make_job: MakeJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed = jobs.claim_job(job_id=make_job().pk, worker="w1", now=timezone.now())
    assert claimed is not None

    def finish(seconds: float) -> None:
        jobs.finish_job(job_id=claimed.pk, attempt=1, result=None, now=timezone.now())

    monkeypatch.setattr("time.sleep", finish)
    job = foreground.run_to_end(claimed)
    assert (job.state, job.worker) == (JobState.SUCCEEDED, "w1")


def test_an_interrupt_cancels_the_job(make_job: MakeJob, make_kind: MakeKind) -> None:
    def interrupted(run: JobRun[Any]) -> None:
        raise KeyboardInterrupt

    job = make_job(kind=make_kind(interrupted))
    with pytest.raises(KeyboardInterrupt):
        foreground.run_to_end(job)
    assert Job.objects.get(pk=job.pk).state == JobState.CANCELLED
