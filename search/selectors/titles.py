"""Completion of titles, and the page with exactly a title."""

from __future__ import annotations

from search import analysis
from search.indexing import weights
from search.results import TitleSuggestion
from search.selectors import title_rows
from search.selectors.vocabulary import AFTER_ALL
from wiki.models import Corpus

# The rows that are read of each tier before the shortest are chosen.
_ROWS_A_TIER = 40


def suggest_titles(
    *, corpus: Corpus, typed: str, limit: int = 10, with_flagged: bool = True
) -> list[TitleSuggestion]:
    """Return pages whose title or redirect starts with this text, the most linked first.

    A page is suggested once, under its own title where that matches. An exact title comes first.
    Without `with_flagged`, pages that lack references are not suggested.
    """
    start = analysis.fold_title(typed[: analysis.LONGEST_TITLE])
    if not start or limit < 1:
        return []
    exact = find_exact_title(corpus=corpus, text=typed, with_flagged=with_flagged)
    found: dict[int, TitleSuggestion] = {exact.page_id: exact} if exact else {}
    for tier in range(weights.TOP_TIER, -1, -1):
        for title in _starting_with(corpus, tier, start, with_flagged):
            known = found.get(title.page_id)
            if known is None or (known.is_redirect and not title.is_redirect):
                found[title.page_id] = title
        if len(found) >= limit:
            break
    return list(found.values())[:limit]


def _starting_with(
    corpus: Corpus, tier: int, start: str, with_flagged: bool
) -> list[TitleSuggestion]:
    """Return titles of a tier: pages' own before redirects', short before long."""
    rows = title_rows.of_tier(
        corpus.pk, tier, start, start + AFTER_ALL, _ROWS_A_TIER, with_flagged=with_flagged
    )
    rows.sort(key=lambda row: (row.is_redirect, len(row.key), row.key))
    return [TitleSuggestion(row.page_id, row.title, row.page_title) for row in rows]


def find_exact_title(
    *, corpus: Corpus, text: str, with_flagged: bool = True
) -> TitleSuggestion | None:
    """Return the page with this title or redirect, regardless of case and accents.

    Without `with_flagged`, pages that lack references are ignored.
    """
    key = analysis.fold_title(text[: analysis.LONGEST_TITLE])
    if not key:
        return None
    best = title_rows.best_with_key(corpus.pk, key, _spelling(text), with_flagged=with_flagged)
    return None if best is None else TitleSuggestion(best.page_id, best.title, best.page_title)


def _spelling(text: str) -> str:
    """Return the text as titles are written, without characters that no database stores."""
    spaced = text[: analysis.LONGEST_TITLE].replace("_", " ")
    return " ".join("".join(c if c.isprintable() else " " for c in spaced).split())


def names_of(corpus: Corpus, title: str, limit: int) -> list[str]:
    """Return the titles by which a page is linked to: its own first, then its redirects'."""
    key = analysis.fold_title(title[: analysis.LONGEST_TITLE])
    return title_rows.names_of(corpus.pk, key, _spelling(title), limit) or [title]
