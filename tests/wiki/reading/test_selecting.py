"""Pages for selecting: grids with one tab stop, and reasons where nothing can be selected."""

from __future__ import annotations

import lxml.html

from tests.wiki.reading.test_markup import TABLE
from wiki.parsing.elements import Cell, PageDocument, Table
from wiki.parsing.wikitext import parse_wikitext
from wiki.reading.markup import Linker, page_html
from wiki.reading.selecting import SelectionRule, selectable_html

ALL = SelectionRule(frozenset({"sentence", "cell", "header_cell", "caption", "item"}))
CHUNK = "//div[starts-with(@class, 'chunk ')]"
FLAGGED = (
    "Open.\n== Use ==\n{{Unreferenced section}}\nClosed.\n* Item\n{|\n| a\n|}\n== End ==\nOpen."
)


def render(wikitext: str, rule: SelectionRule = ALL, **pages: str) -> lxml.html.HtmlElement:
    document = parse_wikitext("Test", wikitext).document
    return _parsed(document, rule, pages)


def _parsed(
    document: PageDocument, rule: SelectionRule, pages: dict[str, str]
) -> lxml.html.HtmlElement:
    html = selectable_html(document, Linker(pages=pages), rule)
    return lxml.html.fragment_fromstring(html, "div")


def table_of(rows: int, *, reaching: int | None = None) -> PageDocument:
    """Return two columns and a header; a cell of row `reaching` also covers the row below it."""
    made: list[tuple[Cell, ...]] = [
        tuple(Cell(0, 0, n, name, is_header=True) for n, name in enumerate(("Name", "Length")))
    ]
    for row in range(1, rows + 1):
        span = 2 if row == reaching else 1
        first = () if row - 1 == reaching else (Cell(0, row, 0, f"River {row}", row_span=span),)
        made.append((*first, Cell(0, row, 1, f"{row} km")))
    return PageDocument("Rivers", (Table(0, "general", tuple(made)),))


def closed(page: lxml.html.HtmlElement) -> dict[str, str]:
    """Return the reasons why elements cannot be selected, by their text."""
    return {
        element.text_content(): element.get("data-closed")
        for element in page.xpath("//*[@data-closed]")
    }


def test_a_table_is_a_grid_with_one_tab_stop() -> None:
    page = render(TABLE, Aare="Aare")
    grid = page.xpath("//*[@role='grid']")[0]
    assert grid.tag == "table"
    assert grid.get("aria-label") == "Rivers"
    assert grid.get("aria-multiselectable") == "true"
    assert [element.get("id") for element in page.xpath("//*[@tabindex='0']")] == [
        "header_cell_0_0_0"
    ]
    assert [element.get("tabindex") for element in grid.iter("a")] == ["-1"]


def test_every_cell_says_that_it_is_not_selected_yet() -> None:
    cells = render(TABLE).xpath("//td | //th")
    assert {cell.get("aria-selected") for cell in cells} == {"false"}
    assert len(cells) == 10


def test_the_lowest_headers_stand_for_their_columns() -> None:
    handles = [element.text_content() for element in render(TABLE).xpath("//*[@data-column]")]
    assert handles == ["Name", "km", "mi"]


def test_the_first_row_stands_for_the_columns_of_a_table_without_headers() -> None:
    page = render("{|\n| a || b\n|-\n| c || d\n|}")
    assert [element.text_content() for element in page.xpath("//*[@data-column]")] == ["a", "b"]


def test_the_reading_view_stays_a_plain_table() -> None:
    html = page_html(parse_wikitext("Test", TABLE).document, Linker())
    assert "aria-selected" not in html
    assert 'role="grid"' not in html


def test_an_item_is_marked_apart_from_the_list_below_it() -> None:
    page = render("* Rivers\n** Aare\n* Lakes")
    items = page.xpath("//*[@data-address]")
    assert [(element.tag, element.text_content()) for element in items] == [
        ("span", "Rivers"),
        ("span", "Aare"),
        ("span", "Lakes"),
    ]


