"""The official FEVEROUS reader opens every demo page and finds the same elements."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from feverous.utils.wiki_page import WikiPage
from lxml import etree

from wiki.parsing.context import context_of
from wiki.parsing.elements import Caption, Cell, Element, Item, PageDocument, Sentence, Table
from wiki.parsing.feverous import write_feverous, write_links
from wiki.parsing.wikitext import parse_wikitext

DUMP = Path(__file__).parents[3] / "demo" / "demo-pages-articles.xml"
FEWEST_PAGES = 120


def demo_documents() -> Iterator[PageDocument]:
    tree = etree.parse(DUMP)
    for page in tree.iterfind("{*}page"):
        text = page.findtext("{*}revision/{*}text")
        is_article = page.findtext("{*}ns") == "0" and page.find("{*}redirect") is None
        if is_article and text:
            yield parse_wikitext(page.findtext("{*}title") or "", text).document


@pytest.fixture(scope="module")
def documents() -> list[PageDocument]:
    return list(demo_documents())


def has_block_span(table: Table) -> bool:
    """Return whether a cell spans both rows and columns: the reader drops such tables."""
    return any(cell.row_span > 1 and cell.column_span > 1 for row in table.rows for cell in row)


def read(document: PageDocument, *, strict: bool) -> WikiPage:
    # The reader changes what it is given.
    page: dict[str, Any] = copy.deepcopy(write_feverous(document, strict=strict))
    return WikiPage(document.title, page)


@pytest.mark.parametrize("strict", [True, False])
def test_reader_finds_the_same_elements_in_the_same_order(
    documents: list[PageDocument], strict: bool
) -> None:
    assert len(documents) >= FEWEST_PAGES
    for document in documents:
        expected = [
            block.address
            for block in document.blocks
            if not (isinstance(block, Table) and has_block_span(block))
        ]
        assert read(document, strict=strict).page_order == expected, document.title


def spans(cell: Cell) -> bool:
    return cell.row_span > 1 or cell.column_span > 1


def readable(document: PageDocument) -> Iterator[Element]:
    """Yield the elements that the reader opens: all except those of tables that it drops."""
    dropped = {
        block.number
        for block in document.blocks
        if isinstance(block, Table) and has_block_span(block)
    }
    for element in document.elements():
        table = element.table if isinstance(element, Cell | Caption) else None
        if table not in dropped:
            yield element


def test_reader_finds_every_cell_caption_and_item_under_its_id(
    documents: list[PageDocument],
) -> None:
    found = {Cell: 0, Caption: 0, Item: 0}
    for document in documents:
        page = read(document, strict=True)
        contents = {
            Cell: page.get_cell_content,
            Caption: page.get_caption_content,
            Item: page.get_item_content,
        }
        for element in readable(document):
            if isinstance(element, Cell | Caption | Item):
                content = contents[type(element)](element.address)
                expected = write_links(element.text, element.links).strip()
                assert str(content).removeprefix("[H] ") == expected, (document.title, element)
                found[type(element)] += 1
    assert min(found.values()) > 50
    assert found[Cell] > 5_000


def test_reader_gives_the_context_that_we_give(documents: list[PageDocument]) -> None:
    """Allow for the reader's faults: it stops at a deeper section, leaves out the title for cells,
    raises on header cells, and treats a cell that spans rows as the last of them.
    """
    compared = 0
    for document in documents:
        page = read(document, strict=True)
        for element in readable(document):
            if not isinstance(element, Sentence | Item | Caption | Cell):
                continue
            if isinstance(element, Cell) and (element.is_header or spans(element)):
                continue
            ours = context_of(document, element.address)
            theirs = [context.get_id() for context in page.get_context(element.address)]
            sections = [address for address in theirs if address.startswith("section_")]
            headers = {address for address in theirs if address.startswith("header_cell_")}
            innermost = [address for address in ours if address.startswith("section_")][-1:]
            assert sections[:1] == innermost, (document.title, element.address)
            assert set(sections) <= set(ours), (document.title, element.address)
            assert headers == {address for address in ours if address.startswith("header_cell_")}
            compared += 1
    assert compared > 5_000
