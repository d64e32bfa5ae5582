"""Predictions whose scoring is cancelled, killed or left alone: nothing stays behind."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from jobs import chores
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.runs import LocalRun
from jobs.services import jobs
from releases.models import PredictionRun
from releases.scoring import predictions
from releases.storage import uploads
from tests.annotation.verifying_world import Desk
from tests.releases.scoring.predicting import predicted, stored, upload, work
from tests.releases.world import address, make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_scoring_is_cancelled_and_leaves_nothing(client: Client, desk: Desk, home: Path) -> None:
    release = make_release(desk.campaign)
    upload(client, desk, predicted(release, "test"))
    client.post(address("release-predictions-cancel", desk, 1))
    assert Job.objects.get().state == JobState.CANCELLED
    assert stored(home) == []
    page = client.get(address("release-predictions", desk, 1)).content.decode()
    assert "Scoring of “Baseline” was stopped." in page
    # And another one is taken.
    upload(client, desk, predicted(release, "test"))
    work()
    assert PredictionRun.objects.get().state == PredictionRun.State.SCORED


def test_a_run_that_is_cancelled_at_work_leaves_nothing(
    client: Client, desk: Desk, home: Path
) -> None:
    release = make_release(desk.campaign)
    upload(client, desk, predicted(release, "test"))
    job = Job.objects.get()
    claimed = jobs.claim_job(job_id=job.pk, worker="test", now=timezone.now())
    assert claimed is not None
    client.post(address("release-predictions-cancel", desk, 1))
    with pytest.raises(jobs.JobCancelled), transaction.atomic():
        predictions.score_upload(upload=PredictionRun.objects.get(), run=Cancelled())
    assert stored(home) == []
    assert PredictionRun.objects.get().scores is None


class Cancelled(LocalRun):
    def stop_if_cancelled(self) -> None:
        raise jobs.JobCancelled


class Killed(Exception):
    """The worker is gone."""


class MortalRun(LocalRun):
    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        with super().step() as checkpoint:
            yield checkpoint
            raise Killed


def test_an_attempt_that_was_killed_is_made_again_from_the_stored_upload(
    client: Client, desk: Desk, home: Path
) -> None:
    release = make_release(desk.campaign)
    content = predicted(release, "test")
    upload(client, desk, content)
    with pytest.raises(Killed):
        predictions.score_upload(upload=PredictionRun.objects.get(), run=MortalRun())
    assert PredictionRun.objects.get().state == PredictionRun.State.WAITING
    # What a killed worker leaves in the middle of reading.
    (path,) = stored(home)
    path.with_suffix(".index").write_bytes(b"half an index")
    assert work().state == JobState.SUCCEEDED
    assert PredictionRun.objects.get().state == PredictionRun.State.SCORED
    assert stored(home) == []


def test_a_job_whose_file_is_gone_says_so(client: Client, desk: Desk, home: Path) -> None:
    release = make_release(desk.campaign)
    upload(client, desk, predicted(release, "test"))
    stored(home)[0].unlink()
    job = work()
    assert (job.state, job.error) == (
        JobState.FAILED,
        "The file is gone. Upload it again.",
    )
    page = client.get(address("release-predictions", desk, 1)).content.decode()
    assert "Upload it again." in page


def test_a_full_disk_refuses_the_upload_and_keeps_what_was_typed(
    client: Client, desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = make_release(desk.campaign)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    response = upload(client, desk, predicted(release, "test"))
    assert response.status_code == 422
    assert "There is no room for the file" in response.content.decode()
    assert "Baseline" in response.content.decode()
    assert stored(home) == []
    assert not PredictionRun.objects.exists()
    assert not Job.objects.exists()


def test_uploads_that_nothing_came_for_are_swept_away(
    client: Client, desk: Desk, home: Path
) -> None:
    release = make_release(desk.campaign)
    orphan = uploads.upload_path("predictions", release.public_id)
    uploads.store_upload(orphan, [b"lost"])
    uploads.remove_old_uploads("predictions", before=timezone.now() - timedelta(days=7))
    assert orphan.exists()
    uploads.remove_old_uploads("predictions", before=timezone.now() + timedelta(days=1))
    assert not orphan.exists()


def test_predictions_that_no_job_scores_are_removed_after_a_week(
    client: Client, desk: Desk, home: Path
) -> None:
    release = make_release(desk.campaign)
    upload(client, desk, predicted(release, "test"))
    now = timezone.now()
    chores.do_chores(now + timedelta(days=6))
    assert len(stored(home)) == 1
    chores.do_chores(now + timedelta(days=8))
    assert stored(home) == []
    job = Job.objects.get(kind=predictions.SCORE_PREDICTIONS)
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.FAILED, "The file is gone. Upload it again.")


def test_what_cut_off_requests_left_is_removed_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    half, other = tmp_path / "tmpab12.upload.jsonl", tmp_path / "somebody.else"
    for path in (half, other):
        path.write_bytes(b"half of it")
    now = timezone.now()
    chores.do_chores(now + timedelta(hours=23))
    assert half.exists()
    chores.do_chores(now + timedelta(hours=25))
    assert (half.exists(), other.exists()) == (False, True)
