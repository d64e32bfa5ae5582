"""Any HTML becomes a page with valid addresses."""

import json
import time
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from wiki.parsing.context import context_of
from wiki.parsing.elements import Cell, Item, Sentence
from wiki.parsing.feverous import read_feverous, write_feverous
from wiki.parsing.html import parse_html
from wiki.parsing.page import ParsedPage

SECONDS = 10.0
TAGS = (
    "p div section h2 h3 table caption tbody tr th td ul ol li dl dt dd a b i sup span br figure "
    "blockquote pre math style link"
)
ATTRIBUTES = (
    "",
    ' class="infobox"',
    ' class="hatnote"',
    ' class="reference"',
    ' class="box-Unreferenced ambox"',
    ' class="noprint"',
    ' class="navbox"',
    ' class="mwe-math-element"',
    ' style="display:none"',
    ' href="./Salt_marsh#x"',
    ' href="/wiki/%E2%82%AC"',
    ' rowspan="2"',
    ' colspan="3" rowspan="0"',
    ' rel="mw:PageProp/Category" href="./Category:X"',
)
TEXTS = st.sampled_from(
    [
        "Ann",
        "A boat. Two boats! ",
        "[[x|y]]",
        "& co",
        "&amp;",
        "=",
        "* x",
        ": ",
        "\n",
        "\u00a0",
        "References",
    ]
) | st.text(max_size=8)
OPENINGS = st.builds("<{}{}>".format, st.sampled_from(TAGS.split()), st.sampled_from(ATTRIBUTES))
CLOSINGS = st.builds("</{}>".format, st.sampled_from(TAGS.split()))
SOUPS = st.lists(OPENINGS | OPENINGS | CLOSINGS | TEXTS, max_size=60).map("".join)


def check(page: ParsedPage) -> None:
    """Assert the properties of every page."""
    document = page.document
    elements = list(document.elements())
    assert len({element.address for element in elements}) == len(elements)
    for element in elements:
        assert document.find(element.address) is element
        assert context_of(document, element.address)[0] == "title"
        if isinstance(element, Sentence | Cell | Item):
            for link in element.links:
                assert element.text[link.start : link.end] == link.anchor
                assert link.target in page.links
            assert not any(ord(char) < 32 and char != "\n" for char in element.text)
    written = write_feverous(document)
    again = read_feverous(json.loads(json.dumps(written)))
    assert list(again.by_address) == list(document.by_address)


def parse_in_time(html: str | bytes) -> ParsedPage:
    started = time.process_time()
    page = parse_html("Ebb", html)
    assert time.process_time() - started < SECONDS
    return page


@given(SOUPS)
def test_any_soup_of_tags_gives_a_page_whose_addresses_resolve(html: str) -> None:
    check(parse_in_time(html))


@given(st.text(max_size=300))
def test_any_text_gives_a_page_whose_addresses_resolve(html: str) -> None:
    check(parse_in_time(html))


@given(st.binary(max_size=300))
def test_any_bytes_give_a_page_whose_addresses_resolve(html: bytes) -> None:
    check(parse_in_time(html))


@given(SOUPS, st.integers(min_value=0, max_value=2000))
def test_cut_html_gives_a_page(html: str, length: int) -> None:
    check(parse_in_time(html[:length]))


@given(st.text(alphabet=st.characters(blacklist_categories=["Cs"]), max_size=40))
def test_text_without_markup_is_kept(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    page = parse_in_time(f"<table><tr><td>A {escaped} z</td></tr></table>")
    cell = page.document.find("cell_0_0_0")
    assert isinstance(cell, Cell)
    assert _letters(cell.text) == _letters(unicodedata.normalize("NFC", f"A {text} z"))


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())
