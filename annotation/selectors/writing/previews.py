"""A preview of the highlights that a choice of pages would give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, QuerySet

from annotation.rules import feasibility
from annotation.selectors.writing import source_pages
from campaigns.models import Campaign
from campaigns.protocols.enums import Unit
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import Source
from wiki.models import Page
from wiki.selectors.pages import resolve_titles

MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class SourcePreview:
    """The number of highlights that one source could give, and the number that the target takes."""

    label: str
    candidates: int
    wanted: int

    @property
    def is_short(self) -> bool:
        return self.candidates < self.wanted


@dataclass(frozen=True, slots=True)
class Preview:
    """The pages of a choice, what they could give, and how much of the target can be met."""

    pages: int
    sources: tuple[SourcePreview, ...]
    target: int
    reachable: int
    # Some of the titles that are not in the corpus, and how many there are.
    unknown: tuple[str, ...]
    unknown_count: int

    @property
    def is_short(self) -> bool:
        return self.reachable < self.target


def preview_of(campaign: Campaign, protocol: Protocol) -> Preview:
    """Count what a campaign, which may not be stored yet, could draw from for its target."""
    pages = 0
    supply: Counter[frozenset[str]] = Counter()
    for some in source_pages.chosen_pages(campaign):
        pages += some.count()
        supply += _supply(protocol.sources, some)
    shares = {source.name: source.share for source in protocol.sources}
    wanted = feasibility.whole_shares(shares, campaign.target)
    unknown = _unknown(campaign)
    return Preview(
        pages=pages,
        sources=tuple(
            SourcePreview(
                source.label,
                feasibility.units_for(supply, frozenset({source.name})),
                wanted[source.name],
            )
            for source in protocol.sources
        ),
        target=campaign.target,
        reachable=feasibility.reachable(shares, campaign.target, supply),
        unknown=tuple(unknown[:MOST_NAMED]),
        unknown_count=len(unknown),
    )


def _supply(sources: Sequence[Source], pages: QuerySet[Page]) -> Counter[frozenset[str]]:
    """Return how many units the pages have for each combination of sources."""
    supply: Counter[frozenset[str]] = Counter()
    by_page = [source for source in sources if source.unit is Unit.PAGE]
    for source in sources:
        if source.unit is Unit.TABLE:
            source_pages.check_supported(source)
            tables = source_pages.fitting_tables(source).filter(page__in=pages.values("pk"))
            supply[frozenset({source.name})] += tables.count()
    if by_page:
        # One pass over the pages for all sources.
        flags = {f"fits_{n}": Exists(source_pages.fitting(one)) for n, one in enumerate(by_page)}
        rows = pages.order_by().annotate(**flags).values_list(*flags).annotate(count=Count("pk"))
        for *fits, count in rows:
            served = frozenset(one.name for one, does in zip(by_page, fits, strict=True) if does)
            supply[served] += count
    return supply


def _unknown(campaign: Campaign) -> list[str]:
    by_title = (Campaign.Pages.TITLES, Campaign.Pages.LINKED)
    if campaign.page_choice not in by_title or campaign.corpus is None:
        return []
    known = resolve_titles(campaign.corpus, campaign.page_names)
    return [name for name in campaign.page_names if name not in known]
