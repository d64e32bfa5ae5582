"""Statements about the rows of a table: compared, counted, looked up, the first of them. Pure.

Each topic can be stated truly and falsely and can be mutated; whether the result is true is
computed from the table, not assumed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from annotation.rules.verifying.elements import ElementReference
from campaigns.protocols.enums import Effect
from quality.simulation.grids import EVENTS, ColumnKind, GridColumn, ReadGrid

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LARGE = {"elevation": ("highest", "lowest"), "height": ("highest", "lowest")}
_WIDE = dict.fromkeys(("population", "area", "capacity", "attendance"), ("largest", "smallest"))
NUMERICAL, MULTI_HOP = "numerical_reasoning", "multi_hop_reasoning"
OTHER = "other"
_SINGULAR = ("ss", "us", "is", "medals")


@dataclass(frozen=True, slots=True)
class SimulatedStatement:
    """A sentence, whether it is so, and the elements that show it."""

    text: str
    is_true: bool
    evidence: tuple[ElementReference, ...]
    # Other evidence for the same, where there is some.
    also: tuple[ElementReference, ...] = ()
    challenge: str = OTHER


class StatementTopic(Protocol):
    """Something to make statements about."""

    def state(self, *, is_true: bool) -> SimulatedStatement:
        """Return a statement that is true, or one that is not."""

    def mutate(self, base: SimulatedStatement, effect: Effect | None) -> SimulatedStatement:
        """Return a statement of this topic changed in the way that is asked for."""


def number_word(number: int) -> str:
    """Return a small number in words."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def topics_of(grid: ReadGrid, dice: Random) -> Iterator[StatementTopic]:
    """Yield topics of a table, of all kinds, in random order."""
    topics: list[StatementTopic] = []
    for column in grid.columns:
        if column.kind is ColumnKind.TEXT or column.name not in EVENTS:
            topics += [LookUp(grid, column, row) for row in _some_rows(grid, dice)]
        if column.kind is not ColumnKind.TEXT:
            first, second = dice.sample(range(grid.size), 2)
            if column.values[first] != column.values[second]:
                topics.append(ComparedRows(grid, column, first, second))
            largest = max(column.values)
            if column.values.count(largest) == 1:
                topics.append(FirstOfAll(grid, column, column.values.index(largest)))
        else:
            texts = [column.text(row) for row in range(grid.size)]
            repeated = sorted({text for text in texts if 1 < texts.count(text) < grid.size})
            topics += [CountedRows(grid, column, value) for value in repeated[:2]]
    dice.shuffle(topics)
    yield from topics


def _some_rows(grid: ReadGrid, dice: Random) -> list[int]:
    return dice.sample(range(grid.size), min(2, grid.size))


def _references(grid: ReadGrid, column: GridColumn, *rows: int) -> tuple[ElementReference, ...]:
    cells = [cell for row in rows for cell in (grid.subjects[row], column.cells[row])]
    return tuple(dict.fromkeys(ElementReference(grid.page, cell.address) for cell in cells))


def _whole_column(grid: ReadGrid, column: GridColumn) -> tuple[ElementReference, ...]:
    """Return the caption, the header and all cells of a column."""
    addresses = [grid.caption] if grid.caption is not None else []
    addresses += [cell.address for cell in (column.header, *column.cells)]
    return tuple(ElementReference(grid.page, address) for address in dict.fromkeys(addresses))


def _is(column: GridColumn) -> str:
    return "are" if column.name.endswith("s") and not column.name.endswith(_SINGULAR) else "is"


def _among(grid: ReadGrid) -> str:
    return f"Among the {grid.topic}"


