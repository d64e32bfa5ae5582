"""The positions of tables and headings in the source."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from wiki.parsing.elements import Section, Table
from wiki.parsing.wikitext import parse_wikitext

PAGE = """<!-- {| a comment |} -->
'''Aare'''<ref>{| no table |}</ref> is a river.

== Length ==
:{| class="wikitable"
| a || {{ubl|b|c}}
|
{|
| inner
|}
|}
<TABLE border=1><tr><td>x</td></tr></TABLE>
{{Infobox river
| name = Aare {{nowrap|x}}
| mouth = [[Rhine]]
}}
{{{!}}
{{!}} d
{{!}}}
=== Deep ===
{{track listing|title1=One}}
"""


def pieces(text: str) -> dict[str, str]:
    spans = parse_wikitext("T", text).spans
    return {address: text[start:end] for address, (start, end) in spans.items()}


def test_span_of_a_table_is_its_source_from_the_first_character_to_the_last() -> None:
    inner = "{|\n| inner\n|}"
    assert pieces(PAGE) == {
        "section_0": "== Length ==",
        "table_0": '{| class="wikitable"\n| a || {{ubl|b|c}}\n|\n' + inner + "\n|}",
        "table_1": inner,
        "table_2": "<TABLE border=1><tr><td>x</td></tr></TABLE>",
        "table_3": "{{Infobox river\n| name = Aare {{nowrap|x}}\n| mouth = [[Rhine]]\n}}",
        "table_4": "{{{!}}\n{{!}} d\n{{!}}}",
        "section_1": "=== Deep ===",
        "table_5": "{{track listing|title1=One}}",
    }


@pytest.mark.parametrize("change", ["\r\n", "e\u0301", "\x07"])
def test_spans_are_those_of_the_source_as_it_was_given(change: str) -> None:
    text = f"One{change}two.{change}\n{{|\n| a\n|}}"
    assert pieces(text) == {"table_0": "{|\n| a\n|}"}


def test_no_place_is_told_where_normalising_has_made_one() -> None:
    page = parse_wikitext("T", "{\x07|\n| a\n|}\n")
    assert [block.address for block in page.document.blocks] == ["table_0"]
    assert page.spans == {}


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("One.\n\n{|\n| a || b\n|-\n| c\n|}", "ragged: table_0 has rows of different length"),
        ("One.\n\n{|\n| a\n\n== H ==\nx", "unclosed: a table has no end"),
    ],
)
def test_note_about_a_table_names_its_line(text: str, notes: str) -> None:
    assert parse_wikitext("T", text).notes == (f"{notes} (line 3)",)


def test_note_about_brackets_names_the_last_heading_or_table_before_them() -> None:
    page = parse_wikitext("T", "One.\n== H ==\nx\n[[y")
    assert page.notes == ("unbalanced: brackets or braces without a partner (after line 2)",)


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("x\n{|\n| a\n", "{|\n| a"),
        ("{|\n| a\n\n<!--\n== no heading ==\n-->\n| b\n\n== H ==\ny", "{|\n| a\n\n<!--"),
        ("<table><tr><td>a\n== H ==\n{|\n| b\n|}", "<table><tr><td>a"),
    ],
)
def test_unclosed_table_ends_where_its_content_does(text: str, table: str) -> None:
    page = parse_wikitext("T", text)
    start, end = page.spans["table_0"]
    assert text[start:end].startswith(table)
    assert end is not None
    assert text[end:].strip() == "" or text[end:].lstrip().startswith("== H ==")


def test_table_inside_an_unclosed_one_ends_with_it() -> None:
    text = "{|\n| a\n<table><tr><td>b\n\n== H ==\n{|\n| c\n|}"
    assert pieces(text) == {
        "table_0": "{|\n| a\n<table><tr><td>b",
        "table_1": "<table><tr><td>b",
        "section_0": "== H ==",
        "table_2": "{|\n| c\n|}",
    }


INSIDE = st.sampled_from(
    ["a", "'' b", "[[c|d]]", "{{nowrap|e}}", "<!-- {| -->", "<ref>|}</ref>", "<nowiki>{|</nowiki>"]
)
CELLS = st.lists(INSIDE, min_size=1, max_size=3).map(" || x ".join)
WIKI = st.lists(CELLS, min_size=1, max_size=3).map(
    lambda rows: "{|\n| " + "\n|-\n| ".join(rows) + "\n|}"
)
HTML = CELLS.map(lambda text: f"<table><tr><td>x{text.replace('|', '')}</td></tr></table>")
PIPES = CELLS.map(lambda text: "{{{!}}\n{{!}} x " + text.replace("||", "") + "\n{{!}}}")
BOXES = st.sampled_from(["{{Infobox x|a={{ubl|b|c}}}}", "{{tracklist|title1=[[T]]}}"])
NESTED = WIKI.map(lambda table: f"{{|\n| x\n{table}\n|}}")
HEADINGS = st.sampled_from(["== H ==", "=== {{nowrap|I}} ==="])
BLOCKS = st.one_of(WIKI, HTML, PIPES, BOXES, NESTED, HEADINGS, INSIDE)
PAGES = st.lists(BLOCKS, max_size=6).map("\n\n".join)
FORMS = (("{|", "|}"), ("<table", "</table>"), ("{{{!}}", "{{!}}}"), ("{{", "}}"))


@settings(derandomize=True, max_examples=examples(200), deadline=None)
@given(PAGES)
def test_every_table_and_heading_of_a_whole_page_has_its_span(text: str) -> None:
    page = parse_wikitext("T", text)
    found = pieces(text)
    for block in page.document.blocks:
        if isinstance(block, Section):
            assert found[block.address] in ("== H ==", "=== {{nowrap|I}} ===")
        elif isinstance(block, Table):
            source = found[block.address]
            assert any(source.startswith(a) and source.endswith(b) for a, b in FORMS)
