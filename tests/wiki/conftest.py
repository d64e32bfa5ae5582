"""Fixtures for tests of imports: a corpus, and a function that imports a file into it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from tests.people import NOW
from wiki.dump import open_bounded_dump
from wiki.models import Corpus, Import
from wiki.services import corpora, import_run, imports

ImportFile = Callable[..., Import]


def make_corpus(name: str = "Test", *, owner: User | None = None) -> Corpus:
    return corpora.create_corpus(
        name=name, source_name="Wikipedia", source_url="", licence="CC BY-SA", now=NOW, by=owner
    )


@pytest.fixture
def corpus(db: None) -> Corpus:
    return make_corpus()


@pytest.fixture
def import_file(corpus: Corpus) -> ImportFile:
    """Return a function that imports a file with one worker and returns the import."""

    def run(
        path: Path,
        *,
        into: Corpus = corpus,
        titles: tuple[str, ...] = (),
        limit: int | None = None,
        index: Path | None = None,
        templates: bool = True,
        **settings: Any,
    ) -> Import:
        dump = open_bounded_dump(path, index=index)
        options = imports.ImportOptions(titles, limit, templates)
        source = imports.begin_import(corpus=into, dump=dump, options=options, now=NOW, by=None)
        import_run.run_import(
            source=source,
            dump=dump,
            clock=lambda: NOW,
            settings=import_run.ImportSettings(**settings),
        )
        return Import.objects.get(pk=source.pk)

    return run
