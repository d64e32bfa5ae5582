"""Snippets: the best place of a page, its section, its row; never markup."""

from __future__ import annotations

import re
from dataclasses import replace

import lxml.html
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from search import analysis
from search.engines.patterns import Matcher
from search.excerpts.cutting import TextParts, cut_parts, marked_parts
from search.excerpts.marking import Marks, PhraseMark
from search.excerpts.passages import PassageKind
from search.excerpts.rows import RowExcerpt
from search.excerpts.snippets import LENGTH, Excerpt, excerpt_of
from wiki.parsing.elements import PageDocument
from wiki.parsing.wikitext import parse_wikitext

AARE = """
{{Infobox river
| name = Aare
| length = 288 km
| mouth = Rhine
}}
The Aare is a river of Switzerland. It is a tributary of the Rhine.

== Course ==
=== Upper course ===
The river drops through the Haslital.

== Tributaries ==
{| class="wikitable"
|+ Larger tributaries
! rowspan="2" | Tributary
! colspan="2" | Confluence
! rowspan="2" | Length
|-
! Place !! Bank
|-
! colspan="4" | Alps
|-
! Kander
| Lake Thun || rowspan="2" | left || 44 km
|-
! Saane
| Wileroltigen || 126 km
|}

== Bridges ==
* The Nydegg bridge in Bern
* The covered bridge of Olten
"""


def text_of(parts: TextParts) -> str:
    """Return the parts as plain text."""
    return "".join(part.text for part in parts)


def page(wikitext: str = AARE, title: str = "Aare") -> PageDocument:
    return parse_wikitext(title, wikitext).document


def words(text: str) -> Marks:
    return Marks(stems=frozenset(analysis.stems(text)))


def phrase(text: str) -> Marks:
    return Marks(phrases=(PhraseMark(tuple(analysis.plain_tokens(text))),))


def bracketed(parts: TextParts) -> str:
    return "".join(f"[{part.text}]" if part.is_marked else part.text for part in parts)


def row_of(excerpt: Excerpt) -> RowExcerpt:
    assert excerpt.row is not None
    return excerpt.row


def columns_of(row: RowExcerpt) -> list[tuple[str, str]]:
    return [(bracketed(column.header), bracketed(column.parts)) for column in row.columns]


def test_a_sentence_is_shown_with_its_neighbours_and_marked_words() -> None:
    excerpt = excerpt_of(page(), words("tributary"))
    assert [bracketed(parts) for parts in excerpt.fragments] == [
        "The Aare is a river of Switzerland. It is a [tributary] of the Rhine."
    ]
    assert (excerpt.address, excerpt.sections, excerpt.row) == ("sentence_1", (), None)


def test_words_are_marked_in_all_their_forms() -> None:
    excerpt = excerpt_of(page("Rivers flow. A river flows. The flowing stopped."), words("flow"))
    assert bracketed(excerpt.fragments[0]) == (
        "Rivers [flow]. A river [flows]. The [flowing] stopped."
    )


def test_the_sections_stand_above_outermost_first() -> None:
    excerpt = excerpt_of(page(), words("Haslital"))
    assert [text_of(section) for section in excerpt.sections] == ["Course", "Upper course"]
    assert excerpt.address == "sentence_2"


def test_words_of_the_title_count_less_than_others() -> None:
    excerpt = excerpt_of(page(), words("Aare Olten"))
    assert excerpt.address == "item_0_1"
    assert bracketed(excerpt.fragments[0]) == "The covered bridge of [Olten]"


def test_a_row_is_shown_under_the_headers_of_its_columns() -> None:
    row = row_of(excerpt_of(page(), words("Saane Wileroltigen")))
    assert columns_of(row) == [
        ("Tributary", "[Saane]"),
        ("Confluence · Place", "[Wileroltigen]"),
        ("Confluence · Bank", "left"),
        ("Length", "126 km"),
    ]
    assert [column.is_header for column in row.columns] == [True, False, False, False]
    assert [bracketed(label) for label in row.labels] == ["Larger tributaries", "Alps"]


def test_headers_are_shown_with_the_first_row_that_they_head() -> None:
    row = row_of(excerpt_of(page(), words("bank")))
    assert columns_of(row) == [
        ("Tributary", "Kander"),
        ("Confluence · Place", "Lake Thun"),
        ("Confluence · [Bank]", "left"),
        ("Length", "44 km"),
    ]


def test_the_head_of_a_group_is_shown_with_the_first_row_of_that_group() -> None:
    table = """{| class="wikitable"
! River !! Mouth
|-
! colspan="2" | Asia
|-
| Ganges || Bay of Bengal
|-
! colspan="2" | Europe
|-
| Danube || Black Sea
|}"""
    row = row_of(excerpt_of(page(table, "Rivers"), words("Europe")))
    assert columns_of(row) == [("River", "Danube"), ("Mouth", "Black Sea")]
    assert [bracketed(label) for label in row.labels] == ["[Europe]"]


