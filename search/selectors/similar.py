"""The pages that a text may be about: for programs that look for evidence, not for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from search import analysis
from search.engines import get_engine
from search.indexing import weights
from search.models import TitleKey
from search.query.tree import Or, Word, join
from search.selectors import title_rows, vocabulary
from search.selectors.pages import best_pages_for
from wiki.models import Corpus

# The rarest words of a text say what it is about; every further one costs time.
MOST_WORDS = 16


@dataclass(frozen=True, slots=True)
class SimilarPages:
    """The titles of the pages with most of a text's rare words, best first.

    `frequencies` has the number of pages with each word of the text that any page has, `pages`
    the number of all.
    """

    titles: tuple[str, ...]
    frequencies: Mapping[str, int]
    pages: int


def similar_pages(*, corpus: Corpus, text: str, limit: int) -> SimilarPages:
    """Return the pages that share the rarest words with a text. Raises SearchError."""
    words = dict.fromkeys(analysis.plain_tokens(text))
    known = vocabulary.pages_with(corpus, words)
    pages = get_engine().reader(corpus.public_id.hex).count()
    rarest = sorted(known, key=lambda word: (known[word], word))[:MOST_WORDS]
    tree = join(Or, [Word(word) for word in sorted(rarest)])
    if tree is None:
        return SimilarPages((), known, pages)
    found = best_pages_for(corpus, tree, limit)
    names = title_rows.titles_of(corpus.pk, found)
    return SimilarPages(tuple(names[page] for page in found if page in names), known, pages)


def titles_with_keys(*, corpus: Corpus, keys: Iterable[str]) -> dict[str, Sequence[str]]:
    """Return the titles of the pages that have each of these titles or redirects, folded."""
    folded = {analysis.fold_title(key): key for key in keys}
    rows = TitleKey.objects.filter(
        corpus=corpus, tier__in=range(weights.TOP_TIER + 1), key__in=list(folded)
    )
    found: dict[str, dict[str, None]] = {}
    ordered = rows.order_by("is_redirect", "-tier", "page")
    for key, title in ordered.values_list("key", "page__title"):
        found.setdefault(folded[key], {})[title] = None
    return {key: tuple(titles) for key, titles in found.items()}
