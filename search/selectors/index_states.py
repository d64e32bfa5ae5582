"""The state of a corpus' index, for managers."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from jobs.kinds import title_of
from jobs.models import UNFINISHED, Job
from search.engines import get_engine
from search.errors import SearchError
from search.indexing.builds import is_outdated
from search.selectors.indexing import page_count, sealed_page_count, waiting_count
from wiki.models import Corpus


class IndexCondition(TextChoices):
    """The condition of an index. Quick but not certain: only numbers are compared."""

    CURRENT = "current", _("Up to date")
    WAITING = "waiting", _("Pages waiting")
    DIFFERENT = "different", _("Differs from the corpus")
    OUTDATED = "outdated", _("Built by an older version")
    MISSING = "missing", _("No index")
    UNKNOWN = "unknown", _("Unknown")


@dataclass(frozen=True, slots=True)
class IndexState:
    """The index of a corpus: its pages, the pages it should have, and the job that works on it."""

    engine: str
    pages: int
    waiting: int
    # The live build and its pages; None where there is no index, or the engine does not answer.
    build: str | None
    indexed: int
    # Why the engine does not answer, as a sentence; else empty.
    problem: str
    # The unfinished job that holds the index.
    job: Job | None

    @property
    def condition(self) -> IndexCondition:
        if self.problem:
            return IndexCondition.UNKNOWN
        if self.build is None:
            return IndexCondition.MISSING
        if is_outdated(self.build):
            return IndexCondition.OUTDATED
        if self.waiting:
            return IndexCondition.WAITING
        if self.indexed != self.pages:
            return IndexCondition.DIFFERENT
        return IndexCondition.CURRENT

    @property
    def job_title(self) -> str:
        # Without parameters: the corpus need not be named again.
        return title_of(self.job.kind, {}) if self.job else ""


def key_of_index_jobs(corpus: Corpus) -> str:
    """Return the exclusive key of the index jobs of a corpus: one is unfinished at a time."""
    return f"search:{corpus.pk}"


def state_of_index(*, corpus: Corpus) -> IndexState:
    """Return the state of a corpus' index in the site's engine."""
    build, indexed, problem = _ask_engine(corpus)
    pages = sealed_page_count(corpus.public_id) if corpus.is_sealed else page_count(corpus)
    unfinished = Job.objects.filter(exclusive=key_of_index_jobs(corpus), state__in=UNFINISHED)
    return IndexState(
        engine=get_engine().name,
        pages=pages,
        waiting=waiting_count(corpus),
        build=build,
        indexed=indexed,
        problem=problem,
        job=unfinished.first(),
    )


def _ask_engine(corpus: Corpus) -> tuple[str | None, int, str]:
    """Return the live build, its number of pages, and why the engine does not answer."""
    engine, key = get_engine(), corpus.public_id.hex
    try:
        build = engine.live_build(key)
        return build, 0 if build is None else engine.reader(key).count(), ""
    except SearchError as error:
        return None, 0, str(error)
