"""Reading highlights: what is highlighted, what is prescribed."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.models import Gold, Highlight, Prescription
from wiki.models import Page
from wiki.parsing.context import context_of
from wiki.parsing.elements import PageDocument, Section, Sentence, Table
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
