"""The demo world: what `make run` loads so that there is something to see and someone to be.

Each step knows whether it is done, so loading twice is harmless. An app that brings a part of
the demo adds its step here, after those that it builds on.
"""

from __future__ import annotations

from django.utils import timezone

from accounts.demo_people import DEMO_PEOPLE
from accounts.models import User
from annotation.services.demo import load_demo_people
from config.steps import Progress, Step
from search.selectors.indexing import is_index_current
from search.services.rebuilding import rebuild_index
from wiki.services import demo as demo_corpus


def _people_are_loaded() -> bool:
    names = [person.username for person in DEMO_PEOPLE]
    return User.objects.filter(username__in=names).count() == len(names)


def _load_people(progress: Progress) -> None:
    load_demo_people(now=timezone.now())


def _load_corpus(progress: Progress) -> None:
    demo_corpus.load_demo_corpus(
        now=timezone.now(), report=lambda totals: progress(f"{totals.pages:,} pages")
    )


def _is_indexed() -> bool:
    corpus = demo_corpus.find_demo_corpus()
    return corpus is not None and is_index_current(corpus)


def _build_index(progress: Progress) -> None:
    corpus = demo_corpus.find_demo_corpus()
    assert corpus is not None
    rebuild_index(corpus=corpus, report=lambda done, total: progress(f"{done:,} of {total:,}"))


DEMO_STEPS: tuple[Step, ...] = (
    Step("Demo people", _people_are_loaded, _load_people),
    Step("Demo corpus", demo_corpus.is_demo_corpus_current, _load_corpus),
    Step("Search index", _is_indexed, _build_index),
)
