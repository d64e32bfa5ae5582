"""A corpus as the verifier searches it: titles and words from the search, pages from the database.

Rarities are those of the claim's own words in the corpus. All other words of a text only make it
longer, so they share one rarity; looking each of them up would take longer than the search.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import search
from assist.selectors.stored_pages import StoredPages
from verifier.retrieval.similarity import similarity, vector_of
from verifier.retrieval.source import ReadPage
from verifier.retrieval.titles import title_keys
from verifier.text.tokens import words_of
from wiki.models import Corpus

# The pages whose introductions are compared with the claim.
MOST_COMPARED = 20


class CorpusSource:
    """The pages of a corpus for one claim; a `PageSource`. Raises SearchError."""

    def __init__(self, corpus: Corpus, claim: str) -> None:
        self._corpus = corpus
        self._pages = StoredPages(corpus)
        self._similar = search.similar_pages(corpus=corpus, text=claim, limit=MOST_COMPARED)
        self._usual = math.log(self._similar.pages + 1) / 2
        self._rarities = {
            word.stem: self._rarity(self._similar.frequencies.get(word.text, 0))
            for word in words_of(claim)
            if word.has_content
        }

    def titled(self, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return the pages with each key: titles, redirects, and titles with more in brackets."""
        found = {
            key: list(titles)
            for key, titles in search.titles_with_keys(corpus=self._corpus, keys=keys).items()
        }
        wanted = set(keys)
        for title in self._similar.titles:
            for key in title_keys(title):
                if key in wanted and title not in found.setdefault(key, []):
                    found[key].append(title)
        return found

    def nearest(self, claim: str, most: int) -> Sequence[str]:
        """Return the pages whose introductory sentence is most like the claim."""
        wanted = vector_of(claim, self.rarity)
        self._pages.load(self._similar.titles)
        scores = {
            title: similarity(
                wanted, vector_of(f"{title} . {self._pages.introduction(title)}", self.rarity)
            )
            for title in self._similar.titles
        }
        # Of equals, the better hit of the search comes first.
        ordered = sorted(self._similar.titles, key=lambda title: -scores[title])
        return [title for title in ordered if scores[title] > 0][:most]

    def page(self, title: str) -> ReadPage | None:
        """Return a page, or None if there is none of that title."""
        return self._pages.page(title)

    def rarity(self, stem: str) -> float:
        """Return the inverse document frequency of a stem."""
        return self._rarities.get(stem, self._usual)

    def _rarity(self, pages: int) -> float:
        return math.log((self._similar.pages + 1) / (pages + 0.5))
