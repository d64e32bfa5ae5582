"""A preview of the highlights that a choice of pages would give."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, QuerySet

from annotation.selectors import candidates
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
    pages: int
    sources: tuple[SourcePreview, ...]
    # Some of the titles that are not in the corpus, and how many there are.
    unknown: tuple[str, ...]
    unknown_count: int


def preview_of(campaign: Campaign, protocol: Protocol, wanted: dict[str, int]) -> Preview:
    """Count what a campaign, which may not be stored yet, could draw from."""
    pages = 0
    found = dict.fromkeys((source.name for source in protocol.sources), 0)
    for some in candidates.chosen_pages(campaign):
        pages += some.count()
        for source in protocol.sources:
            found[source.name] += _count(source, some)
    unknown = _unknown(campaign)
    return Preview(
        pages=pages,
        sources=tuple(
            SourcePreview(source.label, found[source.name], wanted[source.name])
            for source in protocol.sources
        ),
        unknown=tuple(unknown[:MOST_NAMED]),
        unknown_count=len(unknown),
    )


def _count(source: Source, pages: QuerySet[Page]) -> int:
    """Return how many highlights the pages could give, counting each unit once."""
    if source.unit is Unit.TABLE:
        candidates.check_supported(source)
        return candidates.fitting_tables(source).filter(page__in=pages.values("pk")).count()
    return pages.filter(Exists(candidates.fitting(source))).count()


def _unknown(campaign: Campaign) -> list[str]:
    by_title = (Campaign.Pages.TITLES, Campaign.Pages.LINKED)
    if campaign.page_choice not in by_title or campaign.corpus is None:
        return []
    known = resolve_titles(campaign.corpus, campaign.page_names)
    return [name for name in campaign.page_names if name not in known]