def test_an_item_of_a_list_in_a_cell_can_be_selected_beside_the_cell() -> None:
    page = render("{|\n|\n* Aare\n* Thur\n|}")
    assert [
        element.get("data-address") for element in page.xpath("//td/descendant-or-self::*[@id]")
    ] == [
        "cell_0_0_0",
        "item_0_0",
        "item_0_1",
    ]
    assert page.xpath("//td")[0].text_content() == "Aare\nThur"
    assert len(page.xpath("//li")) == 2


def test_a_cell_stays_whole_where_the_study_takes_no_items() -> None:
    page = render("{|\n|\n* Aare\n* Thur\n|}", SelectionRule(frozenset({"cell"})))
    assert closed(page) == {}
    assert page.xpath("//li") == []
    assert [element.tag for element in page.xpath("//td/*")] == ["br"]


def test_sections_without_references_say_that_nothing_can_be_selected() -> None:
    page = render(FLAGGED)
    assert closed(page) == {"Closed.": "flagged", "Item": "flagged", "a": "flagged"}
    assert page.xpath("//*[@class='section-note']")[0].text_content() == (
        "This section is marked as lacking references. Nothing in it can be evidence."
    )


def test_kinds_that_the_study_does_not_take_are_closed() -> None:
    page = render("Open.\n* Item\n{|\n| a\n|}", SelectionRule(frozenset({"sentence"})))
    assert closed(page) == {"Item": "kind", "a": "kind"}
    assert page.xpath("//*[@role='grid']") == []


def test_cells_may_be_open_where_headers_are_not() -> None:
    page = render("{|\n! Name\n|-\n| Aare\n|}", SelectionRule(frozenset({"cell"})))
    assert closed(page) == {"Name": "kind"}
    assert [element.get("id") for element in page.xpath("//*[@tabindex='0']")] == ["cell_0_1_0"]


def test_only_the_introduction_is_open_where_the_study_says_so() -> None:
    rule = SelectionRule(frozenset({"sentence"}), introduction_only=True)
    assert closed(render("Open.\n== Use ==\nClosed.", rule)) == {"Closed.": "beyond"}


def test_a_long_table_is_cut_into_chunks_of_fifty_rows() -> None:
    page = _parsed(table_of(230), ALL, {})
    sizes = [len(element.xpath(".//tr")) for element in page.xpath(CHUNK)]
    assert sizes == [1, 50, 50, 50, 50, 30]
    assert [
        element.get("role") for element in page.xpath("//*[@class='chunks'] | //div[@role]//table")
    ] == [
        "grid",
        *["rowgroup"] * 6,
    ]
    roles = {element.get("role") for element in page.xpath("//td | //th | //tr")}
    assert roles == {"row", "columnheader", "gridcell"}
    assert len(page.xpath("//*[@tabindex='0']")) == 1


def test_the_chunks_of_a_table_have_the_same_columns() -> None:
    page = _parsed(table_of(230), ALL, {})
    widths = [[col.get("width") for col in element.iter("col")] for element in page.xpath(CHUNK)]
    assert widths == [["118", "100"]] * 6


def test_no_chunk_ends_inside_a_cell() -> None:
    page = _parsed(table_of(230, reaching=50), ALL, {})
    sizes = [len(element.xpath(".//tr")) for element in page.xpath(CHUNK)]
    assert sizes == [1, 51, 50, 50, 50, 29]


def test_a_table_of_two_hundred_rows_stays_whole() -> None:
    page = _parsed(table_of(199), ALL, {})
    assert page.xpath(CHUNK) == []
    assert len(page.xpath("//table")) == 1


def test_text_of_a_page_is_never_markup() -> None:
    page = render(
        "{|\n|+ <nowiki><b>a</b></nowiki>\n| <nowiki><i>b</i></nowiki>\n|}\n"
        "* <nowiki><u>c</u></nowiki>"
    )
    assert page.xpath("//b | //i | //u") == []
    assert page.xpath("//*[@role='grid']")[0].get("aria-label") == "<b>a</b>"
