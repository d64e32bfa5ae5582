"""Pages of a corpus as the verifier reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.retrieval.pages import UnreadablePageError, read_page
from verifier.retrieval.source import ReadPage
from wiki import documents
from wiki.models import Corpus, Page
from wiki.parsing.addresses import AddressKind, kind_of
from wiki.parsing.titles import normalise_title

# Pages that are kept in memory at a time: claims of a page follow one another.
_MOST_KEPT = 200


class StoredPages:
    """The pages of a corpus, each unpacked once, as long as few are asked for."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._documents: dict[str, dict[str, Any]] = {}
        self._read: dict[str, ReadPage | None] = {}

    def load(self, titles: Sequence[str]) -> None:
        """Read the documents of several pages in one query."""
        wanted = [title for title in titles if title not in self._documents]
        if not wanted:
            return
        if len(self._documents) > _MOST_KEPT:
            self._documents.clear()
            self._read.clear()
        rows = Page.objects.filter(corpus=self._corpus, title__in=wanted)
        for title, packed in rows.values_list("title", "content__document"):
            self._documents[title] = documents.unpack(packed)

    def page(self, title: str) -> ReadPage | None:
        """Return a page, or None if the corpus has none of that title that can be read."""
        title = normalise_title(title)
        if "\0" in title:
            # PostgreSQL refuses it in a query.
            return None
        if title not in self._read:
            self.load([title])
            document = self._documents.get(title)
            try:
                self._read[title] = None if document is None else read_page(document)
            except UnreadablePageError:
                self._read[title] = None
        return self._read[title]

    def introduction(self, title: str) -> str:
        """Return the first sentence of a page, without reading the rest of it."""
        document = self._documents.get(title, {})
        for name in document.get("order", ()):
            if kind_of(name) is AddressKind.SENTENCE:
                return str(document[name])
        return ""
