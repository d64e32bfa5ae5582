"""Completion of titles: those that start with what was typed, then those that have its words."""

from __future__ import annotations

from contextlib import suppress

from search import analysis
from search.errors import SearchError
from search.indexing import weights
from search.lengths import LONGEST_TITLE
from search.query import And, Node, Prefix, Within, Word
from search.results import TitleSuggestion
from search.selectors import title_rows
from search.selectors.pages import best_pages_for
from search.selectors.titles import find_exact_title
from search.selectors.vocabulary import AFTER_ALL
from wiki.models import Corpus

# The rows that are read of each tier before the shortest are chosen.
_ROWS_A_TIER = 40
# Shorter beginnings of a word are in too many titles to say anything.
_SHORTEST_INSIDE = 3
# Words beyond these do not narrow titles down, and each has its cost.
_MOST_WORDS = 8


def suggest_titles(
    *, corpus: Corpus, typed: str, limit: int = 10, with_flagged: bool = True
) -> list[TitleSuggestion]:
    """Return pages whose title or redirect starts with this text, the most linked first.

    A page is suggested once, under its own title where that matches. An exact title comes first.
    If few titles start so, others follow that have the words anywhere. Without `with_flagged`,
    pages that lack references are not suggested.
    """
    start = analysis.fold_title(typed[:LONGEST_TITLE])
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
            return list(found.values())[:limit]
    for title in _with_words(corpus, typed, limit, with_flagged):
        found.setdefault(title.page_id, title)
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


def _with_words(
    corpus: Corpus, typed: str, limit: int, with_flagged: bool
) -> list[TitleSuggestion]:
    """Return pages whose own title has these words; the last one may be only begun."""
    words = analysis.plain_tokens(typed[:LONGEST_TITLE])[:_MOST_WORDS]
    if not words or len(words[-1]) < _SHORTEST_INSIDE:
        return []
    parts: tuple[Node, ...] = (
        *(Within("title", Word(word)) for word in words[:-1]),
        Within("title", Prefix(words[-1])),
    )
    tree = parts[0] if len(parts) == 1 else And(parts)
    # The engine finds titles by redirects too: these show nothing of what was typed.
    found: list[int] = []
    with suppress(SearchError):
        # Without the engine, titles that start so are all there is.
        found = list(best_pages_for(corpus, tree, 2 * limit, with_flagged=with_flagged))
    titles = title_rows.titles_of(corpus.pk, found)
    return [
        TitleSuggestion(page_id, titles[page_id], titles[page_id])
        for page_id in found
        if page_id in titles and _has_words(titles[page_id], words)
    ]


def _has_words(title: str, words: list[str]) -> bool:
    own = analysis.plain_tokens(title)
    return all(any(each.startswith(word) for each in own) for word in words)