def test_headers_that_head_nothing_stand_for_themselves() -> None:
    table = """{|
! colspan="2" | Asia
|-
| Ganges || 2,500
|-
! River !! Kilometres
|}"""
    row = row_of(excerpt_of(page(table), words("kilometres")))
    assert columns_of(row) == [("", "River"), ("", "[Kilometres]")]
    assert row.labels == ()


def test_a_row_is_shown_rather_than_headers_that_match_as_well() -> None:
    table = "{|\n! City !! River\n|-\n| Łódź || no large river\n|}"
    for wanted in ((), (PassageKind.ROW, PassageKind.HEADERS)):
        row = row_of(excerpt_of(page(table), words("river"), wanted=wanted))
        assert columns_of(row) == [("City", "Łódź"), ("[River]", "no large [river]")]


def test_a_wide_row_shows_the_columns_whose_headers_match() -> None:
    headers = " !! ".join(f"head{number}" for number in range(20))
    cells = " || ".join(f"cell{number}" for number in range(20))
    row = row_of(excerpt_of(page(f"{{|\n! {headers}\n|-\n| {cells}\n|}}"), words("head15")))
    assert columns_of(row)[-1] == ("[head15]", "cell15")


def test_a_row_of_an_infobox_has_no_column_headers() -> None:
    row = row_of(excerpt_of(page(), words("length")))
    assert columns_of(row) == [("", "[Length]"), ("", "288 km")]
    assert (row.has_headers, row.is_infobox, row.labels) == (False, True, ())


def test_a_query_for_tables_is_answered_with_a_row_even_if_prose_matches() -> None:
    assert excerpt_of(page(), words("Rhine")).row is None
    row = row_of(excerpt_of(page(), words("Rhine"), wanted={PassageKind.ROW}))
    assert [bracketed(column.parts) for column in row.columns] == ["Mouth", "[Rhine]"]


def test_a_wide_row_shows_eight_columns_with_all_that_match() -> None:
    cells = " || ".join(f"cell{number}" for number in range(20))
    row = row_of(excerpt_of(page(f"{{|\n| {cells}\n|}}"), words("cell15 cell18")))
    shown = [bracketed(column.parts) for column in row.columns]
    assert shown == [
        "cell0", "cell1", "cell2", "cell3", "cell4", "cell5", "[cell15]", "[cell18]",
    ]  # fmt: skip
    assert row.left_out == 12
    on_phone = [bracketed(column.parts) for column in row.columns if not column.is_extra]
    assert on_phone == ["cell0", "cell1", "[cell15]", "[cell18]"]


def test_a_second_place_is_shown_where_it_adds_a_word() -> None:
    excerpt = excerpt_of(page(), words("Switzerland length"))
    assert [bracketed(parts) for parts in excerpt.fragments] == [
        "The Aare is a river of [Switzerland]. It is a tributary of the Rhine."
    ]
    assert bracketed(row_of(excerpt).columns[0].parts) == "[Length]"


def test_a_place_in_another_section_is_not_shown_under_the_headings_of_the_best() -> None:
    excerpt = excerpt_of(page(), words("Haslital Saane"))
    assert [text_of(section) for section in excerpt.sections] == ["Course", "Upper course"]
    assert [bracketed(parts) for parts in excerpt.fragments] == [
        "The river drops through the [Haslital]."
    ]
    assert excerpt.row is None


def test_what_a_matching_heading_heads_is_shown_once() -> None:
    for query in ("upper Haslital", "upper course Haslital"):
        excerpt = excerpt_of(page(), words(query))
        assert [bracketed(parts) for parts in excerpt.fragments] == [
            "The river drops through the [Haslital]."
        ]


def test_what_a_pattern_matches_is_shown_and_marked() -> None:
    marks = replace(words("river Switzerland"), pattern=Matcher(r"\d+ km", ignores_case=False))
    row = row_of(excerpt_of(page(), marks))
    assert columns_of(row) == [("", "Length"), ("", "[288 km]")]


def test_what_a_pattern_matches_goes_before_words_however_long_it_is() -> None:
    text = f"{'The river is in Switzerland. ' * 30}It is {'very ' * 60}long."
    marks = replace(words("river Switzerland"), pattern=Matcher("^It.*LONG", ignores_case=True))
    first, second = (bracketed(parts) for parts in excerpt_of(page(text), marks).fragments)
    assert first.startswith("… [It is very very very")
    assert second.startswith("The [river] is in [Switzerland].")


def test_the_words_of_marks_are_without_the_pattern() -> None:
    marks = replace(words("Aare"), pattern=Matcher("a", ignores_case=True))
    assert marks.find("a river: Aare") == [(0, 1), (9, 13)]
    assert marks.words.find("a river: Aare") == [(9, 13)]


