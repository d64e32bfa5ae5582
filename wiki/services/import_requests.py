"""Jobs for imports and seals."""

from __future__ import annotations

import shutil
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from msgspec import Struct

from accounts.models import User
from jobs.models import UNFINISHED, Job
from jobs.services import jobs
from wiki.models import Corpus
from wiki.selectors.access import Right, require_right
from wiki.services import corpora, imports
from wiki.services.import_files import ImportFile, ImportFolder, root_of

IMPORT_DUMP = "wiki.import_dump"
SEAL_CORPUS = "wiki.seal_corpus"
# An upload that nothing was written to for so long is not on its way any more.
_UPLOAD_TAKES = timedelta(days=1)
# How long the file of a failed or cancelled import waits for somebody to try it again.
_KEPT = timedelta(days=7)


class DumpImportParameters(Struct, kw_only=True):
    """The parameters of a job that imports a dump."""

    corpus: UUID
    corpus_name: str = ""
    file: ImportFile
    options: imports.ImportOptions


class SealParameters(Struct, kw_only=True):
    """The parameters of a job that seals a corpus."""

    corpus: UUID
    corpus_name: str = ""
    accept_unfinished: bool


@transaction.atomic
def request_import(
    *,
    corpus: Corpus,
    file: ImportFile,
    options: imports.ImportOptions,
    by: User,
    now: datetime,
) -> Job:
    """Enqueue a job that imports this file into this corpus."""
    require_right(by, corpus, Right.CHANGE)
    corpus = corpora.hold_open_corpus(corpus.pk)
    return jobs.enqueue_job(
        kind=IMPORT_DUMP,
        parameters=DumpImportParameters(
            corpus=corpus.public_id, corpus_name=corpus.name, file=file, options=options
        ),
        requested_by=by,
        now=now,
        exclusive=corpora.key_of(corpus),
    )


@transaction.atomic
def request_seal(*, corpus: Corpus, accept_unfinished: bool, by: User, now: datetime) -> Job:
    """Enqueue a job that seals this corpus."""
    require_right(by, corpus, Right.CHANGE)
    if Corpus.objects.filter(pk=corpus.pk, archived_at__isnull=False).exists():
        raise corpora.CorpusArchivedError(corpus)
    return jobs.enqueue_job(
        kind=SEAL_CORPUS,
        parameters=SealParameters(
            corpus=corpus.public_id,
            corpus_name=corpus.name,
            accept_unfinished=accept_unfinished,
        ),
        requested_by=by,
        now=now,
        exclusive=corpora.key_of(corpus),
    )


def remove_abandoned_uploads(*, now: datetime) -> int:
    """Remove uploads that were cut off or refused, and those of imports that nobody tries again.

    Return their number.
    """
    removed = 0
    for folder in root_of(ImportFolder.UPLOADS).glob("*"):
        with suppress(FileNotFoundError):  # Another worker has just removed it.
            if _written_at(folder) < now - _UPLOAD_TAKES and not _is_needed(folder, now):
                shutil.rmtree(folder, ignore_errors=True)
                removed += 1
    return removed


def _written_at(folder: Path) -> datetime:
    times = [path.stat().st_mtime for path in (folder, *folder.glob("*"))]
    return datetime.fromtimestamp(max(times), UTC)


def _is_needed(folder: Path, now: datetime) -> bool:
    """Return whether an import of the file is unfinished, or ended a short time ago."""
    paths = [f"{folder.name}/{path.name}" for path in folder.glob("*")]
    return (
        Job.objects.filter(kind=IMPORT_DUMP, parameters__file__path__in=paths)
        .filter(Q(state__in=UNFINISHED) | Q(finished_at__gte=now - _KEPT))
        .exists()
    )
