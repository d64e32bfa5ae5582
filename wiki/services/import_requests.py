"""Jobs for imports and seals."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from msgspec import Struct

from accounts.models import User
from jobs.models import Job
from jobs.services import jobs
from wiki.models import Corpus
from wiki.services import corpora, imports
from wiki.services.import_files import ImportFile

IMPORT_DUMP = "wiki.import_dump"
SEAL_CORPUS = "wiki.seal_corpus"


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