def test_a_matching_heading_is_shown_with_what_it_heads() -> None:
    excerpt = excerpt_of(page(), words("upper"))
    assert [bracketed(section) for section in excerpt.sections] == ["Course", "[Upper] course"]
    assert bracketed(excerpt.fragments[0]) == "The river drops through the Haslital."


def test_a_page_without_matches_is_shown_by_its_beginning() -> None:
    excerpt = excerpt_of(page(), words("xyzzy"))
    assert [bracketed(parts) for parts in excerpt.fragments] == [
        "The Aare is a river of Switzerland. It is a tributary of the Rhine."
    ]
    assert (excerpt.address, excerpt.sections, excerpt.row) == ("", (), None)


def test_without_time_a_page_is_shown_by_its_beginning() -> None:
    excerpt = excerpt_of(page(), words("Haslital"), until=0.0)
    assert excerpt == excerpt_of(page(), Marks())
    assert [bracketed(parts) for parts in excerpt.fragments] == [
        "The Aare is a river of Switzerland. It is a tributary of the Rhine."
    ]


def test_a_beginning_leaves_out_sections_that_lack_references() -> None:
    text = "== Doubts ==\n{{unreferenced section}}\nIt hums.\n\n== Facts ==\nIt has pipes."
    shown = {
        with_flagged: excerpt_of(page(text), Marks(), with_flagged=with_flagged).fragments
        for with_flagged in (True, False)
    }
    assert bracketed(shown[True][0]) == "It hums."
    assert bracketed(shown[False][0]) == "It has pipes."


def test_a_matching_heading_is_not_shown_with_a_section_that_is_left_out() -> None:
    text = "Lead.\n\n== Organ ==\n=== Doubts ===\n{{unreferenced section}}\nIt hums."
    excerpt = excerpt_of(page(text), words("organ"), with_flagged=False)
    assert excerpt.fragments == ((),)


def test_a_phrase_is_found_over_the_end_of_a_sentence() -> None:
    excerpt = excerpt_of(page(), phrase("Switzerland it is"))
    assert bracketed(excerpt.fragments[0]) == (
        "The Aare is a river of [Switzerland. It is] a tributary of the Rhine."
    )


def test_a_long_paragraph_is_cut_where_most_words_stand_together() -> None:
    filler = "Nothing is said here about it. " * 30
    text = f"A bridge. {filler}The covered bridge of Olten burnt. {filler}"
    (parts,) = excerpt_of(page(text), words("bridge Olten")).fragments
    shown = bracketed(parts)
    assert shown.startswith("… The covered [bridge] of [Olten] burnt. Nothing is said")
    assert len(text_of(parts)) <= LENGTH + 4


def test_a_text_is_cut_between_words_with_ellipses() -> None:
    text = "The river Aare leaves the lake of Thun and flows on to the town of Bern"
    parts = cut_parts(text, [(26, 30)], around=26, length=24)
    assert bracketed(parts) == "… the [lake] of Thun and …"


def test_a_hatnote_is_shown_only_where_nothing_else_matches() -> None:
    text = "{{about|the river|the town|Aarau}}\nThe Aare is a river. It leaves the Alps."
    assert excerpt_of(page(text), words("river")).address == "sentence_1"
    assert excerpt_of(page(text), words("town")).address == "sentence_0"


def test_an_empty_page_has_an_empty_excerpt() -> None:
    assert excerpt_of(page(""), words("river")) == Excerpt("", (), ())


@given(st.text(max_size=400), st.text(max_size=20))
def test_parts_put_together_give_the_text_again(text: str, query: str) -> None:
    assert text_of(marked_parts(text, words(query).find(text))) == text


@given(st.text(max_size=400), st.text(max_size=20), st.integers(5, 80))
def test_a_cut_text_is_a_piece_of_the_text(text: str, query: str, length: int) -> None:
    ranges = words(query).find(text)
    around = ranges[0][0] if ranges else 0
    parts = cut_parts(text, ranges, around=around, length=length)
    shown = text_of(parts).removeprefix("… ").removesuffix(" …")
    assert shown in text or text_of(parts) == text
    assert len(shown) <= max(length * 6 // 5, length)


HOSTILE = st.text(alphabet=st.sampled_from(list("<>&\"'/=aé{}%!\n mark")), max_size=80)


@given(HOSTILE, HOSTILE)
def test_text_never_becomes_markup(text: str, query: str) -> None:
    html = render_to_string(
        "search/parts.html", {"parts": marked_parts(text, words(query).find(text))}
    )
    parsed = lxml.html.fragment_fromstring(html, "div")
    assert {element.tag for element in parsed.iter()} <= {"div", "mark"}
    assert all(not element.keys() for element in parsed.iter())
    assert parsed.text_content().strip() == re.sub(r"\r\n?", "\n", text).strip()