@dataclass(frozen=True, slots=True)
class ComparedRows:
    """Two rows of a column of numbers or years, the one beside the other."""

    grid: ReadGrid
    column: GridColumn
    first: int
    second: int

    def state(self, *, is_true: bool) -> SimulatedStatement:
        high, low = self._ordered()
        return self._made(high, low) if is_true else self._made(low, high)

    def mutate(self, base: SimulatedStatement, effect: Effect | None) -> SimulatedStatement:
        high, low = self._ordered()
        first, second = (high, low) if base.is_true else (low, high)
        names = self.grid.name(first), self.grid.name(second)
        among = _among(self.grid)
        match effect:
            case Effect.NEGATED:
                text = f"{among}, {self._words(names, more=False)}."
                return replace(base, text=text, is_true=not base.is_true)
            case Effect.REWORDED:
                words = self._words(names[::-1], more=False)
                return replace(base, text=f"{among}, {words}.")
            case Effect.WIDER:
                what = self._what()
                text = f"{among}, {names[0]} and {names[1]} differ in {what}."
                return replace(base, text=text, is_true=True)
            case Effect.NARROWER:
                words = self._words(names, more=True)
                value = self.column.text(second)
                return replace(base, text=f"{among}, {words}, which has {value}.")
            case _:
                third = next(
                    (row for row in range(self.grid.size) if row not in (first, second)), second
                )
                return self._made(third, second) if third != second else self._made(second, first)

    def _ordered(self) -> tuple[int, int]:
        values = self.column.values
        pair = (self.first, self.second)
        return pair if values[self.first] > values[self.second] else pair[::-1]

    def _made(self, first: int, second: int) -> SimulatedStatement:
        names = self.grid.name(first), self.grid.name(second)
        values = self.column.values
        return SimulatedStatement(
            f"{_among(self.grid)}, {self._words(names, more=True)}.",
            values[first] > values[second],
            _references(self.grid, self.column, first, second),
            challenge=NUMERICAL,
        )

    def _what(self) -> str:
        is_event = self.column.name in EVENTS
        return "the year" if is_event else self.column.name

    def _words(self, names: tuple[str, ...], *, more: bool) -> str:
        first, second = names
        if self.column.name in EVENTS:
            return f"{first} {EVENTS[self.column.name]} {'after' if more else 'before'} {second}"
        if self.column.kind is ColumnKind.YEAR:
            which = "a later" if more else "an earlier"
            return f"{first} has {which} {self.column.name} than {second}"
        return f"{first} has a {'greater' if more else 'smaller'} {self.column.name} than {second}"


@dataclass(frozen=True, slots=True)
class FirstOfAll:
    """The row with the largest number, or the latest year, of a column."""

    grid: ReadGrid
    column: GridColumn
    row: int

    def state(self, *, is_true: bool) -> SimulatedStatement:
        other = (self.row + 1) % self.grid.size
        return self._made(self.row if is_true else other)

    def mutate(self, base: SimulatedStatement, effect: Effect | None) -> SimulatedStatement:
        row = self.row if base.is_true else (self.row + 1) % self.grid.size
        name, what = self.grid.name(row), self._what()
        among = _among(self.grid)
        match effect:
            case Effect.NEGATED:
                text = f"{among}, {name} is exceeded by another in {self._measure()}."
                return replace(base, text=text, is_true=not base.is_true)
            case Effect.REWORDED:
                text = f"No other of the {self.grid.topic} reaches the {self._measure()} of {name}."
                return replace(base, text=text)
            case Effect.WIDER:
                place = sorted(self.column.values, reverse=True).index(self.column.values[row])
                text = f"{name} is one of the three with the {what} among the {self.grid.topic}."
                return replace(base, text=text, is_true=place < 3)
            case Effect.NARROWER:
                value = self.column.text(row)
                return replace(base, text=f"{among}, {name} has the {what}, with {value}.")
            case _:
                third = (row + 2) % self.grid.size
                return self._made(third)

    def _made(self, row: int) -> SimulatedStatement:
        return SimulatedStatement(
            f"{_among(self.grid)}, {self.grid.name(row)} has the {self._what()}.",
            row == self.row,
            _whole_column(self.grid, self.column),
            also=_references(self.grid, self.column, self.row, row),
            challenge=NUMERICAL,
        )

    def _measure(self) -> str:
        return "year" if self.column.name in EVENTS else self.column.name

    def _what(self) -> str:
        if self.column.kind is ColumnKind.YEAR:
            name = "year" if self.column.name in EVENTS else self.column.name
            return f"latest {name}"
        words = {**_LARGE, **_WIDE}.get(self.column.name.split()[-1], ("greatest", "smallest"))
        return f"{words[0]} {self.column.name}"


