"""The pages from which a campaign may draw its highlights, streamed by title.

No document is opened, except those of named pages in a campaign that includes the pages they link
to. Pages that lack references and disambiguation pages are left out, and so are tables and
sentences of sections that lack references, malformed tables, and if the campaign says so, the
pages of other campaigns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import Highlight
from campaigns.models import Campaign
from campaigns.protocols.enums import SourceKind, Unit
from campaigns.protocols.writing import Source
from wiki.models import Page, PageTable, SentenceRun
from wiki.selectors.pages import TITLES_A_QUERY, document_of, link_targets, resolve_titles

PAGES_A_QUERY = 20_000


class UnsupportedSourceError(Exception):
    """Nothing can be drawn for a source of this kind and unit yet."""


@dataclass(frozen=True, slots=True)
class CandidateBatch:
    """Pages in the order of their titles: id, title, and for each source whether it fits."""

    rows: list[tuple[Any, ...]]
    # For sources that draw tables: page, title and number of each table that fits.
    tables: Mapping[str, list[tuple[int, str, int]]]


def check_supported(source: Source) -> None:
    units = {
        SourceKind.TABLE: (Unit.PAGE, Unit.TABLE),
        SourceKind.SENTENCE_RUN: (Unit.PAGE,),
    }
    if source.unit not in units.get(source.kind, ()):
        raise UnsupportedSourceError(source.name)


def fitting_tables(source: Source) -> QuerySet[PageTable]:
    """Return the tables that a source allows: well-formed ones, and header rows do not count."""
    fits = Q(is_flagged=False, is_malformed=False)
    if source.least_rows is not None:
        fits &= Q(body_rows__gte=source.least_rows)
    if source.most_rows is not None:
        fits &= Q(body_rows__lte=source.most_rows)
    if source.most_columns is not None:
        fits &= Q(columns__lte=source.most_columns)
    return PageTable.objects.filter(fits)


def fitting_runs(source: Source) -> QuerySet[SentenceRun]:
    """Return the runs of sentences, of five words or more each, that are long enough."""
    return SentenceRun.objects.filter(is_flagged=False, length__gte=source.sentences)


def candidate_batches(campaign: Campaign, sources: tuple[Source, ...]) -> Iterator[CandidateBatch]:
    """Yield all pages that have something for at least one of the sources."""
    for pages in chosen_pages(campaign):
        for number, source in enumerate(sources):
            pages = pages.annotate(**{f"fits_{number}": Exists(fitting(source))})
        any_fits = Q()
        for number in range(len(sources)):
            any_fits |= Q(**{f"fits_{number}": True})
        flags = [f"fits_{number}" for number in range(len(sources))]
        yield from _batches(pages.filter(any_fits), flags, sources)


def count_pages(campaign: Campaign) -> int:
    """Return how many pages there are to look through, for the progress bar."""
    if campaign.page_choice in (Campaign.Pages.ALL, Campaign.Pages.CATEGORY):
        return next(chosen_pages(campaign)).count()
    return len(_chosen_titles(campaign))


def fitting(source: Source) -> QuerySet[Any]:
    """Return the tables or runs of a page that a source allows, for a query over pages."""
    check_supported(source)
    if source.kind is SourceKind.TABLE:
        return fitting_tables(source).filter(page=OuterRef("pk"))
    return fitting_runs(source).filter(page=OuterRef("pk"))


def chosen_pages(campaign: Campaign) -> Iterator[QuerySet[Page]]:
    """Yield the pages that a campaign draws from, in queries that do not overlap."""
    pages = Page.objects.filter(
        corpus=campaign.corpus_id, is_flagged=False, is_disambiguation=False
    )
    if campaign.excludes_used_pages:
        # By title: another campaign may draw from another corpus with the same articles.
        others = Highlight.objects.exclude(campaign=campaign.pk)
        pages = pages.exclude(title__in=others.values("page__title"))
    if campaign.page_choice == Campaign.Pages.ALL:
        yield pages
    elif campaign.page_choice == Campaign.Pages.CATEGORY:
        yield pages.filter(categories__name=campaign.page_names[0])
    else:
        titles = iter(_chosen_titles(campaign))
        while some := list(islice(titles, TITLES_A_QUERY)):
            yield pages.filter(title__in=some)


def _chosen_titles(campaign: Campaign) -> list[str]:
    corpus = campaign.corpus
    assert corpus is not None
    titles = set(resolve_titles(corpus, campaign.page_names).values())
    if campaign.page_choice == Campaign.Pages.LINKED:
        linked: set[str] = set()
        named = Page.objects.filter(corpus=corpus).select_related("content")
        for title in sorted(titles):
            linked |= link_targets(document_of(named.get(title=title)))
        titles |= set(resolve_titles(corpus, linked).values())
    return sorted(titles)


def _batches(
    pages: QuerySet[Page], flags: list[str], sources: tuple[Source, ...]
) -> Iterator[CandidateBatch]:
    last = ""
    while True:
        rows = list(
            pages.filter(title__gt=last)
            .order_by("title")
            .values_list("pk", "title", *flags)[:PAGES_A_QUERY]
        )
        if not rows:
            return
        until = rows[-1][1]
        tables = {
            source.name: list(
                fitting_tables(source)
                .filter(page__in=pages.filter(title__gt=last, title__lte=until).values("pk"))
                .order_by("page__title", "number")
                .values_list("page", "page__title", "number")
            )
            for source in sources
            if source.unit is Unit.TABLE
        }
        yield CandidateBatch(rows, tables)
        if len(rows) < PAGES_A_QUERY:
            return
        last = until
