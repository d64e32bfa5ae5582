"""Elements of the pages of a corpus, by title and address, as evidence names them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import CharField

from annotation.rules.verifying.elements import ElementReference, kind_at
from annotation.rules.verifying.tables import LabelledPlace, cell_place, headers_in_order
from campaigns.protocols.enums import ElementKind
from core.prepared_queries import Parameter, PreparedQuery
from wiki.models import Corpus, Page
from wiki.parsing import addresses
from wiki.parsing.context import context_of
from wiki.parsing.elements import Cell, PageDocument, Table
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
    # Addresses with their texts, as they are read: the title, sections from the outermost on, row
    # headers from left to right, column headers from top to bottom.
    context: tuple[tuple[str, str], ...]
    place: LabelledPlace | None


_COLUMNS = Page.objects.only("corpus", "title", "content", "is_flagged")
_PAGE = PreparedQuery(
    lambda: _COLUMNS.filter(corpus=Parameter("corpus"), title=Parameter("title", CharField()))
)


def read_pages(corpus: Corpus | int, titles: set[str]) -> dict[str, LoadedPage]:
    """Return the pages of these exact titles. Documents are cached: they never change.

    A corpus may be named by its key.
    """
    wanted = {title for title in titles if "\0" not in title and title == normalise_title(title)}
    if len(wanted) == 1:
        key = corpus if isinstance(corpus, int) else corpus.pk
        pages: Iterable[Page] = _PAGE.rows(corpus=key, title=next(iter(wanted)))
    else:
        pages = _COLUMNS.filter(corpus=corpus, title__in=wanted)
    return {page.title: LoadedPage(page, document_named(bytes(page.content_id))) for page in pages}


def shown_element(document: PageDocument, element: ElementReference) -> ShownElement:
    """Return an element with its context. The address must be in the page."""
    kind = kind_at(document, element.address)
    assert kind is not None
    context = tuple(
        (around, _text(document, around)) for around in _read_context(document, element)
    )
    place = cell_place(document, element.address)
    return ShownElement(element, kind, _text(document, element.address), context, place)


def _read_context(document: PageDocument, element: ElementReference) -> list[str]:
    context = context_of(document, element.address)
    cell = document.find(element.address)
    if not isinstance(cell, Cell):
        return list(context)
    table = document.by_address[addresses.table(cell.table)]
    assert isinstance(table, Table)
    of_row, of_column = headers_in_order(table, cell)
    headers = [header.address for header in (*of_row, *of_column)]
    return [*(one for one in context if one not in headers), *headers]


def _text(document: PageDocument, address: str) -> str:
    return str(getattr(document.find(address), "text", document.title))
