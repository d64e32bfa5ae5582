"""The demo corpus: a small encyclopedia that is part of Touchstone."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import ProtectedError, QuerySet

from wiki.dump import open_bounded_dump
from wiki.dump.extraction import bare_name, extractor_name
from wiki.dump.files import fingerprint
from wiki.models import Corpus, Import, PageContent
from wiki.selectors.imports import ImportTotals
from wiki.services import corpora, import_run, imports

NAME = "Demo"
SOURCE = "Touchstone demo articles"
_MOST_WORKERS = 4


class DemoImportError(Exception):
    """The demo dump, which is part of Touchstone, could not be imported."""


def demo_dump() -> Path:
    return Path(settings.PROJECT_ROOT) / "demo" / "demo-pages-articles.xml"


def find_demo_corpus() -> Corpus | None:
    """Return the newest demo corpus, whether or not it is up to date."""
    return _demo_corpora().order_by("-created_at", "-pk").first()


def _demo_corpora() -> QuerySet[Corpus]:
    # A user's own "Demo for the faculty" must not be mistaken for the demo and emptied.
    return Corpus.objects.filter(name__regex=rf"^{NAME}( [0-9]+)?$", source_name=SOURCE)


def is_demo_corpus_current() -> bool:
    """Return whether the demo corpus was made from this dump by this extractor."""
    corpus = find_demo_corpus()
    return corpus is not None and _is_current(corpus)


def _is_current(corpus: Corpus) -> bool:
    states = [
        (known, bare_name(extractor), state)
        for known, extractor, state in corpus.imports.values_list(
            "fingerprint", "extractor", "state"
        )
    ]
    current = bare_name(extractor_name())
    return states == [(fingerprint(demo_dump()), current, Import.State.DONE)]


def load_demo_corpus(
    *, now: datetime, report: Callable[[ImportTotals], None] = lambda totals: None
) -> Corpus:
    """Return the demo corpus, up to date.

    If the dump or the extractor has changed, import it again: into the same corpus while nothing
    refers to its pages, otherwise into a new one.
    """
    corpus = find_demo_corpus()
    if corpus is None or not _is_current(corpus):
        if corpus is None or not _empty(corpus):
            corpus = _create(now)
        _fill(corpus, now, report)
    return corpus


def _create(now: datetime) -> Corpus:
    taken = set(Corpus.objects.filter(name__startswith=NAME).values_list("name", flat=True))
    names = (NAME if number == 1 else f"{NAME} {number}" for number in count(1))
    return corpora.create_corpus(
        name=next(name for name in names if name not in taken),
        source_name=SOURCE,
        source_url="",
        licence="CC BY-SA 4.0",
        now=now,
        by=None,
    )


def _empty(corpus: Corpus) -> bool:
    """Delete all pages of an open corpus; return False if it is sealed or its pages are in use."""
    if corpus.is_sealed:
        return False
    if _is_begun(corpus):
        return True
    try:
        with transaction.atomic():
            corpora.hold_open_corpus(corpus.pk)
            corpus.pages.all().delete()
            corpus.redirects.all().delete()
            corpus.imports.all().delete()
            PageContent.objects.filter(pages__isnull=True).delete()
    except ProtectedError:
        return False
    return True


def _is_begun(corpus: Corpus) -> bool:
    """Return whether all its pages are from this dump and extractor, so the import can resume."""
    made = [
        (known, bare_name(extractor))
        for known, extractor in corpus.imports.values_list("fingerprint", "extractor")
    ]
    return made == [(fingerprint(demo_dump()), bare_name(extractor_name()))]


def _fill(corpus: Corpus, now: datetime, report: Callable[[ImportTotals], None]) -> None:
    dump = open_bounded_dump(demo_dump())
    source = imports.begin_import(
        corpus=corpus, dump=dump, options=imports.ImportOptions(), now=now, by=None
    )
    import_run.run_import(
        source=source,
        dump=dump,
        clock=lambda: now,
        settings=import_run.ImportSettings(
            workers=min(os.cpu_count() or 1, _MOST_WORKERS), report=report
        ),
    )
    if source.state != Import.State.DONE:
        raise DemoImportError(source.reason)
