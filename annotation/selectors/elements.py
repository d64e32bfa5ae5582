"""Elements of the pages of a corpus, by title and address, as evidence names them."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.rules.verifying.judgements import Element
from campaigns.protocols.words import ElementKind
from wiki.models import Corpus, Page
from wiki.parsing.context import context_of
from wiki.parsing.elements import Caption, Cell, Item, PageDocument, Section, Sentence
from wiki.parsing.titles import normalise_title
from wiki.selectors.pages import document_named


@dataclass(frozen=True, slots=True)
class LoadedPage:
    """A page, and what it consists of."""

    page: Page
    document: PageDocument

    @property
    def title(self) -> str:
        return self.page.title


@dataclass(frozen=True, slots=True)
class ShownElement:
    """An element with what one must know to understand it alone: texts of its context."""

    element: Element
    kind: ElementKind
    text: str
    # Addresses with their texts: the title, sections, row headers, column headers.
    context: tuple[tuple[str, str], ...]


def read_pages(corpus: Corpus, titles: set[str]) -> dict[str, LoadedPage]:
    """The pages of these exact titles. Documents are kept for a while: they never change."""
    wanted = {title for title in titles if "\0" not in title and title == normalise_title(title)}
    pages = Page.objects.filter(corpus=corpus, title__in=wanted)
    return {page.title: LoadedPage(page, document_named(bytes(page.content_id))) for page in pages}


def kind_at(document: PageDocument, address: str) -> ElementKind | None:
    """What stands at an address; none if nothing does that could be evidence."""
    element = document.find(address)
    if isinstance(element, Cell):
        return ElementKind.HEADER_CELL if element.is_header else ElementKind.CELL
    for kind, name in (
        (Sentence, ElementKind.SENTENCE),
        (Caption, ElementKind.CAPTION),
        (Item, ElementKind.ITEM),
    ):
        if isinstance(element, kind):
            return name
    return None


def sections_of(document: PageDocument, address: str) -> tuple[str, ...]:
    """The addresses of the sections in which an element stands, outermost first."""
    return tuple(
        around
        for around in context_of(document, address)
        if isinstance(document.find(around), Section)
    )


def shown_element(document: PageDocument, element: Element) -> ShownElement:
    """For people who see the evidence without its page. The address must be in the page."""
    kind = kind_at(document, element.address)
    assert kind is not None
    context = tuple(
        (around, _text(document, around)) for around in context_of(document, element.address)
    )
    return ShownElement(element, kind, _text(document, element.address), context)


def _text(document: PageDocument, address: str) -> str:
    return str(getattr(document.find(address), "text", document.title))


def reading_order(document: PageDocument) -> dict[str, int]:
    """The place of every element in the page."""
    return {element.address: place for place, element in enumerate(document.elements())}
