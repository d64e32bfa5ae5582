"""The FEVEROUS page format, read and written.

What the format lacks is stored in extra keys that the official reader ignores: ``hole`` on the
empty cells that complete ragged rows (without them the official reader drops the table),
``parent`` on a table or list inside a cell, ``term`` on an item of a description list;
``hatnotes``, ``paragraphs`` (the sentences that start one) and ``flagged_sections`` on the page.
``strict=True`` leaves the extra keys out.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, cast, get_args

from wiki.parsing.addresses import AddressKind, InvalidAddressError, parse
from wiki.parsing.elements import (
    Block,
    Caption,
    Cell,
    Item,
    Link,
    ListBlock,
    ListKind,
    PageDocument,
    Section,
    Sentence,
    Table,
    TableKind,
)
from wiki.parsing.limits import InvalidPageError
from wiki.parsing.titles import normalise_title

# An anchor may contain brackets only in pairs: "]]]" would be ambiguous.
BALANCED_ANCHOR = r"(?:[^\[\]]|\[[^\[\]]*\])*"
_LINK = re.compile(rf"\[\[([^\[\]|]+)\|({BALANCED_ANCHOR})\]\]")
# Beyond this, the holes of a ragged table are not filled: it could take gigabytes.
_MOST_FILLED = 500_000
_LIST_KINDS: frozenset[str] = frozenset(get_args(ListKind))
_TABLE_KINDS: frozenset[str] = frozenset(get_args(TableKind))
_BLOCKS = frozenset(
    {AddressKind.SENTENCE, AddressKind.SECTION, AddressKind.TABLE, AddressKind.LIST}
)
_CELLS = frozenset({AddressKind.CELL, AddressKind.HEADER_CELL})


def write_feverous(document: PageDocument, *, strict: bool = False) -> dict[str, Any]:
    """Return the page as the JSON object that FEVEROUS readers expect."""
    page: dict[str, Any] = {
        "title": document.title,
        "order": [block.address for block in document.blocks],
    }
    for block in document.blocks:
        page[block.address] = _write_block(block, strict=strict)
    return page if strict else page | _write_extras(document)


def _write_extras(document: PageDocument) -> dict[str, list[str]]:
    """Return the extra keys of the page, without empty lists."""
    sentences = [block for block in document.blocks if isinstance(block, Sentence)]
    extras = {
        "hatnotes": [sentence.address for sentence in sentences if sentence.is_hatnote],
        "paragraphs": [sentence.address for sentence in sentences if sentence.starts_paragraph],
        "flagged_sections": list(document.flagged_sections),
    }
    return {key: addresses for key, addresses in extras.items() if addresses}


def _write_block(block: Block, *, strict: bool) -> str | dict[str, Any]:
    if isinstance(block, Sentence):
        return write_links(block.text, block.links)
    if isinstance(block, Section):
        return {"value": block.text, "level": block.level}
    if isinstance(block, ListBlock):
        items = [_write_item(item, strict=strict) for item in block.items]
        return _with_parent({"type": block.kind, "list": items}, block, strict=strict)
    table: dict[str, Any] = {"table": _write_rows(block, strict=strict), "type": block.kind}
    if block.caption is not None:
        table["caption"] = write_links(block.caption.text, block.caption.links)
    return _with_parent(table, block, strict=strict)


def _with_parent(
    value: dict[str, Any], block: Table | ListBlock, *, strict: bool
) -> dict[str, Any]:
    return value if block.parent is None or strict else {**value, "parent": block.parent}


def _write_item(item: Item, *, strict: bool) -> dict[str, Any]:
    value: dict[str, Any] = {
        "id": item.address,
        "value": write_links(item.text, item.links),
        "level": item.level,
    }
    if item.sublist is not None:
        value["type"] = item.sublist
    if item.is_term and not strict:
        value["term"] = True
    return value


def _write_rows(table: Table, *, strict: bool) -> list[list[dict[str, Any]]]:
    """Return the rows with every hole filled by an empty cell."""
    width = table.column_count
    if width * len(table.rows) > _MOST_FILLED:
        return [[_write_cell(cell) for cell in row] for row in table.rows]
    covered: list[int] = [0] * width
    rows = []
    for number, cells in enumerate(table.rows):
        row = []
        at = {cell.column: cell for cell in cells}
        column = 0
        while column < width:
            cell = at.get(column)
            if cell is not None:
                row.append(_write_cell(cell))
                until = min(column + cell.column_span, width)
                end = number + cell.row_span
                # Spans may overlap: a position stays covered until the longest of them ends.
                covered[column:until] = [max(end, row_end) for row_end in covered[column:until]]
                column = until
                continue
            if covered[column] <= number:
                row.append(_hole(table.number, number, column, strict=strict))
            column += 1
        rows.append(row)
    return rows


def _write_cell(cell: Cell) -> dict[str, Any]:
    return {
        "id": cell.address,
        "value": write_links(cell.text, cell.links),
        "is_header": cell.is_header,
        "column_span": str(cell.column_span),
        "row_span": str(cell.row_span),
    }


def _hole(table: int, row: int, column: int, *, strict: bool) -> dict[str, Any]:
    cell = _write_cell(Cell(table, row, column, ""))
    return cell if strict else {**cell, "hole": True}


def write_links(text: str, links: tuple[Link, ...]) -> str:
    """Return the text with its links as ``[[Target_with_underscores|anchor]]``."""
    if not links:
        return text
    parts = []
    done = 0
    for link in links:
        target = link.target.replace(" ", "_")
        if link.fragment:
            target += "#" + link.fragment.replace(" ", "_")
        parts += [text[done : link.start], "[[", target, "|", text[link.start : link.end], "]]"]
        done = link.end
    parts.append(text[done:])
    return "".join(parts)


def read_links(value: str) -> tuple[str, tuple[Link, ...]]:
    """Return the plain text of a value and its links with their offsets."""
    if "[[" not in value:
        return value, ()
    parts: list[str] = []
    links = []
    length = done = 0
    for match in _LINK.finditer(value):
        before = value[done : match.start()]
        target, _, fragment = match[1].partition("#")
        start = length + len(before)
        length = start + len(match[2])
        parts += [before, match[2]]
        done = match.end()
        if normalise_title(target):
            links.append(
                Link(normalise_title(target), match[2], start, length, fragment.replace("_", " "))
            )
    parts.append(value[done:])
    return "".join(parts), tuple(links)


def read_feverous(page: Mapping[str, Any]) -> PageDocument:
    """Return the page in this FEVEROUS JSON. Raise InvalidPageError if it is not valid."""
    title = normalise_title(str(page.get("title", "")))
    try:
        marks = _Marks(frozenset(page.get("hatnotes", ())), frozenset(page.get("paragraphs", ())))
        blocks = tuple(_read_block(address, page[address], marks) for address in page["order"])
        flagged = tuple(str(address) for address in page.get("flagged_sections", ()))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidPageError(title, f"it is not a FEVEROUS page ({error!r})") from error
    if not title:
        raise InvalidPageError(title, "it is a FEVEROUS page without a title")
    return PageDocument(title, blocks, flagged)


class _Marks(NamedTuple):
    """The addresses of sentences in the extra keys."""

    hatnotes: frozenset[str]
    paragraphs: frozenset[str]


def _read_block(address: str, value: Any, marks: _Marks) -> Block:
    block = parse(address)
    if block.kind not in _BLOCKS:
        raise InvalidAddressError(address)
    (number,) = block.numbers
    if block.kind is AddressKind.SENTENCE:
        text, links = read_links(value)
        return Sentence(
            number,
            text,
            links,
            is_hatnote=address in marks.hatnotes,
            starts_paragraph=address in marks.paragraphs,
        )
    if block.kind is AddressKind.SECTION:
        return Section(number, value["value"], int(value["level"]))
    if block.kind is AddressKind.LIST:
        items = tuple(_read_item(item) for item in value["list"])
        return ListBlock(number, _list_kind(value["type"]), items, value.get("parent"))
    caption = None
    if value.get("caption"):
        text, links = read_links(value["caption"])
        caption = Caption(number, text, links)
    rows = tuple(
        tuple(_read_cell(cell) for cell in row if not cell.get("hole")) for row in value["table"]
    )
    return Table(number, _table_kind(value["type"]), rows, caption, value.get("parent"))


def _read_cell(cell: Mapping[str, Any]) -> Cell:
    address = parse(cell["id"])
    if address.kind not in _CELLS:
        raise InvalidAddressError(cell["id"])
    table, row, column = address.numbers
    text, links = read_links(cell["value"])
    return Cell(
        table,
        row,
        column,
        text,
        links,
        bool(cell["is_header"]),
        int(cell["row_span"]),
        int(cell["column_span"]),
    )


def _read_item(item: Mapping[str, Any]) -> Item:
    address = parse(item["id"])
    if address.kind is not AddressKind.ITEM:
        raise InvalidAddressError(item["id"])
    list_number, number = address.numbers
    text, links = read_links(item["value"])
    sublist = _list_kind(item["type"]) if item.get("type") else None
    return Item(
        list_number,
        number,
        text,
        links,
        int(item["level"]),
        sublist,
        is_term=bool(item.get("term")),
    )


def _list_kind(value: str) -> ListKind:
    if value not in _LIST_KINDS:
        raise ValueError(value)
    return cast("ListKind", value)


def _table_kind(value: str) -> TableKind:
    if value not in _TABLE_KINDS:
        raise ValueError(value)
    return cast("TableKind", value)
