"""The job kinds of this app: importing a dump, sealing a corpus."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from jobs.kinds import JobError, job_kind
from jobs.running import JobRun
from wiki.dump import DumpError, open_dump
from wiki.models import Corpus, Import
from wiki.selectors.imports import ImportTotals
from wiki.services import corpora, import_run, imports, seals
from wiki.services.import_files import NotAvailableError, remove_upload
from wiki.services.import_requests import (
    IMPORT_DUMP,
    SEAL_CORPUS,
    ImportParameters,
    SealParameters,
)


def workers_beside_others() -> int:
    """All cores but one, which serves people meanwhile."""
    return max(1, (os.cpu_count() or 1) - 1)


def _person(run: JobRun[Any]) -> User | None:
    return User.objects.get(pk=run.requested_by_id) if run.requested_by_id else None


def _import_subject(parameters: ImportParameters) -> str:
    """Return the names of the file and of the corpus that it goes into."""
    file, name = Path(parameters.file.path).name, parameters.corpus_name
    return f"{file} → {name}" if name else file


def _corpus_subject(parameters: SealParameters) -> str:
    return parameters.corpus_name


# An import is hours long and loses nothing when its worker dies, so it is tried often.
@job_kind(
    IMPORT_DUMP,
    title=gettext_lazy("Import a dump"),
    parameters=ImportParameters,
    subject=_import_subject,
    attempts=20,
)
def import_dump(run: JobRun[ImportParameters]) -> dict[str, Any]:
    """Read a file into a corpus; each chunk is a step, and the ledger is the checkpoint."""
    corpus = Corpus.objects.get(public_id=run.parameters.corpus)
    file = run.parameters.file
    try:
        path = file.locate()
        dump = open_dump(path)
        source = imports.begin_import(
            corpus=corpus,
            path=path,
            options=run.parameters.options,
            now=run.now(),
            by=_person(run),
        )
    except NotAvailableError as error:
        raise JobError(
            _("The file %(name)s is not there any more.") % {"name": file.path}
        ) from error
    except (DumpError, corpora.CorpusSealedError) as error:
        raise JobError(str(error)) from error

    def report(totals: ImportTotals) -> None:
        pages = ngettext("%(count)s page", "%(count)s pages", totals.pages) % {
            "count": f"{totals.pages:,}"
        }
        note = _("%(pages)s, %(lossy)s lossy, %(noted)s noted, %(aside)s put aside") % {
            "pages": pages,
            "lossy": f"{totals.lossy:,}",
            "noted": f"{totals.noted:,}",
            "aside": f"{totals.put_aside:,}",
        }
        # In hundredths: the bytes of a file tell nobody anything.
        run.progress(min(100, 100 * totals.position // max(dump.size, 1)), 100, note)

    try:
        totals = import_run.run_import(
            source=source,
            dump=dump,
            clock=run.now,
            settings=import_run.ImportSettings(
                workers=workers_beside_others(), step=run.step, report=report
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
        _("Put aside"): totals.put_aside,
        "url": reverse("corpus", args=[corpus.public_id]),
    }


@job_kind(
    SEAL_CORPUS,
    title=gettext_lazy("Seal a corpus"),
    parameters=SealParameters,
    subject=_corpus_subject,
    attempts=3,
)
def seal_corpus(run: JobRun[SealParameters]) -> dict[str, Any]:
    """Count a corpus' links, then freeze it."""
    corpus = Corpus.objects.get(public_id=run.parameters.corpus)

    def report(done: int, total: int) -> None:
        run.stop_if_cancelled()
        run.progress(done, total, _("Counting links"))

    try:
        corpus = seals.seal_corpus(
            corpus=corpus,
            now=run.now(),
            by=_person(run),
            accept_unfinished=run.parameters.accept_unfinished,
            report=report,
        )
    except seals.EmptyCorpusError as error:
        raise JobError(_("The corpus has no pages.")) from error
    except seals.UnfinishedImportsError as error:
        raise JobError(_("An import into the corpus has not come to its end.")) from error
    return {"url": reverse("corpus", args=[corpus.public_id])}
