"""Places for gold highlights: on a page that the manager names, or drawn."""

from __future__ import annotations

from django.db.models import Exists, Max, Min, QuerySet

from annotation.models import Gold
from annotation.rules.ranking import Candidate, pick, rank_of
from annotation.selectors.writing import source_pages
from annotation.services.calibration.gold import GoldRefusedError
from annotation.services.writing.sampling import places_on
from campaigns.models import Campaign
from campaigns.protocols.writing import Source
from campaigns.selectors.protocols import protocol_of
from wiki.models import Page
from wiki.selectors.pages import resolve_titles


def draw_place(campaign: Campaign, source_name: str, title: str = "") -> tuple[Page, list[str]]:
    """Return a page and the elements on it that a source allows; raise GoldRefusedError."""
    sources = {source.name: source for source in protocol_of(campaign).sources}
    if source_name not in sources:
        raise GoldRefusedError("source", "source")
    source = sources[source_name]
    number = Gold.objects.filter(campaign=campaign).count()
    pages = Page.objects.filter(corpus=campaign.corpus_id, is_disambiguation=False)
    if title.strip():
        assert campaign.corpus is not None
        found = resolve_titles(campaign.corpus, [title.strip()]).get(title.strip())
        page = pages.filter(title=found).first() if found else None
    else:
        page = _drawn(pages.filter(Exists(source_pages.fitting(source))), campaign, number)
    if page is None:
        raise GoldRefusedError("page", "title")
    there = places_in(source, page)
    if not there:
        raise GoldRefusedError("no_place", "title")
    return page, there[pick(campaign.seed, len(there), page.title, f"gold {number}")]


def places_in(source: Source, page: Page) -> list[list[str]]:
    """Return the addresses of everything on a page that a source allows as a highlight."""
    candidate = Candidate(0, page.title, page.pk)
    return places_on([(source, candidate)])[source.name][page.pk]


def _drawn(pages: QuerySet[Page], campaign: Campaign, number: int) -> Page | None:
    """Return a page by lot, without reading all of them."""
    ends = Page.objects.filter(corpus=campaign.corpus_id).aggregate(first=Min("pk"), last=Max("pk"))
    if ends["first"] is None:
        return None
    span = ends["last"] - ends["first"] + 1
    start = ends["first"] + rank_of(campaign.seed, "gold", number) % span
    ordered = pages.order_by("pk")
    return ordered.filter(pk__gte=start).first() or ordered.first()