@dataclass(frozen=True, slots=True)
class CountedRows:
    """The number of rows that have a value in a column."""

    grid: ReadGrid
    column: GridColumn
    value: str

    def state(self, *, is_true: bool) -> SimulatedStatement:
        return self._made(self._count(), self._count() + (0 if is_true else 1))

    def mutate(self, base: SimulatedStatement, effect: Effect | None) -> SimulatedStatement:
        count = self._count()
        said = count if base.is_true else count + 1
        of = f"of the {number_word(self.grid.size)} {self.grid.topic}"
        with_value = f"have {self.value} as their {self.column.name}"
        match effect:
            case Effect.NEGATED:
                text = f"The number {of} that {with_value} is other than {number_word(said)}."
                return replace(base, text=text, is_true=said != count)
            case Effect.REWORDED:
                words = f"{self.column.name} of exactly {number_word(said)} {of} is {self.value}"
                return replace(base, text=f"The {words}.")
            case Effect.WIDER:
                text = f"At least one {of} has {self.value} as its {self.column.name}."
                return replace(base, text=text, is_true=True)
            case Effect.NARROWER:
                row = self._rows()[0]
                text = f"Exactly {number_word(said)} {of}, {self.grid.name(row)} among them,"
                return replace(base, text=f"{text} {with_value}.")
            case _:
                others = [self.column.text(row) for row in range(self.grid.size)]
                other = next(text for text in others if text != self.value)
                return CountedRows(self.grid, self.column, other)._made(others.count(other), said)

    def _rows(self) -> list[int]:
        rows = range(self.grid.size)
        return [row for row in rows if self.column.text(row) == self.value]

    def _count(self) -> int:
        return len(self._rows())

    def _made(self, count: int, said: int) -> SimulatedStatement:
        of = f"of the {number_word(self.grid.size)} {self.grid.topic}"
        verb = "has" if said == 1 else "have"
        their = "its" if said == 1 else "their"
        return SimulatedStatement(
            f"Exactly {number_word(said)} {of} {verb} {self.value} as {their} {self.column.name}.",
            said == count,
            _whole_column(self.grid, self.column),
            challenge=NUMERICAL,
        )


@dataclass(frozen=True, slots=True)
class LookUp:
    """The value of a row in a column."""

    grid: ReadGrid
    column: GridColumn
    row: int

    def state(self, *, is_true: bool) -> SimulatedStatement:
        return self._made(self.row, self._value() if is_true else self._other())

    def mutate(self, base: SimulatedStatement, effect: Effect | None) -> SimulatedStatement:
        said = self._value() if base.is_true else self._other()
        name, what = self.grid.name(self.row), self.column.name
        of = f"of {name} among the {self.grid.topic}"
        match effect:
            case Effect.NEGATED:
                text = f"The {what} {of} {_is(self.column)} something other than {said}."
                return replace(base, text=text, is_true=not base.is_true)
            case Effect.REWORDED:
                text = f"{_among(self.grid)}, {name} has {said} as its {what}."
                return replace(base, text=text)
            case Effect.WIDER:
                both = sorted({self._value(), self._other()})
                text = f"The {what} {of} {_is(self.column)} either {' or '.join(both)}."
                return replace(base, text=text, is_true=True)
            case Effect.NARROWER:
                return self._with_another(base, said)
            case _:
                others = [row for row in range(self.grid.size) if row != self.row]
                other = next((row for row in others if self.column.text(row) != said), others[0])
                return self._made(other, said)

    def _with_another(self, base: SimulatedStatement, said: str) -> SimulatedStatement:
        name, topic = self.grid.name(self.row), self.grid.topic
        others = [
            column
            for column in self.grid.columns
            if column.name != self.column.name and column.name not in EVENTS
        ]
        text = f"The {self.column.name} of {name} among the {topic} {_is(self.column)} {said}"
        if not others:
            where = number_word(self.grid.size)
            return replace(base, text=f"{text}, and {name} is one of {where} listed.")
        second = others[0]
        more = _references(self.grid, second, self.row)
        return replace(
            base,
            text=f"{text}, and its {second.name} {_is(second)} {second.text(self.row)}.",
            evidence=tuple(dict.fromkeys((*base.evidence, *more))),
        )

    def _value(self) -> str:
        return self.column.text(self.row)

    def _other(self) -> str:
        """Return the value of another row; a made-up one where all are the same."""
        texts = [self.column.text((self.row + step) % self.grid.size) for step in range(1, 4)]
        return next((text for text in texts if text != self._value()), f"not {self._value()}")

    def _made(self, row: int, said: str) -> SimulatedStatement:
        return SimulatedStatement(
            f"The {self.column.name} of {self.grid.name(row)} among the {self.grid.topic}"
            f" {_is(self.column)} {said}.",
            self.column.text(row) == said,
            _references(self.grid, self.column, row),
            also=tuple(
                ElementReference(self.grid.page, cell.address)
                for cell in (self.column.header, self.column.cells[row])
            ),
            challenge=NUMERICAL if self.column.kind is ColumnKind.NUMBER else OTHER,
        )
