"""The facts of a parsed page besides its elements."""

import pytest

from wiki.parsing.elements import Cell, Link, Sentence
from wiki.parsing.limits import InvalidPageError, Limits, PageTooLargeError
from wiki.parsing.page import ParsedSentenceRun, TableSize
from wiki.parsing.titles import normalise_title
from wiki.parsing.wikitext import parse_wikitext


def test_runs_name_section_first_sentence_and_words() -> None:
    page = parse_wikitext("T", "{{See also|X}}\nOne two. Three.\n\n== S ==\nFour five six.")
    assert page.runs == (
        ParsedSentenceRun(None, 1, (2, 1)),
        ParsedSentenceRun("section_0", 3, (3,)),
    )
    assert [run.count for run in page.runs] == [2, 1]


def test_tables_have_their_sizes() -> None:
    page = parse_wikitext("T", "{{Infobox x|name=N|a=b}}\n{|\n| 1 || 2\n|-\n| 3 || 4\n|}")
    assert page.tables == (TableSize(0, "infobox", 2, 2, 1), TableSize(1, "general", 2, 2, 2))


def test_rows_of_headers_are_not_body_rows() -> None:
    text = "{|\n! colspan=2 | Sum\n|-\n! A !! B\n|-\n! x\n| 1\n|-\n| 2 || 3\n|}"
    assert parse_wikitext("T", text).tables == (TableSize(0, "general", 4, 2, 2),)


@pytest.mark.parametrize(
    "row",
    ["| 3", "| rowspan=2 | 3 || 4", "| 3 || {{Unheard of|4}}"],
    ids=["short", "overlapping", "lossy"],
)
def test_tables_that_are_not_as_they_were_meant_are_malformed(row: str) -> None:
    good = "{|\n| 1 || 2\n|-\n| 3 || 4\n|}\n"
    text = good + "{|\n| 1 || 2\n|-\n" + row + "\n|-\n| 5 || 6\n|}"
    sizes = parse_wikitext("T", text).tables
    assert [size.is_malformed for size in sizes] == [False, True]


def test_spans_and_formulas_make_no_table_malformed() -> None:
    text = "{|\n| rowspan=2 | a\n| <math>\\frac{1}{2}</math>\n|-\n| 2\n|}"
    page = parse_wikitext("T", text)
    assert page.tables == (TableSize(0, "general", 2, 2, 2),)
    cell = page.document.find("cell_0_0_1")
    assert isinstance(cell, Cell)
    assert cell.text == "\\frac{1}{2}"


@pytest.mark.parametrize(
    "between", ["{|\n| 1\n|}", "* entry", "{{Infobox x|name=N|a=b}}"], ids=["table", "list", "box"]
)
def test_a_run_ends_at_a_table_or_list(between: str) -> None:
    page = parse_wikitext("T", f"One two. Three four.\n\n{between}\n\nFive six seven.")
    assert page.runs == (
        ParsedSentenceRun(None, 0, (2, 2)),
        ParsedSentenceRun(None, 2, (3,)),
    )


def test_link_offsets_point_at_the_anchor() -> None:
    (sentence,) = parse_wikitext("T", "A  '''[[big cat]]s''' [[Q (x)|]] ran.").document.blocks
    assert sentence == Sentence(
        0,
        "A big cats Q ran.",
        (Link("Big cat", "big cats", 2, 10), Link("Q (x)", "Q", 11, 12)),
        starts_paragraph=True,
    )


def test_links_of_a_later_sentence_count_from_its_start() -> None:
    blocks = parse_wikitext("T", "First one. See [[B]].").document.blocks
    assert blocks[1] == Sentence(1, "See B.", (Link("B", "B", 4, 5),))


@pytest.mark.parametrize(
    "wikitext",
    [
        "[[File:A.jpg|thumb|A [[caption]] here]]",
        "[[fr:Autre]]",
        "<gallery>\nA.jpg|x\n</gallery>",
        "{{Navbox|title=x|list1=* [[a]]}}",
        "{{coord|1|N|2|E|display=title}}",
        "<!-- hidden -->",
        "== References ==\n<references/>\n* Text",
        "== External links ==\n* [http://x y]\n=== More ===\nText.",
        '{| class="navbox"\n| [[a]]\n|}',
    ],
)
def test_what_is_not_content_is_left_out(wikitext: str) -> None:
    assert parse_wikitext("T", wikitext).document.blocks == ()


def test_section_after_the_references_is_kept() -> None:
    blocks = parse_wikitext("T", "== Notes ==\nx\n== Legacy ==\nIt lasted.").document.blocks
    assert [block.address for block in blocks] == ["section_0", "sentence_0"]


def test_bibliography_is_left_out_where_it_cites() -> None:
    cited = parse_wikitext("T", "== Bibliography ==\n* {{cite book|title=X}}\n== L ==\nYes.")
    works = parse_wikitext("T", "== Bibliography ==\n* ''A Novel'' (1950)\n")
    assert [block.address for block in cited.document.blocks] == ["section_0", "sentence_0"]
    assert [block.address for block in works.document.blocks] == ["section_0", "list_0"]


@pytest.mark.parametrize(
    ("raw", "title"),
    [
        ("foo_bar", "Foo bar"),
        ("  a __ b ", "A b"),
        ("e\u0301t\u00e9", "\u00c9t\u00e9"),
        ("\u200eAbc\u200f", "Abc"),
        ("../x", "../x"),
        ("ßa", "ßa"),
    ],
)
def test_titles_have_one_spelling(raw: str, title: str) -> None:
    assert normalise_title(raw) == title


def test_page_without_title_is_refused() -> None:
    with pytest.raises(InvalidPageError):
        parse_wikitext(" _ ", "Text.")


def test_page_beyond_the_limit_is_refused_by_name() -> None:
    with pytest.raises(PageTooLargeError, match="'Long': 11 characters, more than the 10 allowed"):
        parse_wikitext("long", "x" * 11, limits=Limits(characters=10))


def test_cells_beyond_the_limit_are_left_out_with_a_note() -> None:
    text = "{|\n" + "|-\n| a || b\n" * 10 + "|}"
    page = parse_wikitext("T", text, limits=Limits(cells=6))
    assert page.tables == (TableSize(0, "general", 3, 2, 3, is_malformed=True),)
    assert page.notes == ("truncated: table_0 has more cells than the limit (line 1)",)


def test_source_of_a_river_is_content_and_a_source_that_is_cited_is_not() -> None:
    river = parse_wikitext("T", "== Source ==\nIt rises in the Alps.")
    cited = parse_wikitext("T", "== Source ==\n* {{cite book|title=Rivers}}\n")
    assert [block.address for block in river.document.blocks] == ["section_0", "sentence_0"]
    assert cited.document.blocks == ()
