"""Tests of reading pages in FEVEROUS' format."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.retrieval.pages import UnreadablePageError, read_page
from verifier.retrieval.source import SourceSentence


def _cell(address: str, value: str, **more: Any) -> dict[str, Any]:
    return {"id": address, "value": value, "is_header": address.startswith("header"),
            "column_span": "1", "row_span": "1", **more}  # fmt: skip


PAGE: dict[str, Any] = {
    "title": "Velmar",
    "order": ["sentence_0", "section_0", "sentence_1", "section_1", "list_0", "section_2",
              "table_0"],
    "sentence_0": "Velmar is a town in [[Old_Ostrava|Ostrava]] .",
    "section_0": {"value": "History", "level": 2},
    "sentence_1": "It was founded by [[Ana Berg]] .",
    "section_1": {"value": "People", "level": 3},
    "list_0": {"type": "unordered_list",
               "list": [{"id": "item_0_0", "value": "Ivo Lund", "level": 0}]},
    "section_2": {"value": "Sport", "level": 2},
    "table_0": {
        "type": "general",
        "caption": "Coaches",
        "table": [
            [_cell("header_cell_0_0_0", "season"), _cell("header_cell_0_0_1", "coach")],
            [_cell("cell_0_1_0", "1987", row_span="2"), _cell("cell_0_1_1", "[[Ana_Berg|Berg]]")],
            [_cell("cell_0_2_1", "Lund")],
        ],
    },
}  # fmt: skip


def test_sentences_and_items_have_their_sections_and_no_markup() -> None:
    assert read_page(PAGE).sentences == (
        SourceSentence("Velmar", "sentence_0", "Velmar is a town in Ostrava ."),
        SourceSentence("Velmar", "sentence_1", "It was founded by Ana Berg .", ("History",)),
        SourceSentence("Velmar", "item_0_0", "Ivo Lund", ("History", "People")),
    )


def test_tables_are_laid_out_with_their_spans() -> None:
    (table,) = read_page(PAGE).tables
    assert (table.caption, table.sections) == ("Coaches", ("Sport",))
    assert table.header == ("season", "coach")
    assert table.rows == (("1987", "Berg"), ("1987", "Lund"))
    assert table.addresses == (("cell_0_1_0", "cell_0_1_1"), ("cell_0_1_0", "cell_0_2_1"))


def test_links_are_titles() -> None:
    assert read_page(PAGE).links == ("Old Ostrava", "Ana Berg")


def test_a_table_of_headers_only_has_rows() -> None:
    table = {"type": "infobox", "table": [[_cell("header_cell_0_0_0", "Velmar")]]}
    page = read_page({"title": "V", "order": ["table_0"], "table_0": table})
    assert page.tables[0].rows == (("Velmar",),)


def test_a_table_beyond_the_bounds_is_cut() -> None:
    cell = _cell("cell_0_0_0", "x", row_span="100000000", column_span="100000000")
    page = read_page({"title": "V", "order": ["table_0"], "table_0": {"table": [[cell]]}})
    assert (len(page.tables[0].rows), len(page.tables[0].rows[0])) == (1_000, 100)


def test_spans_over_one_another_are_read_up_to_a_bound() -> None:
    wide = {"row_span": "65534", "column_span": "50"}
    beside = _cell("cell_0_0_60", "y", row_span="2")

    def rows(overlapping: int) -> tuple[tuple[str, ...], ...]:
        cells = [_cell("cell_0_0_0", "x", **wide) for _ in range(overlapping)]
        table = {"table": [[*cells, beside]]}
        return read_page({"title": "V", "order": ["table_0"], "table_0": table}).tables[0].rows

    assert [row[60] for row in rows(7)[:3]] == ["y", "y", ""]
    assert [row[60] for row in rows(8)[:3]] == ["y", "", ""]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "needs a title"),
        ({"title": "V", "order": "sentence_0"}, "needs a title"),
        ({"title": "V", "order": ["sentence_0"]}, "V, sentence_0"),
        ({"title": "V", "order": ["sentence_0"], "sentence_0": 3}, "V, sentence_0"),
        ({"title": "V", "order": ["table_0"], "table_0": {"table": [[{"id": "x"}]]}}, "V, table_0"),
        ({"title": "V", "order": ["table_0"], "table_0": {"table": [[_cell("a_b", "x")]]}}, "V"),
        ({"title": "V", "order": [["list_0"]]}, "V"),
    ],
)
def test_other_documents_are_refused(document: dict[str, Any], message: str) -> None:
    with pytest.raises(UnreadablePageError, match=message):
        read_page(document)
