"""The context of an element: title, sections, headers, in FEVEROUS' order."""

import pytest

from wiki.parsing.context import UnknownAddressError, context_of, element_id
from wiki.parsing.wikitext import parse_wikitext

PAGE = """
Lead sentence here.

== Seasons ==
=== Early ===
{| class="wikitable"
|+ Results
! rowspan=2 | Player !! colspan=2 | League
|-
! Games !! Goals
|-
! Ann Lee
| 10 || 3
|-
! colspan=3 | Second team
|-
! Bo Ray
| 4 || 0
|}
* An item

== Later ==
Closing sentence.
"""


@pytest.mark.parametrize(
    ("address", "context"),
    [
        ("sentence_0", ("title",)),
        ("section_0", ("title",)),
        ("section_1", ("title", "section_0")),
        ("section_2", ("title",)),
        ("sentence_1", ("title", "section_2")),
        ("item_0_0", ("title", "section_0", "section_1")),
        ("table_caption_0", ("title", "section_0", "section_1")),
        (
            "cell_0_2_2",
            (
                "title",
                "section_0",
                "section_1",
                "header_cell_0_2_0",
                "header_cell_0_1_2",
                "header_cell_0_0_1",
            ),
        ),
        # The header in the middle cuts off those above it.
        (
            "cell_0_4_1",
            ("title", "section_0", "section_1", "header_cell_0_4_0", "header_cell_0_3_0"),
        ),
        (
            "header_cell_0_1_1",
            ("title", "section_0", "section_1", "header_cell_0_0_0", "header_cell_0_0_1"),
        ),
        ("header_cell_0_0_0", ("title", "section_0", "section_1")),
    ],
)
def test_context_is_title_sections_row_headers_column_headers(
    address: str, context: tuple[str, ...]
) -> None:
    assert context_of(parse_wikitext("Club", PAGE).document, address) == context


def test_item_of_a_list_in_a_cell_has_title_and_sections_and_no_headers() -> None:
    document = parse_wikitext("Club", "== Crew ==\n{|\n! Who\n|-\n|\n* Ann\n* Bo\n|}").document
    assert context_of(document, "item_0_1") == ("title", "section_0")
    assert context_of(document, "cell_0_1_0") == ("title", "section_0", "header_cell_0_0_0")


def test_unknown_address_has_no_context() -> None:
    with pytest.raises(UnknownAddressError):
        context_of(parse_wikitext("Club", PAGE).document, "cell_9_9_9")


def test_element_id_is_title_and_address() -> None:
    assert element_id("Aare", "cell_0_9_1") == "Aare_cell_0_9_1"
