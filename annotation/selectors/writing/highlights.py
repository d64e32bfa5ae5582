"""Reading highlights: what is highlighted, what is prescribed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from django.utils.text import Truncator

from annotation.models import Gold, Highlight, Prescription
from wiki import documents
from wiki.models import Page
from wiki.parsing.context import context_of
from wiki.parsing.elements import Block, Cell, PageDocument, Section, Sentence, Table
from wiki.parsing.excerpt import read_excerpt
from wiki.selectors.pages import document_of


@dataclass(frozen=True, slots=True)
class Material:
    """The texts of a highlight: sentences or cells, and the titles and headers around them."""

    sentences: tuple[str, ...]
    cells: tuple[str, ...]
    context: tuple[str, ...]


def material_of(highlight: Highlight) -> Material:
    """Return the texts that a claim of a highlight may use. This opens the page's document."""
    page = Page.objects.select_related("content").get(pk=highlight.page_id)
    document = document_of(page)
    blocks = [document.find(address) for address in highlight.addresses]
    sentences = tuple(block.text for block in blocks if isinstance(block, Sentence))
    cells: list[str] = []
    for block in blocks:
        if isinstance(block, Table):
            cells += [block.caption.text] if block.caption else []
            cells += [cell.text for row in block.rows for cell in row]
    return Material(sentences, tuple(cells), _context(document, highlight.addresses))


def quotes_of(
    highlights: Iterable[Highlight], *, longest: int, after_row: str = "\n"
) -> dict[int, str]:
    """Return the texts of highlights, or their beginnings, by key. One query reads all pages.

    Only the highlighted parts of the documents are read: lists show many long pages. `after_row`
    stands between the rows of a table.
    """
    wanted = list(highlights)
    pages = Page.objects.filter(pk__in={highlight.page_id for highlight in wanted})
    packed = dict(pages.values_list("pk", "content__document"))
    quotes = {}
    for highlight in wanted:
        page = documents.unpack_text(packed[highlight.page_id])
        blocks = read_excerpt(page, highlight.addresses).blocks
        # An excerpt has all headings of its page.
        marked = [block for block in blocks if not isinstance(block, Section)]
        text = " ".join(_quote(block, after_row) for block in marked)
        quotes[highlight.pk] = Truncator(text).chars(longest)
    return quotes


def _quote(block: Block, after_row: str) -> str:
    """Return a sentence, or the caption and the rows of a table."""
    if not isinstance(block, Table):
        return str(getattr(block, "text", ""))
    rows = [text for row in block.rows if (text := quote_row(row))]
    return after_row.join([block.caption.text, *rows] if block.caption else rows)


def quote_row(row: tuple[Cell, ...]) -> str:
    """Return a row as "header: cell, cell", or its cells alone; empty ones are left out."""
    cells = [cell for cell in row if cell.text]
    headers = list(takewhile(lambda cell: cell.is_header, cells))
    rest = cells[len(headers) :]
    parts = [", ".join(cell.text for cell in part) for part in (headers, rest) if part]
    return ": ".join(parts)


def _context(document: PageDocument, addresses: list[str]) -> tuple[str, ...]:
    texts = [document.title]
    for address in addresses[:1]:
        for around in context_of(document, address):
            element = document.find(around)
            if isinstance(element, Section):
                texts.append(element.text)
    return tuple(texts)


def prescriptions_of(highlight: Highlight) -> dict[str, dict[str, str]]:
    """Return the dealt values by slot and factor, without the source of the highlight itself."""
    if highlight.state == Highlight.State.GOLD:
        chosen: dict[str, dict[str, str]] = Gold.objects.get(highlight=highlight).prescribed
        return chosen
    mine = Prescription.objects.filter(highlight=highlight).exclude(slot="")
    prescribed: dict[str, dict[str, str]] = {}
    for slot, factor, value in mine.order_by("pk").values_list("slot", "deck__factor", "value"):
        prescribed.setdefault(slot, {})[factor] = value
    return prescribed
