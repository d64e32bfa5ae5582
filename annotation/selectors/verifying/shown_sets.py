"""Evidence sets as people read them who did not choose them: by page, and cells as small tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.rules.verifying.elements import ElementReference, in_reading_order
from annotation.rules.verifying.figures import (
    ChosenCell,
    FiguresOver,
    LineFigures,
    figures_of_set,
    figures_of_table,
)
from annotation.rules.verifying.tables import LabelledPlace
from annotation.selectors.verifying.elements import LoadedPage, ShownElement, shown_element
from wiki.parsing import addresses
from wiki.parsing.addresses import AddressKind
from wiki.reading.markup import table_name


@dataclass(slots=True)
class ShownText:
    """A sentence, an item, a caption: below the sections that it is in."""

    element: ShownElement
    sections: Sequence[str]


@dataclass(slots=True)
class ShownTable:
    """The chosen cells of a table, with the labels of their rows and columns."""

    name: str
    sections: Sequence[str]
    cells: dict[tuple[int, int], ShownElement] = field(default_factory=dict)

    @property
    def columns(self) -> list[tuple[int, str]]:
        """Return the columns that have a chosen cell, from left to right, with their labels."""
        labels = {place.column: place.column_label for place in self._places()}
        return sorted(labels.items())

    @property
    def has_column_labels(self) -> bool:
        return any(label for _, label in self.columns)

    @property
    def rows(self) -> list[tuple[int, str, list[ShownElement | None]]]:
        """Return the number, the label and the chosen cells of each row, from top to bottom."""
        labels = {place.row: place.row_label for place in self._places()}
        columns = [column for column, _ in self.columns]
        return [
            (row + 1, label, [self.cells.get((row, column)) for column in columns])
            for row, label in sorted(labels.items())
        ]

    @property
    def figures(self) -> list[LineFigures]:
        """Return the figures of each column, or of the only row, with at least two numbers."""
        return figures_of_table(_chosen_cells(self.cells.values()))

    def _places(self) -> list[LabelledPlace]:
        return [cell.place for cell in self.cells.values() if cell.place is not None]


@dataclass(slots=True)
class ShownPage:
    """The elements of a set that are on one page, from top to bottom."""

    title: str
    parts: list[ShownText | ShownTable] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ShownSet:
    """An evidence set: its number, and its elements in reading order."""

    number: int
    elements: Sequence[ShownElement]

    @property
    def pages(self) -> list[ShownPage]:
        """Return the elements by page; cells of one table stand together."""
        pages: dict[str, ShownPage] = {}
        tables: dict[tuple[str, int], ShownTable] = {}
        for element in self.elements:
            title = element.element.page
            page = pages.setdefault(title, ShownPage(title))
            place = element.place
            if place is None:
                page.parts.append(ShownText(element, sections_above(element)))
                continue
            key = (title, place.table.number)
            if key not in tables:
                tables[key] = ShownTable(table_name(place.table), sections_above(element))
                page.parts.append(tables[key])
            tables[key].cells[place.row, place.column] = element
        return list(pages.values())

    @property
    def figures(self) -> LineFigures | None:
        """Return the figures of all cells, where those of no table say the same."""
        lines = figures_of_set(_chosen_cells(self.elements))
        if not lines or lines[0].over is not FiguresOver.SET:
            return None
        everything = lines[0]
        same = any(line.figures.count == everything.figures.count for line in lines[1:])
        return None if same else everything


def _chosen_cells(elements: Iterable[ShownElement]) -> list[ChosenCell]:
    return [
        ChosenCell(element.element.page, element.place, element.text)
        for element in elements
        if element.place is not None
    ]


def sections_above(element: ShownElement) -> list[str]:
    """Return the headings of the sections that an element is in, from the outermost on."""
    return [
        text
        for address, text in element.context
        if addresses.kind_of(address) is AddressKind.SECTION
    ]


def shown_sets(
    sets: Mapping[int, Sequence[ElementReference]], pages: Mapping[str, LoadedPage]
) -> list[ShownSet]:
    """Return sets, by their numbers, in reading order. Their pages must hold them."""
    documents = {title: page.document for title, page in pages.items()}
    return [
        ShownSet(
            number,
            [
                shown_element(documents[element.page], element)
                for element in in_reading_order(elements, documents)
            ],
        )
        for number, elements in sets.items()
    ]
