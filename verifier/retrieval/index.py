"""Pages in memory, indexed for retrieval: titles, redirects and introductory sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from verifier.retrieval.similarity import Vector, similarity, vector_of
from verifier.retrieval.source import ReadPage
from verifier.retrieval.titles import title_key, title_keys
from verifier.text.alignment import read_text
from verifier.text.rarities import count_rarities


class PageIndex:
    """A collection of pages in memory; a `PageSource`."""

    def __init__(
        self, pages: Iterable[ReadPage], *, redirects: Mapping[str, str] | None = None
    ) -> None:
        self._pages = {page.title: page for page in sorted(pages, key=lambda page: page.title)}
        self._keys: dict[str, dict[str, None]] = {}
        for title in self._pages:
            self._keys.setdefault(title_key(title), {})[title] = None
        for origin, target in sorted((redirects or {}).items()):
            if target in self._pages:
                self._keys.setdefault(title_key(origin), {})[target] = None
        for title in self._pages:
            for key in title_keys(title):
                self._keys.setdefault(key, {})[title] = None
        introductions = {title: _introduction(page) for title, page in self._pages.items()}
        self._rarities = count_rarities(read_text(text) for text in introductions.values())
        self._vectors: dict[str, Vector] = {}
        self._holders: dict[str, list[str]] = {}
        for title, text in introductions.items():
            vector = vector_of(text, self._rarities.of)
            self._vectors[title] = vector
            for stem in vector.weights:
                self._holders.setdefault(stem, []).append(title)

    def titled(self, keys: Sequence[str]) -> dict[str, list[str]]:
        """Return the titles of the pages with each key: titles first, then redirects."""
        return {key: list(self._keys[key]) for key in keys if key in self._keys}

    def nearest(self, claim: str, most: int) -> list[str]:
        """Return the titles of the pages whose introductory sentence is most like the claim."""
        wanted = vector_of(claim, self._rarities.of)
        candidates = {title for stem in wanted.weights for title in self._holders.get(stem, ())}
        scores = {title: similarity(wanted, self._vectors[title]) for title in candidates}
        return sorted(scores, key=lambda title: (-scores[title], title))[:most]

    def page(self, title: str) -> ReadPage | None:
        """Return a page, or None if there is none of that title."""
        return self._pages.get(title)

    def rarity(self, stem: str) -> float:
        """Return the inverse document frequency of a stem among the introductions."""
        return self._rarities.of(stem)


def _introduction(page: ReadPage) -> str:
    first = page.sentences[0].text if page.sentences else ""
    return f"{page.title} . {first}"
