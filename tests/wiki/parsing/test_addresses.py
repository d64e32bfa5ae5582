"""Addresses: one grammar, which every other module asks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from wiki.parsing import addresses
from wiki.parsing.addresses import (
    CONTEXT_KINDS,
    EVIDENCE_KINDS,
    NUMBERS,
    Address,
    AddressKind,
    InvalidAddressError,
    kind_of,
    may_be_context,
    may_be_evidence,
    parse,
)
from wiki.parsing.elements import Caption, Cell, Item, ListBlock, Section, Sentence, Table

COUNTS = {
    AddressKind.TITLE: 0,
    AddressKind.SECTION: 1,
    AddressKind.SENTENCE: 1,
    AddressKind.TABLE: 1,
    AddressKind.CAPTION: 1,
    AddressKind.CELL: 3,
    AddressKind.HEADER_CELL: 3,
    AddressKind.LIST: 1,
    AddressKind.ITEM: 2,
}
numbers = st.integers(NUMBERS[0], NUMBERS[-1])
any_address = st.sampled_from(AddressKind).flatmap(
    lambda kind: st.builds(
        Address, st.just(kind), st.tuples(*[numbers for _ in range(COUNTS[kind])])
    )
)


@given(any_address)
def test_parsing_what_was_written_gives_it_back(address: Address) -> None:
    text = str(address)
    assert parse(text) == address
    assert str(parse(text)) == text
    assert kind_of(text) is address.kind
    assert may_be_evidence(text) is address.may_be_evidence is (address.kind in EVIDENCE_KINDS)
    assert may_be_context(text) is (address.kind in CONTEXT_KINDS)


PIECES = st.sampled_from(
    [
        *AddressKind,
        "_",
        "0",
        "7",
        "07",
        "10",
        "-1",
        "+1",
        " ",
        "\n",
        "٣",
        "²",
        "1" * 9,
        "1" * 10,
        "",
    ]
)


@given(st.one_of(st.text(max_size=20), st.lists(PIECES, max_size=8).map("".join)))
def test_whatever_parses_is_written_the_same_way(text: str) -> None:
    try:
        address = parse(text)
    except InvalidAddressError:
        assert not may_be_evidence(text)
        assert not may_be_context(text)
        return
    assert str(address) == text
    assert len(address.numbers) == COUNTS[address.kind]
    assert may_be_evidence(text) is address.may_be_evidence


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sentence",
        "sentence_",
        "sentence_٣",
        "sentence_²",
        "sentence_03",
        "sentence_1000000000",
        "sentence_-1",
        "sentence_1 ",
        "sentence_1\n",
        " sentence_1",
        "Sentence_1",
        "sentence_1_2",
        "_sentence_1",
        "sentence__1",
        "cell_0_1",
        "cell_0_1_2_3",
        "header_cell_0_1",
        "header_sentence_1",
        "caption_1",
        "table_caption_1_2",
        "item_1",
        "title_0",
        "paragraph_1",
        "page",
    ],
)
def test_text_that_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(InvalidAddressError, match="is not an address"):
        parse(text)
    assert not may_be_evidence(text)
    assert not may_be_context(text)


@pytest.mark.parametrize(
    ("element", "address"),
    [
        (Section(0, "History", 2), Address(AddressKind.SECTION, (0,))),
        (Sentence(3, "It is long."), Address(AddressKind.SENTENCE, (3,))),
        (Table(1, "general", ()), Address(AddressKind.TABLE, (1,))),
        (Caption(1, "Rivers"), Address(AddressKind.CAPTION, (1,))),
        (Cell(1, 0, 2, "Aare"), Address(AddressKind.CELL, (1, 0, 2))),
        (Cell(1, 0, 0, "River", is_header=True), Address(AddressKind.HEADER_CELL, (1, 0, 0))),
        (ListBlock(0, "unordered_list", ()), Address(AddressKind.LIST, (0,))),
        (Item(0, 4, "Aare"), Address(AddressKind.ITEM, (0, 4))),
    ],
)
def test_elements_have_the_addresses_of_the_grammar(
    element: Section | Sentence | Table | Caption | Cell | ListBlock | Item, address: Address
) -> None:
    assert element.address == str(address)


@pytest.mark.parametrize(
    ("text", "block", "position"),
    [
        ("sentence_3", "sentence_3", 3),
        ("cell_1_0_2", "table_1", 0),
        ("header_cell_1_5_2", "table_1", 5),
        ("table_caption_1", "table_1", 1),
        ("item_0_4", "list_0", 4),
        ("section_2", "section_2", 2),
    ],
)
def test_address_names_its_block_and_how_far_down_it_is(
    text: str, block: str, position: int
) -> None:
    assert str(parse(text).block) == block
    assert parse(text).position == position


def test_addresses_of_a_kind_are_ordered_by_their_numbers() -> None:
    texts = ["cell_0_10_1", "cell_0_2_1", "cell_0_2_0", "cell_1_0_0"]
    assert [str(address) for address in sorted(map(parse, texts))] == [
        "cell_0_2_0",
        "cell_0_2_1",
        "cell_0_10_1",
        "cell_1_0_0",
    ]


def test_title_is_an_address() -> None:
    assert parse(addresses.TITLE) == Address(AddressKind.TITLE)


def test_no_other_module_spells_addresses() -> None:
    """Return kinds followed by a placeholder, a digit class or a closing quote, as in a prefix."""
    spelt = re.compile(
        r"""["'/(|]"""
        r"(?:sentence|section|cell|header_cell|table_caption|table|list|item)"
        r"""_(?:\{|\\d|\[0-9|\(|["'])"""
    )
    elsewhere = [
        f"{path.relative_to(settings.PROJECT_ROOT)}: {line.strip()}"
        for package in settings.PROJECT_ROOT.glob("*/__init__.py")
        if package.parent.name not in {"tests", "benchmarks", "scripts", "demo"}
        for path in package.parent.rglob("*.py")
        if path != Path(addresses.__file__)
        for line in path.read_text(encoding="utf-8").splitlines()
        if spelt.search(line)
    ]
    assert elsewhere == []
