"""Asking for an import as a job: uploads are stored first, and what came to nothing is cleared."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings
from django.core.files import File
from django.db import transaction
from django.db.models import QuerySet
from msgspec import Struct, field

from accounts.models import User
from jobs.models import UNFINISHED, Job, JobState
from jobs.services import jobs
from releases.importing import datasets
from releases.importing.datasets import DatasetFile, folder_of_import
from releases.models import DatasetImport
from releases.storage.uploads import store_upload
from wiki.models import Corpus

IMPORT_DATASET = "releases.import_dataset"
DISCARD_IMPORT = "releases.discard_import"
# How long the files of an import wait for somebody to try it again.
_KEPT = timedelta(days=7)


class ImportParameters(Struct):
    """The parameters of a job that imports a dataset, or discards an unfinished import."""

    import_id: UUID = field(name="import")
    name: str = ""


class UploadGoneError(Exception):
    """The files of an import are not there any more."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of somebody's, and the part that it is to be."""

    part: str
    file: File[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to become of the files."""

    name: str
    corpus: Corpus
    format_name: str
    design: str
    purpose: str


def request_import(
    *, wanted: Wanted, uploads: Sequence[Upload], by: User | None, now: datetime
) -> DatasetImport:
    """Store the files, then ask for the job that imports them.

    Raises `datasets.ImpossibleImportError`.
    """
    datasets.check_import(
        format_name=wanted.format_name,
        design=wanted.design,
        purpose=wanted.purpose,
        parts=[one.part for one in uploads],
    )
    public_id = uuid4()
    folder = folder_of_import(public_id)
    try:
        files = []
        for number, one in enumerate(uploads):
            path = folder / str(number)
            store_upload(path, one.file.chunks())
            files.append(DatasetFile(one.part, (one.file.name or one.part)[-200:], path))
        return _request(public_id, wanted, files, by, now)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@transaction.atomic
def _request(
    public_id: UUID,
    wanted: Wanted,
    files: Sequence[DatasetFile],
    by: User | None,
    now: datetime,
) -> DatasetImport:
    one = datasets.create_import(
        name=wanted.name,
        corpus=wanted.corpus,
        format_name=wanted.format_name,
        design=wanted.design,
        purpose=wanted.purpose,
        files=files,
        by=by,
        now=now,
        public_id=public_id,
    )
    one.job = jobs.enqueue_job(
        kind=IMPORT_DATASET,
        parameters=ImportParameters(public_id, one.name),
        requested_by=by,
        now=now,
        exclusive=_key(one),
    )
    one.save(update_fields=["job"])
    return one


def uploads_of(one: DatasetImport) -> list[DatasetFile]:
    """The stored files of an import; UploadGoneError where they were cleared away."""
    folder = folder_of_import(one.public_id)
    files = [
        DatasetFile(file["part"], file["name"], folder / str(number))
        for number, file in enumerate(one.files)
    ]
    if not all(file.path.exists() for file in files):
        raise UploadGoneError
    return files


def cancel_import(*, one: DatasetImport, by: User, now: datetime) -> None:
    """Stop it; what it has written is taken away. Raises `jobs.AlreadyFinishedError`."""
    if one.job is None:
        raise jobs.AlreadyFinishedError
    jobs.cancel_job(job=one.job, by=by, now=now)
    discard_leftovers(now)


def retry_import(*, one: DatasetImport, by: User, now: datetime) -> None:
    """Try it once more with the same files.

    Raises UploadGoneError, `jobs.NotEndedError` and `jobs.AlreadyQueuedError`.
    """
    if one.job is None or one.state != DatasetImport.State.ASKED:
        raise jobs.NotEndedError
    uploads_of(one)
    jobs.retry_job(job=one.job, by=by, now=now)


def discard_leftovers(now: datetime) -> None:
    """Ask for what imports have left behind that failed, or were cancelled, to be taken away."""
    for one in _left_behind():
        discard_leftover(one=one, now=now)


def discard_leftover(*, one: DatasetImport, now: datetime) -> Job | None:
    """Ask for what an import has left behind to be taken away; none where nothing is to be done."""
    is_held = Job.objects.filter(exclusive=_key(one), state__in=UNFINISHED).exists()
    if is_held or not _left_behind().filter(pk=one.pk).exists():
        return None
    try:
        return jobs.enqueue_job(
            kind=DISCARD_IMPORT,
            parameters=ImportParameters(one.public_id, one.name),
            requested_by=None,
            now=now,
            exclusive=_key(one),
        )
    except jobs.AlreadyQueuedError:
        # Somebody tries it again, or another worker has just asked for the same.
        return None


def _left_behind() -> QuerySet[DatasetImport]:
    """Imports that ended before their end, and have written something."""
    return DatasetImport.objects.filter(
        job__state__in=[JobState.FAILED, JobState.CANCELLED],
        state=DatasetImport.State.ASKED,
        campaign__isnull=False,
    )


def remove_old_uploads(now: datetime) -> None:
    """Files that nobody came back for."""
    root = Path(settings.HOME, "uploads", "datasets")
    for folder in root.glob("*"):
        try:
            is_old = folder.stat().st_mtime < (now - _KEPT).timestamp()
        except FileNotFoundError:
            # Another worker has just cleared it away.
            continue
        if is_old and not _is_busy(folder.name):
            shutil.rmtree(folder, ignore_errors=True)


def _is_busy(public_id: str) -> bool:
    return DatasetImport.objects.filter(public_id=public_id, job__state__in=UNFINISHED).exists()


def _key(one: DatasetImport) -> str:
    """Held by the one job that may work on an import at a time."""
    return f"releases.import:{one.public_id}"
