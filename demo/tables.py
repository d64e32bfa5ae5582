"""Tables that are rendered from facts.

A line `<<table:name>>` in a source is replaced by the table that `facts/name.toml` describes: the
CSV file with the facts, the rows and their order, and the columns. Cells are wikitext in which
`$field` is a value of the row, `$rank` its position in the table, and `$field_grouped` a whole
number with thousands separators.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

PLACEHOLDER = re.compile(r"^<<table:([a-z0-9-]+)>>$", re.M)
NEEDLESS_PIPE = re.compile(r"\[\[([^\[\]|]+)\|\1\]\]")

Row = dict[str, str]


class TableError(Exception):
    """The description of a table does not match its facts."""


@dataclass(frozen=True)
class Column:
    """A column: its header, the header above it, and the pattern of its cells."""

    header: str
    cell: str
    group: str = ""
    row_header: bool = False
    merge: bool = False
    empty: str = ""
    sortable: bool = True


@dataclass(frozen=True)
class TableSpec:
    """The description of a table in `facts/<name>.toml`."""

    facts: str
    caption: str
    columns: tuple[Column, ...]
    where: tuple[tuple[str, str], ...] = ()
    sort: tuple[str, ...] = ()
    limit: int | None = None
    group_rows: str = ""
    footer: str = ""


def expand_placeholders(text: str, *, facts: Path) -> str:
    """Return the text with each placeholder line replaced by the wikitext of its table."""
    return PLACEHOLDER.sub(lambda match: render_table(match.group(1), facts=facts), text)


def render_table(name: str, *, facts: Path) -> str:
    spec = read_spec(facts / f"{name}.toml")
    rows = select_rows(read_facts(facts / spec.facts), spec)
    try:
        return "\n".join(table_lines(spec, rows))
    except KeyError as error:
        raise TableError(f"{name}: no field {error} in {spec.facts}") from error


def read_spec(path: Path) -> TableSpec:
    if not path.is_file():
        raise TableError(f"no table description {path.name}")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        return TableSpec(
            facts=data.pop("facts"),
            caption=data.pop("caption"),
            columns=tuple(Column(**column) for column in data.pop("columns")),
            where=tuple(data.pop("where", {}).items()),
            sort=tuple(data.pop("sort", [])),
            **data,
        )
    except (KeyError, TypeError) as error:
        raise TableError(f"{path.name}: {error}") from error


def read_facts(path: Path) -> list[Row]:
    """Return the rows of a CSV file of facts; every row must have every field."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    for row in rows:
        if None in row or None in row.values():
            raise TableError(f"{path.name}: ragged row {row}")
    return rows


def select_rows(rows: Sequence[Row], spec: TableSpec) -> list[Row]:
    """Return the selected rows in their order; `-field` sorts in descending order."""
    chosen = [row for row in rows if all(fits(row[field], value) for field, value in spec.where)]
    for field in reversed(spec.sort):
        chosen.sort(key=lambda row: sort_key(row[field.lstrip("-")]), reverse=field[0] == "-")
    chosen = chosen[: spec.limit]
    return [enrich(row, rank) for rank, row in enumerate(chosen, start=1)]


def fits(value: str, wanted: str) -> bool:
    return bool(value) if wanted == "*" else value == wanted


def sort_key(value: str) -> tuple[float, str]:
    try:
        return (float(value), "")
    except ValueError:
        return (float("-inf"), value)


def enrich(row: Row, rank: int) -> Row:
    """Add the rank, and grouped forms of whole numbers."""
    numbers = {field: value for field, value in row.items() if re.fullmatch(r"-?\d+", value)}
    grouped = {f"{field}_grouped": f"{int(value):,}" for field, value in numbers.items()}
    return {**row, **grouped, "rank": str(rank)}


def table_lines(spec: TableSpec, rows: Sequence[Row]) -> list[str]:
    lines = ['{| class="wikitable sortable"', f"|+ {spec.caption}", *header_lines(spec.columns)]
    texts = [[cell_text(column, row) for column in spec.columns] for row in rows]
    for index, row in enumerate(rows):
        if spec.group_rows and group_starts(spec, rows, index):
            lines += ["|-", f'! colspan="{len(spec.columns)}" | {row[spec.group_rows]}']
        lines.append("|-")
        for number, column in enumerate(spec.columns):
            span = merged_span(spec, rows, texts, index, number)
            if span:
                lines.append(cell_line(column, texts[index][number], span))
    if spec.footer:
        lines += ["|-", f'| colspan="{len(spec.columns)}" | {spec.footer}']
    return [*lines, "|}"]


def header_lines(columns: Sequence[Column]) -> list[str]:
    """Return one header row, or two if columns share a header above them."""
    two_levels = any(column.group for column in columns)
    top, below, previous = ["|-"], ["|-"], ""
    for index, column in enumerate(columns):
        attributes = ['scope="col"']
        if not column.sortable:
            attributes.append('class="unsortable"')
        if two_levels and not column.group:
            attributes.append('rowspan="2"')
        line = f"! {' '.join(attributes)} | {column.header}"
        if not column.group:
            top.append(line)
        else:
            below.append(line)
            if column.group != previous:
                span = sum(1 for _ in take_group(columns[index:], column.group))
                top.append(f'! scope="colgroup" colspan="{span}" | {column.group}')
        previous = column.group
    return top + below if two_levels else top


def take_group(columns: Sequence[Column], group: str) -> Sequence[Column]:
    end = next((i for i, column in enumerate(columns) if column.group != group), len(columns))
    return columns[:end]


def cell_text(column: Column, row: Row) -> str:
    fields = Template(column.cell).get_identifiers()
    if column.empty and fields and all(row[field] == "" for field in fields if field in row):
        return column.empty
    # A link whose text is its target needs no pipe.
    return NEEDLESS_PIPE.sub(r"[[\1]]", Template(column.cell).substitute(row))


def cell_line(column: Column, text: str, span: int) -> str:
    attributes = ['scope="row"'] if column.row_header else []
    if span > 1:
        attributes.append(f'rowspan="{span}"')
    mark = "!" if column.row_header else "|"
    return f"{mark} {' '.join(attributes)} | {text}" if attributes else f"{mark} {text}"


def group_starts(spec: TableSpec, rows: Sequence[Row], index: int) -> bool:
    return index == 0 or rows[index][spec.group_rows] != rows[index - 1][spec.group_rows]


def merged_span(
    spec: TableSpec, rows: Sequence[Row], texts: Sequence[Sequence[str]], index: int, number: int
) -> int:
    """Return the number of rows that the cell covers: 0 if the cell above covers it."""
    if not spec.columns[number].merge:
        return 1

    def continues(at: int) -> bool:
        crosses_group = bool(spec.group_rows) and group_starts(spec, rows, at)
        return not crosses_group and texts[at][number] == texts[at - 1][number]

    if index > 0 and continues(index):
        return 0
    end = index + 1
    while end < len(rows) and continues(end):
        end += 1
    return end - index
