"""Requesting an import as a job, cancelling it, trying it again, clearing up after it."""

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
from releases.importing.requirements import check_import
from releases.importing.staging import DatasetFile
from releases.models import DatasetImport
from releases.storage.folders import import_folder
from releases.storage.uploads import store_upload
from wiki.models import Corpus
from wiki.selectors.access import Right, require_right

IMPORT_DATASET = "releases.import_dataset"
DISCARD_IMPORT = "releases.discard_import"
# How long the files of an import wait for somebody to try it again.
_KEPT = timedelta(days=7)


class DatasetImportParameters(Struct):
    """The parameters of a job that imports a dataset, or discards an unfinished import."""

    import_id: UUID = field(name="import")
    name: str = ""


class ImportFilesGoneError(Exception):
    """The files of an import are not there any more."""


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file, and the part that it becomes."""

    part: str
    file: File[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportDetails:
    """The name, the format and the purpose of files that are to be imported."""

    name: str
    corpus: Corpus
    format_name: str
    design: str
    purpose: str


def request_import(
    *, details: ImportDetails, uploads: Sequence[Upload], by: User | None, now: datetime
) -> DatasetImport:
    """Store the files, then request the job that imports them.

    Raise `requirements.ImpossibleImportError`.
    """
    check_import(
        format_name=details.format_name,
        design=details.design,
        purpose=details.purpose,
        parts=[upload.part for upload in uploads],
    )
    public_id = uuid4()
    folder = import_folder(public_id)
    try:
        files = []
        for number, upload in enumerate(uploads):
            path = folder / str(number)
            store_upload(path, upload.file.chunks())
            name = (upload.file.name or upload.part)[-200:]
            files.append(DatasetFile(upload.part, name, path))
        return _request(public_id, details, files, by, now)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@transaction.atomic
def create_import(
    *,
    name: str,
    corpus: Corpus,
    format_name: str,
    design: str,
    purpose: str,
    files: Sequence[DatasetFile],
    by: User | None,
    now: datetime,
    public_id: UUID | None = None,
) -> DatasetImport:
    """Create an import that is still to be run."""
    require_right(by, corpus, Right.USE)
    parts = [file.part for file in files]
    check_import(format_name=format_name, design=design, purpose=purpose, parts=parts)
    return DatasetImport.objects.create(
        public_id=public_id or uuid4(),
        name=name,
        corpus=corpus,
        format=format_name,
        design=design,
        purpose=purpose,
        files=[
            {"part": file.part, "name": file.name, "size": file.path.stat().st_size}
            for file in files
        ],
        created_at=now,
        created_by=by,
    )


@transaction.atomic
def _request(
    public_id: UUID,
    details: ImportDetails,
    files: Sequence[DatasetFile],
    by: User | None,
    now: datetime,
) -> DatasetImport:
    dataset_import = create_import(
        name=details.name,
        corpus=details.corpus,
        format_name=details.format_name,
        design=details.design,
        purpose=details.purpose,
        files=files,
        by=by,
        now=now,
        public_id=public_id,
    )
    dataset_import.job = jobs.enqueue_job(
        kind=IMPORT_DATASET,
        parameters=DatasetImportParameters(public_id, dataset_import.name),
        requested_by=by,
        now=now,
        exclusive=_key(dataset_import),
    )
    dataset_import.save(update_fields=["job"])
    return dataset_import


def uploads_of(dataset_import: DatasetImport) -> list[DatasetFile]:
    """Return the stored files of an import; ImportFilesGoneError where they were removed."""
    folder = import_folder(dataset_import.public_id)
    files = [
        DatasetFile(file["part"], file["name"], folder / str(number))
        for number, file in enumerate(dataset_import.files)
    ]
    if not all(file.path.exists() for file in files):
        raise ImportFilesGoneError
    return files


def cancel_import(*, dataset_import: DatasetImport, by: User, now: datetime) -> None:
    """Stop an import and have discarded what it has written. Raise `jobs.AlreadyFinishedError`."""
    if dataset_import.job is None:
        raise jobs.AlreadyFinishedError
    jobs.cancel_job(job=dataset_import.job, by=by, now=now)
    discard_leftovers(now)


def retry_import(*, dataset_import: DatasetImport, by: User, now: datetime) -> None:
    """Try an import again with the same files.

    Raise ImportFilesGoneError, `jobs.NotEndedError` and `jobs.AlreadyQueuedError`.
    """
    if dataset_import.job is None or dataset_import.state != DatasetImport.State.ASKED:
        raise jobs.NotEndedError
    uploads_of(dataset_import)
    jobs.retry_job(job=dataset_import.job, by=by, now=now)


def discard_leftovers(now: datetime) -> None:
    """Request that what failed and cancelled imports have written is discarded."""
    for dataset_import in _left_behind():
        discard_leftover(dataset_import=dataset_import, now=now)


def discard_leftover(*, dataset_import: DatasetImport, now: datetime) -> Job | None:
    """Request that what an import has written is discarded; None where there is nothing to do."""
    is_held = Job.objects.filter(exclusive=_key(dataset_import), state__in=UNFINISHED).exists()
    if is_held or not _left_behind().filter(pk=dataset_import.pk).exists():
        return None
    try:
        return jobs.enqueue_job(
            kind=DISCARD_IMPORT,
            parameters=DatasetImportParameters(dataset_import.public_id, dataset_import.name),
            requested_by=None,
            now=now,
            exclusive=_key(dataset_import),
        )
    except jobs.AlreadyQueuedError:
        # Somebody tries it again, or another worker has just requested the same.
        return None


def _left_behind() -> QuerySet[DatasetImport]:
    """Return the imports that failed or were cancelled, and have written something."""
    return DatasetImport.objects.filter(
        job__state__in=[JobState.FAILED, JobState.CANCELLED],
        state=DatasetImport.State.ASKED,
        campaign__isnull=False,
    )


def remove_old_uploads(now: datetime) -> None:
    """Remove the files of imports that nobody tried again."""
    root = Path(settings.HOME, "uploads", "datasets")
    for folder in root.glob("*"):
        try:
            is_old = folder.stat().st_mtime < (now - _KEPT).timestamp()
        except FileNotFoundError:
            # Another worker has just removed it.
            continue
        if is_old and not _is_busy(folder.name):
            shutil.rmtree(folder, ignore_errors=True)


def _is_busy(public_id: str) -> bool:
    return DatasetImport.objects.filter(public_id=public_id, job__state__in=UNFINISHED).exists()


def _key(dataset_import: DatasetImport) -> str:
    """Return the key that the one job on an import holds."""
    return f"releases.import:{dataset_import.public_id}"
