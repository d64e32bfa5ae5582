"""HTML of elements: escaped, with addresses, real headers and working links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import lxml.html
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from wiki.parsing.elements import (
    Cell,
    Element,
    Item,
    Link,
    ListBlock,
    PageDocument,
    Sentence,
    Table,
)
from wiki.parsing.wikitext import parse_wikitext
from wiki.reading.markup import ElementMarks, Linker, fragment_id, linked_text, page_html, page_path

TABLE = """
{| class="wikitable"
|+ Rivers
! rowspan="2" | Name !! colspan="2" | Length
|-
! km !! mi
|-
! scope="row" | [[Aare]]
| 288 || 179
|-
! scope="row" | Reuss
| 164 || 102
|}
"""


def render(wikitext: str, **pages: str) -> lxml.html.HtmlElement:
    document = parse_wikitext("Test", wikitext).document
    return lxml.html.fragment_fromstring(page_html(document, Linker(pages=pages)), "div")


def test_sentences_stand_in_a_paragraph_with_their_addresses() -> None:
    page = render("The Aare is long. The Reuss is shorter.")
    assert [p.text_content() for p in page.findall("p")] == [
        "The Aare is long. The Reuss is shorter."
    ]
    assert [span.get("id") for span in page.iter("span")] == ["sentence_0", "sentence_1"]
    assert [span.get("data-address") for span in page.iter("span")] == ["sentence_0", "sentence_1"]


def test_an_empty_line_starts_a_new_paragraph() -> None:
    page = render("The Aare is long. It is deep.\n\nThe Reuss is shorter.")
    assert [p.text_content() for p in page.findall("p")] == [
        "The Aare is long. It is deep.",
        "The Reuss is shorter.",
    ]


def test_header_cells_say_what_they_head() -> None:
    page = render(TABLE)
    scopes = {th.text_content(): th.get("scope") for th in page.iter("th")}
    assert scopes == {
        "Name": "col",
        "Length": "colgroup",
        "km": "col",
        "mi": "col",
        "Aare": "row",
        "Reuss": "row",
    }


def test_rows_of_headers_only_are_the_head_of_the_table() -> None:
    (table,) = render(TABLE).iter("table")
    assert len(table.findall("thead/tr")) == 2
    assert len(table.findall("tbody/tr")) == 2
    assert table.findtext("caption/span") == "Rivers"


def test_spans_are_kept() -> None:
    page = render(TABLE)
    assert page.get_element_by_id("header_cell_0_0_0").get("rowspan") == "2"
    assert page.get_element_by_id("header_cell_0_0_1").get("colspan") == "2"


def test_a_table_box_is_named_and_reachable_by_keyboard() -> None:
    (box,) = render(TABLE).find_class("table-box")
    assert (box.get("tabindex"), box.get("aria-label")) == ("0", "Rivers")


def test_links_into_the_corpus_work_and_others_stay_plain() -> None:
    page = render("The [[Aare]] meets the [[Rhine]].", Aare="Aare")
    assert [(a.get("href"), a.text) for a in page.iter("a")] == [("/wiki/Aare", "Aare")]
    assert page.text_content() == "The Aare meets the Rhine."


def test_a_link_to_a_redirect_leads_to_its_page() -> None:
    page = render("In [[Zurich]] it rains.", Zurich="Zürich")
    assert [a.get("href") for a in page.iter("a")] == ["/wiki/Z%C3%BCrich"]


def test_a_link_to_a_section_finds_its_heading() -> None:
    page = render(
        "See [[Aare#Upper course|there]].\n\n== Upper course ==\nIt is steep.", Aare="Aare"
    )
    (link,) = page.iter("a")
    assert link.get("href") == "/wiki/Aare#s-Upper_course"
    assert page.get_element_by_id("s-Upper_course").getparent().tag == "h2"


def test_two_headings_of_the_same_text_share_no_id() -> None:
    page = render("== Course ==\nIt flows.\n\n== Course ==\nIt flows on.")
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_a_section_that_lacks_references_says_so() -> None:
    page = render("== Course ==\n{{Unreferenced section}}\nIt flows.\n\n== Use ==\nIt is used.")
    (note,) = page.find_class("section-note")
    assert note.getprevious().get("id") == "section_0"


def test_nested_items_become_nested_lists() -> None:
    page = render("* Alps\n** Eiger\n** Mönch\n* Jura")
    (outer,) = page.findall("ul")
    assert [li.get("id") for li in outer.findall("li")] == ["item_0_0", "item_0_3"]
    assert [li.get("id") for li in outer.findall("li/ul/li")] == ["item_0_1", "item_0_2"]


def test_an_ordered_list_inside_an_unordered_one_keeps_its_kind() -> None:
    page = render("* Steps\n*# First\n*# Second")
    assert [li.get("id") for li in page.findall("ul/li/ol/li")] == ["item_0_1", "item_0_2"]


def test_the_list_below_a_later_item_keeps_its_kind() -> None:
    page = render("# First\n# Second\n#* Either\n#* Or\n# Third\n#: Aside")
    assert [li.get("id") for li in page.findall("ol/li/ul/li")][:2] == ["item_0_2", "item_0_3"]
    assert len(page.findall("ol/li/ol")) == 0
    assert [ul.get("class") for ul in page.findall("ol/li/ul")] == [
        "list list--unordered",
        "list list--description",
    ]


def test_a_hatnote_stands_apart() -> None:
    page = render("{{about|the river|the town|Aarau}}\nThe Aare is long.")
    assert len(page.find_class("hatnote")) == 1
    assert len(page.findall("p")) == 2


def test_line_breaks_inside_cells_are_kept() -> None:
    page = render("{|\n| a<br>b\n|}")
    assert len(list(page.iter("br"))) == 1


def test_addresses_look_like_those_of_an_encyclopedia() -> None:
    assert page_path("Lake Geneva") == "/wiki/Lake_Geneva"
    assert page_path("AC/DC") == "/wiki/AC/DC"
    assert page_path("What?") == "/wiki/What%3F"
    assert fragment_id('a "b" c') == "s-a_%22b%22_c"


CELL_WITH_LIST = """
{|
| Works:
* ''[[Aare]]''
* Reuss<br>and more
** Thur
as of 1990
|}
"""


def test_list_in_a_cell_is_shown_in_the_cell_with_an_address_for_each_item() -> None:
    page = render(CELL_WITH_LIST, Aare="Aare")
    (cell,) = page.iter("td")
    assert [li.get("id") for li in cell.iter("li")] == ["item_0_0", "item_0_1", "item_0_2"]
    assert len(list(page.iter("li"))) == 3
    assert cell.find("ul/li/ul/li").text_content() == "Thur\n"
    assert [a.get("href") for a in cell.iter("a")] == ["/wiki/Aare"]
    assert cell.text == "Works:\n"
    assert cell.find("ul").tail == "as of 1990"


def test_list_that_is_not_in_its_cell_is_shown_after_the_table() -> None:
    document = parse_wikitext("Test", CELL_WITH_LIST).document
    table, block = document.blocks
    assert isinstance(block, ListBlock)
    strange = replace(block, items=(replace(block.items[0], text="Something else"),))
    page = lxml.html.fragment_fromstring(
        page_html(PageDocument("Test", (table, strange)), Linker()), "div"
    )
    assert [li.text_content() for li in page.findall("ul/li")] == ["Something else"]
    assert not list(next(page.iter("td")).iter("li"))


HOSTILE = st.text(alphabet=st.sampled_from(list("<>&\"'/=aé[]|{}!\n ")), max_size=60)


@given(HOSTILE, HOSTILE)
def test_text_never_becomes_markup(text: str, target: str) -> None:
    link = Link(target=target, anchor=text, start=0, end=len(text))
    html = linked_text(text, (link,), Linker(pages={target: target}))
    parsed = lxml.html.fragment_fromstring(html, "div")
    assert {element.tag for element in parsed.iter()} <= {"div", "a", "br"}
    assert all(set(element.keys()) <= {"href"} for element in parsed.iter("a"))
    assert all(a.get("href", "").startswith("/wiki/") for a in parsed.iter("a"))


@given(HOSTILE)
def test_rendering_and_reading_again_keeps_addresses_and_text(text: str) -> None:
    text = re.sub(r"\s+", " ", text).strip() or "x"
    document = PageDocument("T", (Sentence(0, text), Sentence(1, "Second.")))
    page = lxml.html.fragment_fromstring(page_html(document, Linker()), "div")
    spans = {span.get("data-address"): span.text_content() for span in page.iter("span")}
    assert spans == {"sentence_0": text, "sentence_1": "Second."}


WORDS = st.lists(
    st.sampled_from(
        ["Aare", "a < b", "& so", '"x"', "[[Rhine|the Rhine]]", "''Thur''", "10<sup>6</sup>", "É."]
    ),
    min_size=1,
    max_size=4,
).map(" ".join)
MARKS = st.text(alphabet="*#:;", min_size=1, max_size=3)
LISTS = st.lists(st.tuples(MARKS, WORDS).map(" ".join), min_size=1, max_size=5).map("\n".join)
CELL_LISTS = st.tuples(st.sampled_from(["", "a<br>b"]), LISTS, st.sampled_from(["", "\nx"])).map(
    lambda t: f"{t[0]}\n{t[1]}{t[2]}"
)
ATTRIBUTES = st.sampled_from(["", "", "rowspan=2 | ", "colspan=3 | ", "rowspan=9 colspan=2 | "])
CONTENTS = st.one_of(WORDS, st.just("a<br>b"), st.just("{{ubl|p<br>q|r}}"), CELL_LISTS)
CELLS = st.tuples(st.sampled_from("|!"), ATTRIBUTES, CONTENTS)
ROWS = st.lists(st.lists(CELLS.map(" ".join), max_size=4).map("\n".join), max_size=5)
CAPTIONS = st.one_of(st.just(""), WORDS.map("|+ {}\n".format))
TABLES = st.tuples(CAPTIONS, ROWS).map(lambda t: f"{{|\n{t[0]}" + "\n|-\n".join(t[1]) + "\n|}")
HEADINGS = st.tuples(st.integers(2, 6), WORDS).map(lambda h: f"{'=' * h[0]} {h[1]} {'=' * h[0]}")
HATNOTES = st.just("{{see also|Rhine}}")
NESTED = TABLES.map(lambda table: "{|\n| outer\n|\n" + table + "\n|}")
BLOCKS = st.one_of(WORDS, HEADINGS, LISTS, TABLES, NESTED, HATNOTES)
PAGES = st.lists(BLOCKS, max_size=8).map("\n\n".join)


def own_text(element: lxml.html.HtmlElement) -> str:
    """Return the text of an element with its line breaks, without elements that have an address.

    A cell's text includes them: the items of its lists are lines of its text.
    """
    if element.tag in ("td", "th"):
        for line_break in element.iter("br"):
            line_break.text = "\n"
        return str(element.text_content())
    parts = [element.text or ""]
    for child in element:
        if child.tag == "br":
            parts.append("\n")
        elif child.tag not in ("ul", "ol"):
            parts.append(own_text(child))
        parts.append(child.tail or "")
    return "".join(parts)


def shown(document: PageDocument) -> Iterator[Element]:
    """Yield the elements in their order on the page.

    A list itself has no address there, only its items. A list in a cell follows the cell.
    """
    lists: dict[str | None, list[ListBlock]] = {}
    for block in document.blocks:
        if isinstance(block, ListBlock):
            lists.setdefault(block.parent, []).append(block)
    for element in document.elements():
        in_cell = isinstance(element, Item) and element not in chain(
            *(block.items for block in lists.get(None, ()))
        )
        if not isinstance(element, ListBlock) and not in_cell:
            yield element
        if isinstance(element, Cell):
            for block in lists.get(element.address, ()):
                yield from block.items


@settings(max_examples=200, deadline=None)
@given(PAGES)
def test_every_element_of_a_parsed_page_is_rendered_once_in_order(wikitext: str) -> None:
    document = parse_wikitext("Test", wikitext).document
    page = lxml.html.fragment_fromstring(page_html(document, Linker({"Rhine": "Rhine"})), "div")
    rendered = [element for element in page.iter() if element.get("data-address")]
    expected = list(shown(document))
    assert [element.get("data-address") for element in rendered] == [e.address for e in expected]
    assert [element.get("id") for element in rendered] == [e.address for e in expected]
    for html, element in zip(rendered, expected, strict=True):
        if isinstance(element, Item):
            assert own_text(html).rstrip("\n").replace("\n", " ") == element.text
        elif not isinstance(element, Table | ListBlock):
            assert own_text(html) == element.text


def test_marks_are_written_into_the_elements_that_they_name_and_escaped() -> None:
    wikitext = f"The Aare is long.\n\n== Course ==\n* One\n{TABLE}"
    document = parse_wikitext("Test", wikitext).document
    addresses = [
        *("sentence_0", "section_0", "item_0_0", "table_0", "table_caption_0"),
        *("header_cell_0_0_0", "cell_0_2_1"),
    ]
    mark = 'x" onclick="alert(1)'
    marks: ElementMarks = {address: {"data-marked": mark} for address in addresses}
    page = lxml.html.fragment_fromstring(page_html(document, Linker(), marks), "div")
    marked = {one.get("id"): one.get("data-marked") for one in page.xpath(".//*[@data-marked]")}
    assert marked == dict.fromkeys(addresses, mark)
    assert page.xpath(".//*[@onclick]") == []


def test_a_mark_for_an_element_that_is_not_there_changes_nothing() -> None:
    document = parse_wikitext("Test", 'It says id="sentence_0" and no more.').document
    plain = page_html(document, Linker())
    assert page_html(document, Linker(), {"sentence_9": {"data-marked": "gold"}}) == plain
