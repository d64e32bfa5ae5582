"""FEVEROUS' page format: what is written is read again, and the official reader opens it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.wiki.parsing.regenerate import sources
from wiki.parsing.elements import Cell, Link, PageDocument, Sentence, Table
from wiki.parsing.feverous import read_feverous, write_feverous
from wiki.parsing.limits import InvalidPageError
from wiki.parsing.wikitext import parse_wikitext

RAGGED = "{|\n! a !! b !! c\n|-\n| 1\n|-\n| 2 || 3\n|}"


def test_spans_are_strings_and_positions_are_those_of_the_top_left_corner() -> None:
    page = write_feverous(parse_wikitext("T", "{|\n! colspan=2 | a\n|-\n| b || c\n|}").document)
    assert page["table_0"] == {
        "table": [
            [_cell("header_cell_0_0_0", "a", columns="2")],
            [_cell("cell_0_1_0", "b"), _cell("cell_0_1_1", "c")],
        ],
        "type": "general",
    }


def _cell(address: str, value: str, *, columns: str = "1") -> dict[str, Any]:
    return {
        "id": address,
        "value": value,
        "is_header": address.startswith("header"),
        "column_span": columns,
        "row_span": "1",
    }


def test_links_have_underscores_in_the_target_and_keep_their_fragment() -> None:
    document = parse_wikitext("T", "See [[two words#A part|these]] now.").document
    page = write_feverous(document)
    assert page["sentence_0"] == "See [[Two_words#A_part|these]] now."
    assert read_feverous(page).blocks == (
        Sentence(
            0,
            "See these now.",
            (Link("Two words", "these", 4, 9, "A part"),),
            starts_paragraph=True,
        ),
    )


def test_anchor_may_hold_brackets_in_pairs() -> None:
    document = parse_wikitext("T", "It is [[A|a [sic] b]] [see [[B]]].").document
    assert read_feverous(write_feverous(document)) == document


def test_position_that_a_longer_span_covers_is_no_hole() -> None:
    tall = Cell(0, 0, 0, "tall", row_span=3, column_span=2)
    rows = ((tall,), (Cell(0, 1, 1, "over it"),), (Cell(0, 2, 2, "last"),))
    page = write_feverous(PageDocument("T", (Table(0, "general", rows),)))
    assert [[cell["id"] for cell in row] for row in page["table_0"]["table"]] == [
        ["cell_0_0_0", "cell_0_0_2"],
        ["cell_0_1_1", "cell_0_1_2"],
        ["cell_0_2_2"],
    ]


def test_holes_are_filled_for_the_official_reader_and_dropped_on_reading() -> None:
    document = parse_wikitext("T", RAGGED).document
    page = write_feverous(document)
    assert [len(row) for row in page["table_0"]["table"]] == [3, 3, 3]
    assert page["table_0"]["table"][1][2]["hole"] is True
    assert read_feverous(page) == document
    assert "hole" not in json.dumps(write_feverous(document, strict=True))


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.stem)
def test_what_is_written_is_read_again(source: Path) -> None:
    document = parse_wikitext(source.stem, source.read_text(encoding="utf-8")).document
    assert read_feverous(json.loads(json.dumps(write_feverous(document)))) == document


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.stem)
def test_official_reader_would_find_every_position_filled(source: Path) -> None:
    document = parse_wikitext(source.stem, source.read_text(encoding="utf-8")).document
    page = write_feverous(document)
    for block in document.blocks:
        if isinstance(block, Table):
            assert 0 not in _laid_out(page[block.address]["table"])


def _laid_out(table: list[list[dict[str, Any]]]) -> list[object]:
    """Lay a table out as the official reader does; it drops a table with a 0 in it."""
    width = sum(int(cell["column_span"]) for cell in table[0])
    grid: list[list[object]] = [[0] * width for _ in table]
    for number, row in enumerate(table):
        for cell in row:
            column = grid[number].index(0)
            for right in range(int(cell["column_span"])):
                grid[number][column + right] = cell["id"]
            for below in range(int(cell["row_span"])):
                grid[number + below][column] = cell["id"]
    return [position for row in grid for position in row]


def test_list_in_a_cell_names_the_cell_unless_only_the_format_itself_is_wanted() -> None:
    document = parse_wikitext("T", "{|\n|\n* [[A]]\n* b\n|}").document
    page = write_feverous(document)
    assert page["order"] == ["table_0", "list_0"]
    assert page["list_0"] == {
        "type": "unordered_list",
        "list": [
            {"id": "item_0_0", "value": "[[A|A]]", "level": 0},
            {"id": "item_0_1", "value": "b", "level": 0},
        ],
        "parent": "cell_0_0_0",
    }
    assert page["table_0"]["table"][0][0]["value"] == "[[A|A]]\nb"
    assert "parent" not in write_feverous(document, strict=True)["list_0"]


def test_published_page_with_decomposed_title_is_read_in_nfc() -> None:
    page = {"title": "Aare\u0301", "order": ["sentence_0"], "sentence_0": "A [[B_c|d]]."}
    document = read_feverous(page)
    assert document.title == "Aaré"
    assert document.blocks[0].text == "A d."  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "page",
    [
        {},
        {"title": "T"},
        {"title": "", "order": []},
        {"title": "T", "order": ["sentence_0"]},
        {"title": "T", "order": ["nonsense_0"], "nonsense_0": "x"},
        {"title": "T", "order": ["table_0"], "table_0": {"table": [[{}]], "type": "general"}},
        {"title": "T", "order": ["list_0"], "list_0": {"list": [], "type": "heap"}},
    ],
)
def test_what_is_no_feverous_page_is_refused(page: dict[str, Any]) -> None:
    with pytest.raises(InvalidPageError):
        read_feverous(page)
