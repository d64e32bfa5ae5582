"""The states of an import: started or resumed, done, stopped, failed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from core.services import audit
from wiki.dump.bounded import BoundedDump
from wiki.dump.extraction import extractor_name
from wiki.dump.files import fingerprint
from wiki.dump.records import ArticleSelection
from wiki.models import Corpus, Import
from wiki.services import templates
from wiki.services.corpora import hold_open_corpus


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The selection of a file's pages to import."""

    titles: tuple[str, ...] = ()
    limit: int | None = None
    # Whether templates that stand in the dump are expanded: the file is read for them first.
    templates: bool = True

    @property
    def selection(self) -> ArticleSelection:
        return ArticleSelection.of(list(self.titles))

    def as_json(self) -> dict[str, Any]:
        titles = sorted(self.selection.titles)
        return {
            **({"titles": titles} if titles else {}),
            **({"limit": self.limit} if self.limit is not None else {}),
            **({} if self.templates else {"templates": False}),
        }

    @classmethod
    def of_json(cls, options: dict[str, Any]) -> ImportOptions:
        return cls(
            tuple(options.get("titles", ())), options.get("limit"), options.get("templates", True)
        )

    @property
    def digest(self) -> str:
        options = self.as_json()
        if not options:
            return ""
        return hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()


def begin_import(
    *,
    corpus: Corpus,
    dump: BoundedDump,
    options: ImportOptions,
    now: datetime,
    by: User | None,
    report: templates.Report = templates.ignore_position,
) -> Import:
    """Start or resume the import of this dump into this corpus.

    The templates of the dump are collected first, unless an earlier run has done so; `report` is
    called with the position in the file.
    """
    path = dump.path
    known = fingerprint(path)
    extractor = _extractor(corpus, dump, options, known, report)
    with transaction.atomic():
        corpus = hold_open_corpus(corpus.pk)
        source, is_new = Import.objects.get_or_create(
            corpus=corpus,
            fingerprint=known,
            options_digest=options.digest,
            extractor=extractor,
            defaults={
                "file_name": path.name[:255],
                "file_size": path.stat().st_size,
                "options": options.as_json(),
                "started_at": now,
                "started_by": by,
            },
        )
        if is_new:
            audit.record(
                actor=by,
                action="wiki.import_dump",
                target=corpus,
                now=now,
                details={"file": path.name, "import": str(source.public_id)},
            )
        elif source.state != Import.State.DONE:
            _set_state(source, Import.State.RUNNING, finished_at=None)
    return source


def _extractor(
    corpus: Corpus, dump: BoundedDump, options: ImportOptions, known: str, report: templates.Report
) -> str:
    """Return the name of the extractor, after collecting the templates that it needs."""
    with transaction.atomic():
        hold_open_corpus(corpus.pk)
    bare = extractor_name(dump.format)
    if not options.templates:
        return bare
    done = Import.objects.filter(
        corpus=corpus,
        fingerprint=known,
        options_digest=options.digest,
        extractor__startswith=bare,
        state=Import.State.DONE,
    )
    # What is done needs no templates again.
    if (name := done.values_list("extractor", flat=True).first()) is not None:
        return name
    digest = templates.collect_templates(
        dump, options.selection, key=templates.key_of(known, options.digest), report=report
    )
    return extractor_name(dump.format, digest)


@transaction.atomic
def finish_import(*, source: Import, now: datetime) -> None:
    """Mark the import as done, or as failed if a part of the file was damaged."""
    damage = source.problems.filter(is_damage=True).order_by("chunk", "place").first()
    if damage is None:
        _set_state(source, Import.State.DONE, finished_at=now)
        templates.remove_templates(source)
    else:
        _set_state(source, Import.State.FAILED, reason=damage.reason, finished_at=now)


def stop_import(*, source: Import, now: datetime) -> None:
    """Mark the import as stopped. Its pages stay, and it can be resumed."""
    # A run that lost its job to another must not mark the other run as stopped.
    if Import.objects.filter(pk=source.pk, state=Import.State.RUNNING).exists():
        _set_state(source, Import.State.STOPPED, finished_at=now)


def fail_import(*, source: Import, reason: str, now: datetime) -> None:
    """Mark the import as failed. The pages that were written stay."""
    _set_state(source, Import.State.FAILED, reason=reason, finished_at=now)


def _set_state(
    source: Import, state: Import.State, *, finished_at: datetime | None, reason: str = ""
) -> None:
    Import.objects.filter(pk=source.pk).update(state=state, reason=reason, finished_at=finished_at)
    source.state, source.reason, source.finished_at = state, reason, finished_at
