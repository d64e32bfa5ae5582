"""The job kinds of this app: import a dump, seal a corpus."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from jobs.chores import chore
from jobs.kinds import JobError, job_kind
from jobs.runs import JobRun
from wiki.dump import DumpError, open_bounded_dump
from wiki.models import Corpus, Import
from wiki.selectors.access import Right, has_right
from wiki.selectors.imports import ImportTotals
from wiki.services import corpora, import_run, imports, seals
from wiki.services.import_files import NotAvailableError, remove_upload
from wiki.services.import_requests import (
    IMPORT_DUMP,
    SEAL_CORPUS,
    DumpImportParameters,
    SealParameters,
    remove_abandoned_uploads,
)
from wiki.services.templates import remove_old_templates


def workers_beside_others() -> int:
    """Return the number of cores, less one for the web server."""
    return max(1, (os.cpu_count() or 1) - 1)


def requester_of(run: JobRun[Any], corpus: Corpus) -> User | None:
    """Return the person who requested a job on a corpus, if they may still change it.

    Rights may be taken away while a job waits, and an old job can be tried again.
    """
    person = User.objects.get(pk=run.requested_by_id) if run.requested_by_id else None
    if not has_right(person, corpus, Right.CHANGE):
        raise JobError(
            _("%(person)s may no longer change the corpus “%(corpus)s”.")
            % {"person": person, "corpus": corpus.name}
        )
    return person


def _import_subject(parameters: DumpImportParameters) -> str:
    """Return the names of the file and of the corpus that it goes into."""
    file, name = Path(parameters.file.path).name, parameters.corpus_name
    return f"{file} → {name}" if name else file


def _corpus_subject(parameters: SealParameters) -> str:
    return parameters.corpus_name


# An import takes hours and loses nothing when its worker dies, so it gets many attempts.
@job_kind(
    IMPORT_DUMP,
    title=gettext_lazy("Import dump"),
    parameters=DumpImportParameters,
    subject=_import_subject,
    attempts=20,
)
def import_dump(run: JobRun[DumpImportParameters]) -> dict[str, Any]:
    """Import a file into a corpus. Each chunk is a step; the ledger is the checkpoint."""
    corpus = Corpus.objects.get(public_id=run.parameters.corpus)
    file = run.parameters.file
    person = requester_of(run, corpus)

    def report_templates(position: int) -> None:
        run.progress(0, 100, _("Reading templates (%(share)s%%)") % {"share": share(position)})

    def share(position: int) -> int:
        # As a percentage: a number of bytes would mean nothing to a reader.
        return min(100, 100 * position // max(dump.size, 1))

    try:
        path = file.locate()
        dump = open_bounded_dump(path, limits=settings.FILE_LIMITS, heed=run.stop_if_cancelled)
        source = imports.begin_import(
            corpus=corpus,
            dump=dump,
            options=run.parameters.options,
            now=run.now(),
            by=person,
            report=report_templates,
        )
    except NotAvailableError as error:
        raise JobError(_("The file %(name)s no longer exists.") % {"name": file.path}) from error
    except (DumpError, corpora.CorpusSealedError) as error:
        raise JobError(str(error)) from error

    def report(totals: ImportTotals) -> None:
        pages = ngettext("%(count)s page", "%(count)s pages", totals.pages) % {
            "count": f"{totals.pages:,}"
        }
        note = _("%(pages)s, %(lossy)s lossy, %(noted)s noted, %(failed)s failed") % {
            "pages": pages,
            "lossy": f"{totals.lossy:,}",
            "noted": f"{totals.noted:,}",
            "failed": f"{totals.failed:,}",
        }
        run.progress(share(totals.position), 100, note)

    try:
        totals = import_run.run_import(
            source=source,
            dump=dump,
            clock=run.now,
            settings=import_run.ImportSettings(
                workers=workers_beside_others(),
                step=run.step,
                heed=run.stop_if_cancelled,
                report=report,
            ),
        )
    except corpora.CorpusSealedError as error:
        raise JobError(str(error)) from error
    if source.state == Import.State.FAILED:
        raise JobError(source.reason)
    remove_upload(file)
    return {
        _("Pages"): totals.pages,
        _("Redirects"): totals.redirects,
        _("Lossy"): totals.lossy,
        _("Noted"): totals.noted,
        _("Failed"): totals.failed,
        "url": reverse("corpus", args=[corpus.public_id]),
    }


@job_kind(
    SEAL_CORPUS,
    title=gettext_lazy("Seal corpus"),
    parameters=SealParameters,
    subject=_corpus_subject,
    attempts=3,
)
def seal_corpus(run: JobRun[SealParameters]) -> dict[str, Any]:
    """Count the links of a corpus, then freeze it."""
    corpus = Corpus.objects.get(public_id=run.parameters.corpus)
    person = requester_of(run, corpus)

    def report(done: int, total: int) -> None:
        run.stop_if_cancelled()
        run.progress(done, total, _("Counting links"))

    try:
        corpus = seals.seal_corpus(
            corpus=corpus,
            now=run.now(),
            by=person,
            accept_unfinished=run.parameters.accept_unfinished,
            report=report,
        )
    except seals.EmptyCorpusError as error:
        raise JobError(_("The corpus has no pages.")) from error
    except seals.UnfinishedImportsError as error:
        raise JobError(_("An import into the corpus is not finished.")) from error
    return {"url": reverse("corpus", args=[corpus.public_id])}


@chore
def look_after_uploads(now: datetime) -> None:
    """Remove uploads of dumps and templates of imports that nobody needs."""
    remove_abandoned_uploads(now=now)
    remove_old_templates(now=now)
