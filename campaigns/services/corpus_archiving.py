"""Corpora that are archived, restored and deleted with their pages and their search index."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

import search
from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.archiving import (
    DeletionParameters,
    JobUnfinishedError,
    NotDeletableError,
    check_deletion,
)
from campaigns.services.row_deletion import delete_owned_rows, delete_row
from core.contents import is_busy, objections_to_deletion
from core.services import audit
from jobs.models import UNFINISHED, Job
from jobs.runs import Run
from jobs.services import jobs
from wiki.models import Corpus
from wiki.selectors.access import Right, require_right

DELETE_CORPUS = "campaigns.delete_corpus"


class CorpusInUseError(Exception):
    """A campaign that is not archived uses the corpus."""


class DefaultCorpusError(Exception):
    """The corpus is the default: administrators must choose another one first."""


class CorpusNotArchivedError(Exception):
    """The corpus is not archived, or its deletion has begun."""


def key_of_corpus_deletion(corpus: Corpus) -> str:
    """Return the key that the one job that deletes a corpus holds."""
    return f"{DELETE_CORPUS}:{corpus.public_id}"


@transaction.atomic
def archive_corpus(*, corpus: Corpus, actor: User | None, now: datetime) -> Corpus:
    """Make a corpus read-only and hide it from lists."""
    require_right(actor, corpus, Right.CHANGE)
    held = Corpus.objects.select_for_update().get(pk=corpus.pk)
    if held.is_archived:
        return held
    if held.is_default:
        raise DefaultCorpusError
    archived = [Campaign.State.ARCHIVED, Campaign.State.DELETING]
    if Campaign.objects.filter(corpus=held).exclude(state__in=archived).exists():
        raise CorpusInUseError
    if is_busy(held):
        raise JobUnfinishedError
    held.archived_at = now
    held.save(update_fields=["archived_at"])
    audit.record(actor=actor, action="wiki.archive_corpus", target=held, now=now)
    return held


@transaction.atomic
def restore_corpus(*, corpus: Corpus, actor: User | None, now: datetime) -> Corpus:
    """Bring an archived corpus back."""
    require_right(actor, corpus, Right.CHANGE)
    held = _hold_archived(corpus)
    if Job.objects.filter(exclusive=key_of_corpus_deletion(held), state__in=UNFINISHED).exists():
        raise JobUnfinishedError
    held.archived_at = None
    held.save(update_fields=["archived_at"])
    audit.record(actor=actor, action="wiki.restore_corpus", target=held, now=now)
    return held


@transaction.atomic
def request_corpus_deletion(*, corpus: Corpus, typed_name: str, actor: User, now: datetime) -> Job:
    """Request the job that deletes an archived corpus with its pages and its index."""
    require_right(actor, corpus, Right.CHANGE)
    held = _hold_archived(corpus)
    check_deletion(held, typed_name)
    job = jobs.enqueue_job(
        kind=DELETE_CORPUS,
        parameters=DeletionParameters(held.public_id, held.name),
        requested_by=actor,
        now=now,
        exclusive=key_of_corpus_deletion(held),
    )
    audit.record(actor=actor, action="wiki.request_corpus_deletion", target=held, now=now)
    return job


def delete_archived_corpus(*, corpus: Corpus, actor: User | None, run: Run) -> dict[str, int]:
    """Delete a corpus in steps; return the number of rows by table.

    Until the first step it is archived as before. From then on nobody sees it, and a stopped run
    can only be resumed. Documents that another corpus uses are kept.
    """
    with run.step():
        held = Corpus.objects.select_for_update().get(pk=corpus.pk)
        if not held.is_being_deleted:
            if not held.is_archived:
                raise CorpusNotArchivedError
            if reasons := objections_to_deletion(held):
                raise NotDeletableError(*reasons)
            held.is_being_deleted = True
            held.save(update_fields=["is_being_deleted"])
            audit.record(
                actor=actor, action="wiki.start_corpus_deletion", target=held, now=run.now()
            )
    search.remove_index(corpus=corpus)
    deleted = delete_owned_rows(corpus, run=run)
    with run.step():
        audit.record(
            actor=actor,
            action="wiki.deleted_corpus",
            target=corpus,
            now=run.now(),
            details={"name": corpus.name, "rows": deleted},
        )
        delete_row(corpus)
    return deleted


def _hold_archived(corpus: Corpus) -> Corpus:
    held = Corpus.objects.select_for_update().get(pk=corpus.pk)
    if not held.is_archived or held.is_being_deleted:
        raise CorpusNotArchivedError
    return held
