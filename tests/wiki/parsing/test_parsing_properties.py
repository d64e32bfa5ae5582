"""Properties that hold for any text."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from wiki.parsing.context import context_of
from wiki.parsing.elements import Cell, ListBlock, Table
from wiki.parsing.feverous import read_feverous, write_feverous
from wiki.parsing.wikitext import parse_wikitext

PIECES = [
    "{{", "}}", "{{{", "}}}", "[[", "]]", "[", "]", "|", "||", "{|", "|}", "|-", "|+", "!", "!!",
    "\n", "\n\n", "''", "'''", "=", "==", "\n== H ==\n", "*", "#", ":", ";", " ", "a", "B. ", "c|d",
    "<ref>", "</ref>", "<!--", "-->", "<table>", "<tr>", "<td>", "</table>", "<br>", "<nowiki>",
    "&amp;", "&#91;", "[[a|b]]", "{{nowrap|x}}", "{{cn}}", "{{Infobox x|a=", "{{main|", "{{odd|y}}",
    "colspan=3 |", "rowspan=0 |", "https://x.y ", "\x01", "\x04", "0", "é", "[[File:", "{{!}}", "(",
    "\n* ", "{{ubl|p|q}}", "<li>",
]  # fmt: skip
WIKITEXT = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
ANY_TEXT = st.one_of(WIKITEXT, st.text(max_size=200))
# Processor time, which does not depend on other programs.
SECONDS = 5.0
FEW = settings(derandomize=True, max_examples=examples(250), deadline=None)


@FEW
@given(ANY_TEXT)
def test_any_text_parses_in_bounded_time_and_every_address_resolves(text: str) -> None:
    began = time.process_time()
    page = parse_wikitext("T", text)
    assert time.process_time() - began < SECONDS
    document = page.document
    addresses = [element.address for element in document.elements()]
    assert len(addresses) == len(set(addresses))
    for address in addresses:
        assert document.find(address) is not None
        assert context_of(document, address)[0] == "title"
        assert all(a == "title" or document.find(a) for a in context_of(document, address))
    assert set(page.lossy) <= set(addresses)
    assert set(page.flagged_sections) <= set(addresses)


@FEW
@given(ANY_TEXT)
def test_written_page_is_read_again_unchanged(text: str) -> None:
    document = parse_wikitext("T", text).document
    assert read_feverous(write_feverous(document)) == document


@FEW
@given(ANY_TEXT)
def test_links_cover_their_anchors_and_no_mark_is_left(text: str) -> None:
    for element in parse_wikitext("T", text).document.elements():
        value = getattr(element, "text", "")
        assert not any(ord(char) < 32 and char != "\n" for char in value)
        assert value == value.strip()
        for link in getattr(element, "links", ()):
            assert value[link.start : link.end] == link.anchor != ""
            assert "_" not in link.target


@FEW
@given(WIKITEXT.map(lambda inside: "{|\n|\n* a\n" + inside + "\n|}"))
def test_items_of_a_list_in_a_cell_are_lines_of_the_cell(text: str) -> None:
    document = parse_wikitext("T", text).document
    for block in document.blocks:
        if isinstance(block, ListBlock) and block.parent is not None:
            cell = document.find(block.parent)
            assert isinstance(cell, Cell)
            lines = f" {cell.text} ".replace("\n", " ")
            assert all(f" {item.text} " in lines for item in block.items)


@FEW
@given(WIKITEXT.map(lambda inside: "{|\n" + inside + "\n|}"))
def test_cells_of_a_table_stay_inside_its_grid(text: str) -> None:
    for block in parse_wikitext("T", text).document.blocks:
        if isinstance(block, Table):
            for number, row in enumerate(block.rows):
                assert [cell.row for cell in row] == [number] * len(row)
                for cell in row:
                    assert 1 <= cell.row_span <= len(block.rows) - number
                    assert 1 <= cell.column_span <= block.column_count - cell.column
