"""Elements of the pages of a corpus, by title and address, as evidence names them."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.rules.verifying.elements import ElementReference, kind_at
from campaigns.protocols.enums import ElementKind
from wiki.models import Corpus, Page
from wiki.parsing.context import context_of
from wiki.parsing.elements import PageDocument
from wiki.parsing.titles import normalise_title
from wiki.selectors.pages import document_named


@dataclass(frozen=True, slots=True)
class LoadedPage:
    """A page with its document."""

    page: Page
    document: PageDocument

    @property
    def is_flagged(self) -> bool:
        return self.page.is_flagged


@dataclass(frozen=True, slots=True)
class ShownElement:
    """An element with the texts that it needs to be understood without its page."""

    element: ElementReference
    kind: ElementKind
    text: str
    # Addresses with their texts: the title, sections, row headers, column headers.
    context: tuple[tuple[str, str], ...]


def read_pages(corpus: Corpus, titles: set[str]) -> dict[str, LoadedPage]:
    """Return the pages of these exact titles. Documents are cached: they never change."""
    wanted = {title for title in titles if "\0" not in title and title == normalise_title(title)}
    pages = Page.objects.filter(corpus=corpus, title__in=wanted)
    return {page.title: LoadedPage(page, document_named(bytes(page.content_id))) for page in pages}


def shown_element(document: PageDocument, element: ElementReference) -> ShownElement:
    """Return an element with its context. The address must be in the page."""
    kind = kind_at(document, element.address)
    assert kind is not None
    context = tuple(
        (around, _text(document, around)) for around in context_of(document, element.address)
    )
    return ShownElement(element, kind, _text(document, element.address), context)


def _text(document: PageDocument, address: str) -> str:
    return str(getattr(document.find(address), "text", document.title))
