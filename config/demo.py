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


DEMO_STEPS: tuple[Step, ...] = (
    Step("Demo people", _people_are_loaded, _load_people),
    Step("Demo corpus", demo_corpus.is_demo_corpus_current, _load_corpus),
)
