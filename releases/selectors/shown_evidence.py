"""Evidence by pages and addresses as people read it, also where the corpus does not have it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.rules.verifying.elements import ElementReference, kind_at
from annotation.selectors.verifying.elements import ShownElement, shown_element
from releases.dataset.rules.records import EvidencePiece
from wiki.models import Corpus, Page
from wiki.selectors.pages import document_named, resolve_titles


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """A piece of evidence as people read it; without its element where that is missing."""

    piece: EvidencePiece
    # Of the page in the corpus, after redirects; empty where there is none: it is unresolved.
    title: str
    element: ShownElement | None
    # The sections and headers of the context in words.
    context: tuple[str, ...]


ShownPieces = tuple[ShownPiece, ...]


def shown_pieces(
    corpus: Corpus, sets: Iterable[Sequence[EvidencePiece]]
) -> tuple[ShownPieces, ...]:
    """Return sets of evidence as people read them."""
    asked = list(sets)
    titles = resolve_titles(corpus, {piece.page for pieces in asked for piece in pieces})
    pages = Page.objects.filter(corpus=corpus, title__in=titles.values())
    contents = dict(pages.values_list("title", "content"))
    return tuple(
        tuple(_shown(piece, titles.get(piece.page, ""), contents) for piece in pieces)
        for pieces in asked
    )


def _shown(piece: EvidencePiece, title: str, contents: Mapping[str, Any]) -> ShownPiece:
    digest = contents.get(title)
    if digest is not None:
        document = document_named(bytes(digest))
        if kind_at(document, piece.address) is not None:
            element = shown_element(document, ElementReference(piece.page, piece.address))
            context = tuple(text for _, text in element.context[1:])
            return ShownPiece(piece, title, element, context)
    return ShownPiece(piece, title, None, ())
