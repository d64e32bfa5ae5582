"""Titles while they are typed, and the page that bears exactly a title."""

from __future__ import annotations

from search import analysis, ranking
from search.models import TitleKey
from search.results import TitleSuggestion
from search.selectors.vocabulary import AFTER_ALL
from wiki.models import Corpus

# Read of each tier before the shortest are chosen.
_ROWS_A_TIER = 40
# No title is longer.
_LONGEST_TYPED = 255


def suggest_titles(*, corpus: Corpus, typed: str, limit: int = 10) -> list[TitleSuggestion]:
    """Pages whose title, or a redirect's, starts with what was typed; the most linked first.

    A page is offered once: under its own title where that matches. Whatever is exactly what was
    typed comes first.
    """
    start = analysis.fold_title(typed[:_LONGEST_TYPED])
    if not start or limit < 1:
        return []
    exact = find_exact_title(corpus=corpus, text=typed)
    found: dict[int, TitleSuggestion] = {exact.page_id: exact} if exact else {}
    for tier in range(ranking.TOP_TIER, -1, -1):
        for offered in _starting_with(corpus, tier, start):
            known = found.get(offered.page_id)
            if known is None or (known.is_redirect and not offered.is_redirect):
                found[offered.page_id] = offered
        if len(found) >= limit:
            break
    return list(found.values())[:limit]


def _starting_with(corpus: Corpus, tier: int, start: str) -> list[TitleSuggestion]:
    """Titles of a tier: pages' own before redirects', short before long."""
    keys = (
        TitleKey.objects.filter(corpus=corpus, tier=tier, key__gte=start, key__lt=start + AFTER_ALL)
        .order_by("key")
        .values_list("is_redirect", "key", "page_id", "title", "page__title")[:_ROWS_A_TIER]
    )
    ordered = sorted(keys, key=lambda row: (row[0], len(row[1]), row[1]))
    return [TitleSuggestion(*row[2:]) for row in ordered]


def find_exact_title(*, corpus: Corpus, text: str) -> TitleSuggestion | None:
    """The page that has this title or redirect, whatever its case and accents.

    Of several ("US" and "Us") the one spelt as typed, then a title before a redirect, then the
    most linked.
    """
    wanted = analysis.fold_title(text[:_LONGEST_TYPED])
    if not wanted:
        return None
    spelling = " ".join(text.replace("_", " ").split())
    keys = TitleKey.objects.filter(
        corpus=corpus, tier__in=range(ranking.TOP_TIER + 1), key=wanted
    ).values_list("title", "is_redirect", "tier", "page_id", "page__title")
    best = min(
        keys[:_ROWS_A_TIER],
        key=lambda row: (row[0] != spelling, row[1], -row[2], row[3]),
        default=None,
    )
    return None if best is None else TitleSuggestion(best[3], best[0], best[4])


def names_of(corpus: Corpus, title: str, limit: int) -> list[str]:
    """The titles under which a page is linked to: its own first, then its redirects'."""
    page = find_exact_title(corpus=corpus, text=title)
    if page is None:
        return [title]
    keys = TitleKey.objects.filter(page_id=page.page_id).order_by("is_redirect", "title")
    return list(keys.values_list("title", flat=True)[:limit])
