"""The rows of this app that belong to a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from core.contents import Contents, Dependents, OwnedRows
from jobs.models import UNFINISHED, Job
from wiki.models import (
    Corpus,
    CorpusMember,
    Import,
    ImportChunk,
    ImportProblem,
    OutboxEntry,
    Page,
    PageCategory,
    PageContent,
    PageTable,
    Redirect,
    SentenceRun,
)
from wiki.services.corpora import key_of


def _delete_with_documents(keys: Sequence[Any]) -> None:
    """Delete pages, and those of their documents that no other corpus uses."""
    pages = Page.objects.filter(pk__in=keys)
    digests = list(pages.values_list("content", flat=True))
    pages._raw_delete(pages.db)
    used = Exists(Page.objects.filter(content=OuterRef("pk")))
    unused = PageContent.objects.filter(~used, pk__in=digests)
    unused._raw_delete(unused.db)


def _is_importing(corpus: Corpus) -> bool:
    jobs = Job.objects.filter(exclusive=key_of(corpus), state__in=UNFINISHED)
    return jobs.exists() or corpus.imports.filter(state=Import.State.RUNNING).exists()


CORPUS_CONTENTS = Contents(
    rows=(
        OwnedRows(OutboxEntry, "page__corpus"),
        OwnedRows(PageCategory, "page__corpus"),
        OwnedRows(SentenceRun, "page__corpus"),
        OwnedRows(PageTable, "page__corpus"),
        OwnedRows(Page, "corpus", _delete_with_documents),
        OwnedRows(Redirect, "corpus"),
        OwnedRows(ImportProblem, "source__corpus"),
        OwnedRows(ImportChunk, "source__corpus"),
        OwnedRows(Import, "corpus"),
        OwnedRows(CorpusMember, "corpus"),
    ),
    dependents=(
        Dependents(_("Pages"), lambda corpus: corpus.pages.count()),
        Dependents(_("Redirects"), lambda corpus: corpus.redirects.count()),
        Dependents(_("Imports"), lambda corpus: corpus.imports.count()),
        Dependents(_("Owners and members"), lambda corpus: corpus.members.count()),
    ),
    is_busy=_is_importing,
)
