"""Predictions: a file is stored, scored by a job and removed; its scores or its faults stay."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Q
from msgspec import Struct

from accounts.models import User
from campaigns.services.campaigns import hold_campaign
from jobs.models import UNFINISHED
from jobs.runs import Run
from jobs.services import jobs
from releases.models import PredictionRun, Release
from releases.scoring.score_files import PredictionsRefusedError, score_file
from releases.selectors.releases import unscored_runs_of
from releases.storage.kept_predictions import discard_kept
from releases.storage.uploads import (
    remove_old_uploads,
    remove_temporary_files,
    store_upload,
    upload_path,
)

SCORE_PREDICTIONS = "releases.score"
_FOLDER = "predictions"
# Older uploads are of no use any more: the request was cut off, or the job has failed.
_FORGOTTEN_AFTER = timedelta(days=7)
_REQUEST_TAKES = timedelta(days=1)
# Of a person on a release, the newest uploads whose predictions are kept.
_UPLOADS_KEPT = 10


class ScoreParameters(Struct):
    """The parameters of a job that scores predictions."""

    run: UUID
    # For the list of jobs, and for the page of the scores.
    campaign: UUID | None = None
    campaign_name: str = ""
    version: int = 0
    name: str = ""


class BeingScoredError(Exception):
    """Another upload of the same person is being scored."""


class TooManyUploadsError(Exception):
    """A person has had enough files scored today on labels that are withheld."""


class ReleaseWithdrawnError(Exception):
    """The release was withdrawn: nothing more is scored on it."""


class PredictionsGoneError(Exception):
    """The file is not there any more."""


def request_scoring(
    *,
    release: Release,
    part: str,
    name: str,
    file: UploadedFile[Any],
    by: User,
    now: datetime,
) -> PredictionRun:
    """Store an upload and request its scores. It replaces uploads of the person without scores."""
    if release.withdrawn_at is not None:
        raise ReleaseWithdrawnError
    if any(earlier.is_busy for earlier in unscored_runs_of(release, by)):
        raise BeingScoredError
    # Before the file is stored; and again under a lock, because two may come at once.
    _check_scores_left(release, part, by, now)
    upload = PredictionRun(
        public_id=uuid4(),
        release=release,
        part=part,
        name=name,
        uploaded_at=now,
        uploaded_by=by,
    )
    upload.sha256 = store_upload(_path_of(upload), file.chunks())
    try:
        _enqueue(upload, now)
    except BaseException:
        discard_upload(upload)
        raise
    return upload


def _check_scores_left(release: Release, part: str, by: User, now: datetime) -> None:
    """Raise TooManyUploadsError if somebody had their scores of today on withheld labels.

    In all releases of the campaign, because they share their claims. An upload that is still being
    scored counts; one that was refused or given up does not.
    """
    if part not in release.requested.withheld:
        return
    scored = Q(state=PredictionRun.State.SCORED)
    coming = Q(state=PredictionRun.State.WAITING, job__state__in=UNFINISHED)
    runs = PredictionRun.objects.filter(
        scored | coming,
        release__campaign=release.campaign_id,
        uploaded_by=by,
        uploaded_at__gt=now - timedelta(days=1),
    ).select_related("release")
    used = sum(run.part in run.release.requested.withheld for run in runs)
    if used >= int(settings.WITHHELD_SCORES_A_DAY):
        raise TooManyUploadsError


@transaction.atomic
def _enqueue(upload: PredictionRun, now: datetime) -> None:
    release, by = upload.release, upload.uploaded_by
    # Of the uploads to several releases of a campaign one is counted after the other.
    hold_campaign(release.campaign)
    _check_scores_left(release, upload.part, by, now)
    # It may have been withdrawn while the file came in.
    if Release.objects.select_for_update().get(pk=release.pk).withdrawn_at is not None:
        raise ReleaseWithdrawnError
    try:
        # One at a time, so that nobody fills the disk or the queue.
        upload.job = jobs.enqueue_job(
            kind=SCORE_PREDICTIONS,
            parameters=ScoreParameters(
                upload.public_id,
                release.campaign.public_id,
                release.campaign.name,
                release.version,
                upload.name,
            ),
            requested_by=by,
            now=now,
            exclusive=f"{SCORE_PREDICTIONS}:{release.public_id}:{by.public_id}",
        )
    except jobs.AlreadyQueuedError as error:
        raise BeingScoredError from error
    for earlier in unscored_runs_of(release, by):
        discard_upload(earlier)
        earlier.delete()
    upload.save()


def cancel_scoring(*, upload: PredictionRun, by: User, now: datetime) -> None:
    """Stop scoring an upload. Raise `jobs.AlreadyFinishedError` where it is over."""
    if upload.job is None:
        raise jobs.AlreadyFinishedError
    if jobs.cancel_job(job=upload.job, by=by, now=now).is_finished:
        discard_upload(upload)


def score_upload(*, upload: PredictionRun, run: Run) -> None:
    """Score a stored upload and keep its scores or its faults. The file is removed.

    Of the newest uploads the predictions are kept, too, as scoring read them.
    """
    if upload.state == PredictionRun.State.WAITING:
        path = _path_of(upload)
        if not path.exists():
            raise PredictionsGoneError
        try:
            upload.scores = score_file(
                release=upload.release,
                part=upload.part,
                path=path,
                index=_index_of(upload),
                kept_as=upload.public_id,
                run=run,
            )
        except PredictionsRefusedError as error:
            upload.state = PredictionRun.State.REFUSED
            upload.faults = msgspec.to_builtins(error.faults)
        except jobs.JobCancelled:
            discard_upload(upload)
            raise
        else:
            upload.state = PredictionRun.State.SCORED
        with run.step():
            upload.save(update_fields=["state", "scores", "faults"])
        _discard_older(upload)
    discard_upload(upload)


def remove_forgotten_uploads(now: datetime) -> None:
    """Remove files that were never scored, and the temporary files of cut-off requests."""
    remove_old_uploads(_FOLDER, before=now - _FORGOTTEN_AFTER)
    remove_temporary_files(before=now - _REQUEST_TAKES)


def _discard_older(upload: PredictionRun) -> None:
    """Remove the predictions of a person's older uploads: nobody fills the disk with them."""
    runs = PredictionRun.objects.filter(
        release=upload.release_id,
        uploaded_by=upload.uploaded_by_id,
        state=PredictionRun.State.SCORED,
    ).order_by("-uploaded_at", "-pk")
    for public_id in runs.values_list("public_id", flat=True)[_UPLOADS_KEPT:]:
        discard_kept(public_id)


def discard_upload(upload: PredictionRun) -> None:
    """Remove the file of an upload."""
    _path_of(upload).unlink(missing_ok=True)
    _index_of(upload).unlink(missing_ok=True)


def _path_of(upload: PredictionRun) -> Path:
    return upload_path(_FOLDER, upload.public_id)


def _index_of(upload: PredictionRun) -> Path:
    return _path_of(upload).with_suffix(".index")
