"""Queries for any of the words, where no page has all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from search.query import LONGEST_QUERY, Node, print_query, with_any_word, words_of
from search.selectors import vocabulary
from wiki.models import Corpus

# A word on a larger share of the pages does not distinguish them, and is slow to look up.
_COMMON = 1 / 3


def wider_queries(corpus: Corpus, tree: Node, count_pages: Callable[[], int]) -> Iterator[Node]:
    """Yield queries with any of the words instead of all; they may find nothing either."""
    if with_any_word(tree, frozenset()) is None:
        return
    counts = vocabulary.pages_with(corpus, words_of(tree))
    most = count_pages() * _COMMON
    common = {word for word, on_pages in counts.items() if on_pages > most}
    # If no page has the rare ones, the common ones are better than nothing.
    for wider in (with_any_word(tree, common), with_any_word(tree, frozenset())):
        # Written with OR it may be too long for a query.
        if wider is not None and len(print_query(wider)) <= LONGEST_QUERY:
            yield wider
