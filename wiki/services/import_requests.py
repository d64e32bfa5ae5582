"""Asking for an import, or for a seal, as a job."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from jobs.models import Job
from jobs.services import jobs
from wiki.models import Corpus
from wiki.services import corpora, imports
from wiki.services.import_files import ImportFile

IMPORT_DUMP = "wiki.import_dump"
SEAL_CORPUS = "wiki.seal_corpus"


def key_of(corpus: Corpus) -> str:
    """Held by the one job that may fill or seal a corpus at a time."""
    return f"wiki.corpus:{corpus.public_id}"


@transaction.atomic
def request_import(
    *,
    corpus: Corpus,
    file: ImportFile,
    options: imports.ImportOptions,
    by: User,
    now: datetime,
) -> Job:
    """A job that reads this file into this corpus."""
    if corpus.is_sealed:
        raise corpora.CorpusSealedError(corpus)
    return jobs.enqueue_job(
        kind=IMPORT_DUMP,
        parameters={
            "corpus": str(corpus.public_id),
            "file": file.as_json(),
            "options": options.as_json(),
        },
        requested_by=by,
        now=now,
        exclusive=key_of(corpus),
    )


@transaction.atomic
def request_seal(*, corpus: Corpus, accept_unfinished: bool, by: User, now: datetime) -> Job:
    """A job that seals this corpus."""
    return jobs.enqueue_job(
        kind=SEAL_CORPUS,
        parameters={"corpus": str(corpus.public_id), "accept_unfinished": accept_unfinished},
        requested_by=by,
        now=now,
        exclusive=key_of(corpus),
    )
