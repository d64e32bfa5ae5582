"""Hostile pages: bounded time, depth and memory, and never an exception."""

import time

import pytest

from wiki.parsing.feverous import read_feverous, write_feverous
from wiki.parsing.limits import PageTooLargeError
from wiki.parsing.wikitext import parse_wikitext

pytestmark = pytest.mark.slow

HOSTILE = {
    "30 kB of open templates": "{{a|" * 7_500,
    "open braces": "{" * 100_000,
    "500 levels of templates": "{{a|" * 500 + "x" + "}}" * 500,
    "500 levels of tables": "{|\n|\n" * 500 + "x" + "\n|}" * 500,
    "500 levels of html tables": "<table><tr><td>" * 500 + "x" + "</table>" * 500,
    "500 levels of lists": "\n".join("*" * level + " x" for level in range(1, 500)),
    "20,000 levels of html lists": "<ul><li>" * 20_000 + "x",
    "lists left open": "<ul><li>a\n\n" * 10_000,
    "500 levels of links": "[[a|" * 500 + "]]" * 500,
    "open references": "<ref>" * 20_000,
    "open comments": "<!--" * 20_000,
    "open tables before headings": "{|\n== h ==\n" * 3_000,
    "one row of many headers": "{|\n!" + "!" * 50_000,
    "wide spans": "{|\n" + "|-\n| colspan=1000 rowspan=9999 | a\n" * 2_000 + "|}",
    "left-out templates in a row": "{{cn}}" * 20_000,
    "citations in a row": "{{cite web|a=b}}" * 20_000,
    "commas before a left-out template": "," * 50_000 + "{{cn}}",
    "brackets before a left-out template": "(," * 20_000 + "{{cn}}",
    "quotes": "'" * 100_000,
    "ampersands": "&#x" * 50_000,
    "misnested": "[[a|{{b]]}}" * 5_000,
    "open angle brackets": "<a " * 20_000,
    "one word": "a" * 500_000,
    "wide row over many short ones": "{|\n|" + "||" * 3_000 + "\n" + "|-\n|x\n" * 3_000 + "|}",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_page_is_parsed_in_bounded_time(text: str) -> None:
    start = time.process_time()
    document = parse_wikitext("T", text).document
    write_feverous(document)
    assert time.process_time() - start < 5


def test_table_of_20000_rows_keeps_them_all() -> None:
    text = "{|\n! a !! b\n" + "|-\n| 1 || [[x]]\n" * 20_000 + "|}"
    page = parse_wikitext("T", text)
    assert page.tables[0].rows == 20_001
    assert read_feverous(write_feverous(page.document)).find("cell_0_20000_1") is not None


def test_page_of_20_megabytes_is_refused() -> None:
    with pytest.raises(PageTooLargeError, match="'T': 20,000,000 characters"):
        parse_wikitext("T", "x" * 20_000_000)


def test_control_characters_and_lone_surrogates_are_dropped() -> None:
    blocks = parse_wikitext("T", "A\x01b\x04 \x06c\ud800 \x00d\x1be.").document.blocks
    assert [block.text for block in blocks] == ["Ab c de."]  # type: ignore[union-attr]
