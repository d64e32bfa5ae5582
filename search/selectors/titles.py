"""The page with exactly a title, and the titles of a page."""

from __future__ import annotations

from search import analysis
from search.lengths import LONGEST_TITLE
from search.results import TitleSuggestion
from search.selectors import title_rows
from wiki.models import Corpus


def find_exact_title(
    *, corpus: Corpus, text: str, with_flagged: bool = True
) -> TitleSuggestion | None:
    """Return the page with this title or redirect, regardless of case and accents.

    Without `with_flagged`, pages that lack references are ignored.
    """
    key = analysis.fold_title(text[:LONGEST_TITLE])
    if not key:
        return None
    best = title_rows.best_with_key(corpus.pk, key, _spelling(text), with_flagged=with_flagged)
    return None if best is None else TitleSuggestion(best.page_id, best.title, best.page_title)


def _spelling(text: str) -> str:
    """Return the text as titles are written, without characters that no database stores."""
    spaced = text[:LONGEST_TITLE].replace("_", " ")
    return " ".join("".join(c if c.isprintable() else " " for c in spaced).split())


def names_of(corpus: Corpus, title: str, limit: int) -> list[str]:
    """Return the titles by which a page is linked to: its own first, then its redirects'."""
    key = analysis.fold_title(title[:LONGEST_TITLE])
    return title_rows.names_of(corpus.pk, key, _spelling(title), limit) or [title]
