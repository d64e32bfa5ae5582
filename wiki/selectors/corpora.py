"""Selectors of corpora: the list, and the problems of one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import User
from jobs.models import Job
from wiki import documents
from wiki.models import Corpus, Import, ImportChunk, ImportProblem, Page
from wiki.note_labels import note_label
from wiki.selectors.access import Right, corpora_for
from wiki.selectors.imports import (
    ImportTotals,
    imports_of,
    note_kinds_of,
    totals_of,
    unknown_templates_of,
)

_MOST_JOBS = 5


@dataclass(frozen=True, slots=True)
class CorpusRow:
    """A corpus with the counts that the list of corpora shows."""

    corpus: Corpus
    pages: int
    redirects: int
    imports: int


@dataclass(frozen=True, slots=True)
class PageFindings:
    """A page with the addresses of its lossy elements and the parser's notes."""

    page: Page
    lossy: list[str]
    notes: list[str]


def corpora_with_counts(person: User | None, *, archived: bool = False) -> list[CorpusRow]:
    """Return the corpora that a person may use (a command, None, lists all), the newest first.

    Archived ones are a list of their own.

    The counts come from the ledger of imports: counting millions of pages would take seconds.
    """
    chunks = ImportChunk.objects.filter(source__corpus=OuterRef("pk")).order_by()
    of_corpus = chunks.values("source__corpus")
    imports = Import.objects.filter(corpus=OuterRef("pk")).order_by().values("corpus")
    # Separate subqueries: in one join, the rows would multiply.
    usable = Corpus.objects.all() if person is None else corpora_for(person, Right.USE)
    if person is not None:
        usable = usable.filter(archived_at__isnull=not archived)
    corpora = usable.annotate(
        page_count=_or_zero(of_corpus.annotate(sum=Sum("pages")).values("sum")),
        redirect_count=_or_zero(of_corpus.annotate(sum=Sum("redirects")).values("sum")),
        import_count=_or_zero(imports.annotate(number=Count("pk")).values("number")),
    )
    return [
        CorpusRow(corpus, corpus.page_count, corpus.redirect_count, corpus.import_count)
        for corpus in corpora.order_by("-created_at", "-pk")
    ]


def _or_zero(rows: QuerySet[Any, Any]) -> Coalesce:
    return Coalesce(Subquery(rows), 0)


def imports_with_totals(corpus: Corpus) -> list[tuple[Import, ImportTotals]]:
    """Return the imports of a corpus with their totals, the newest first."""
    return [(source, totals_of(source)) for source in imports_of(corpus)]


def problems_in(corpus: Corpus) -> QuerySet[ImportProblem]:
    """Return every problem of a corpus' imports, those of the newest import first."""
    problems = ImportProblem.objects.filter(source__corpus=corpus).select_related("source")
    return problems.order_by("-source__started_at", "-source", "chunk", "place")


def unknown_templates_in(corpus: Corpus, *, most: int = 20) -> list[tuple[str, int]]:
    """Return the most frequent unknown templates of the newest import that has any."""
    for source in imports_of(corpus):
        if found := unknown_templates_of(source, most=most):
            return found
    return []


def note_kinds_in(corpus: Corpus) -> list[tuple[str, int]]:
    """Return the label and the number of pages of each kind of note, the most frequent first."""
    counts: Counter[str] = Counter()
    for source in imports_of(corpus):
        counts.update(dict(note_kinds_of(source)))
    return [(note_label(kind), count) for kind, count in counts.most_common()]


def lossy_pages(corpus: Corpus) -> QuerySet[Page]:
    """Return the pages with elements that lost content, those with the most first."""
    pages = Page.objects.filter(corpus=corpus, lossy_elements__gt=0)
    return pages.order_by("-lossy_elements", "title")


def pages_with_notes(corpus: Corpus) -> QuerySet[Page]:
    """Return the pages that the parser had to repair or cut, by title."""
    return Page.objects.filter(corpus=corpus, has_notes=True).order_by("title")


def findings_of(page: Page) -> PageFindings:
    """Return what a page's document says about its losses and repairs."""
    document = documents.unpack(page.content.document)
    return PageFindings(page, document.get("lossy", []), document.get("notes", []))


def jobs_about(key: str) -> list[Job]:
    """Return the newest jobs that hold or held this key."""
    jobs = Job.objects.filter(exclusive=key).select_related("requested_by")
    return list(jobs.order_by("-created_at", "-pk")[:_MOST_JOBS])


def has_unfinished_imports(corpus: Corpus) -> bool:
    """Return whether an import into the corpus was started and is not finished."""
    unfinished = (Import.State.RUNNING, Import.State.STOPPED)
    return Import.objects.filter(corpus=corpus, state__in=unfinished).exists()
