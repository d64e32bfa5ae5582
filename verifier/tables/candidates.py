"""A statement's views, the columns worth trying, and candidates for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec import Struct

from verifier.tables.interpreter import (
    compare_rows,
)
from verifier.tables.language import (
    AllRows,
    Comparison,
    FilterCompare,
    FilterWords,
    Truth,
    View,
)
from verifier.tables.linking import LinkedStatement, Mention, link
from verifier.tables.table import DataTable
from verifier.tables.triggers import Triggers, comparison_before, find_triggers
from verifier.tables.values import ValueKind

MOST_MENTIONS = 10
MOST_VIEWS = 26
MOST_COLUMNS_TRIED = 4
MOST_CANDIDATES = 400


class SearchedView(Struct, frozen=True):
    """A view of the statement: its rows, the tokens that ask for it, how it was linked."""

    view: View
    mask: int
    # Bits of the statement's tokens that it explains.
    used: int
    conditions: int
    # Rows in which the words are whole cells, as a share of conditions.
    wholeness: float
    columns: int
    is_fuzzy: bool = False


class TableProgram(Struct, frozen=True):
    """A program with its result and what it was built from."""

    truth: Truth
    result: bool
    family: int
    # Bits of the statement's tokens that it explains.
    used: int
    # The column that is compared, counted or ranked; −1 for none.
    column: int
    view_rows: int
    conditions: int
    wholeness: float
    is_fuzzy: bool
    trigger: int = -1
    # How far two compared numbers are apart, relative to the larger one; −1 for none.
    gap: float = -1.0
    detail: int = 0


@dataclass(slots=True)
class Context:
    """A statement linked to its table, with the views that programs are built on."""

    table: DataTable
    linked: LinkedStatement
    triggers: Triggers
    mentions: list[Mention] = field(default_factory=list)
    views: list[SearchedView] = field(default_factory=list)
    candidates: list[TableProgram] = field(default_factory=list)

    def add(self, candidate: TableProgram) -> None:
        """Keep a candidate, up to the bound."""
        if len(self.candidates) < MOST_CANDIDATES:
            self.candidates.append(candidate)

    @property
    def is_full(self) -> bool:
        return len(self.candidates) >= MOST_CANDIDATES

    def ordered_columns(self, near: int = -1) -> list[int]:
        """Return columns that can be compared, the likeliest first.

        A column whose header is in the statement comes first; a near one before others.
        """
        scores = self.linked.header_scores
        found = [column.number for column in self.table.columns if column.is_ordered]
        found.sort(key=lambda number: (-scores[number], self.distance(number, near), number))
        return found[:MOST_COLUMNS_TRIED]

    def distance(self, column: int, place: int) -> int:
        """Return how many tokens lie between a position and a column's header words."""
        places = self.linked.header_positions[column]
        if place < 0 or not places:
            return 99
        return min(abs(one - place) for one in places)


ALL = AllRows()


def span_bits(start: int, end: int) -> int:
    """Return the bits of the tokens from start to end."""
    return ((1 << end) - 1) ^ ((1 << start) - 1)


def words_of(linked: LinkedStatement, mention: Mention, table: DataTable) -> str:
    """Return the n-gram by which a mention is found in the table's index."""
    gram = " ".join(linked.stems[mention.start : mention.end])
    if not mention.is_fuzzy or gram in table.index:
        return gram
    for word, links in table.index.items():
        if " " not in word and any(
            one.column == mention.column and one.mask == mention.mask for one in links
        ):
            return word
    return gram


def said(linked: LinkedStatement, mention: Mention) -> str:
    """Return the words of a mention as the statement has them."""
    return " ".join(linked.tokens[mention.start : mention.end])


def make_context(statement: str, caption: str, table: DataTable) -> Context:
    """Link a statement and prepare the views on which programs are built."""
    linked = link(statement, caption, table)
    context = Context(table, linked, find_triggers(linked.tokens, linked.stems))
    context.mentions = _best_mentions(context)
    context.views = list(_views(context))
    return context


def _best_mentions(context: Context) -> list[Mention]:
    """Return the likeliest one or two columns of each span."""
    scores = context.linked.header_scores
    chosen: list[Mention] = []
    for found in context.linked.spans.values():
        ranked = sorted(
            found,
            key=lambda mention: (
                -(mention.whole != 0),
                -scores[mention.column],
                context.distance(mention.column, mention.start),
                mention.column,
            ),
        )
        chosen.extend(ranked[: 2 if len(ranked) > 1 else 1])
    chosen.sort(key=lambda mention: (-mention.length, mention.start, mention.column))
    return chosen[:MOST_MENTIONS]


def _views(context: Context) -> Iterator[SearchedView]:
    table = context.table
    everything = SearchedView(ALL, table.all, 0, 0, 1.0, 0)
    yield everything
    singles = [_view_of(context, mention) for mention in context.mentions]
    compared = list(_compared_views(context))
    made = 0
    seen: set[tuple[int, int]] = set()
    for view in [*singles, *compared]:
        if (view.mask, view.used) not in seen:
            seen.add((view.mask, view.used))
            made += 1
            yield view
    base = singles + compared
    for place, first in enumerate(base):
        for second in base[place + 1 :]:
            if made >= MOST_VIEWS:
                return
            if first.used & second.used or first.columns & second.columns:
                continue
            joined = join(first, second)
            if (joined.mask, joined.used) in seen:
                continue
            seen.add((joined.mask, joined.used))
            made += 1
            yield joined


def _view_of(context: Context, mention: Mention) -> SearchedView:
    words = words_of(context.linked, mention, context.table)
    return SearchedView(
        view=FilterWords(ALL, mention.column, words, said(context.linked, mention)),
        mask=mention.mask,
        used=span_bits(mention.start, mention.end),
        conditions=1,
        wholeness=1.0 if mention.whole else 0.0,
        columns=1 << mention.column,
        is_fuzzy=mention.is_fuzzy,
    )


def _compared_views(context: Context) -> Iterator[SearchedView]:
    """Yield rows whose key is above or below a number of the statement."""
    for number in context.linked.numbers[:4]:
        comparison = comparison_before(context.linked.tokens, number.position)
        if comparison is None:
            continue
        for column in context.ordered_columns(number.position)[:3]:
            mask = compare_rows(context.table, context.table.all, column, comparison, number.value)
            used = 1 << number.position
            if number.position:
                used |= 1 << (number.position - 1)
            for place in context.linked.header_positions[column]:
                used |= 1 << place
            yield SearchedView(
                view=FilterCompare(ALL, column, comparison, number.value),
                mask=mask,
                used=used,
                conditions=1,
                wholeness=1.0,
                columns=1 << column,
            )


def join(first: SearchedView, second: SearchedView) -> SearchedView:
    """Return the rows of both views."""
    inner = second.view
    view: View
    if isinstance(inner, FilterWords):
        view = FilterWords(first.view, inner.column, inner.words, inner.said)
    elif isinstance(inner, FilterCompare):
        view = FilterCompare(first.view, inner.column, inner.comparison, inner.number)
    else:
        raise TypeError(inner)
    return SearchedView(
        view=view,
        mask=first.mask & second.mask,
        used=first.used | second.used,
        conditions=first.conditions + second.conditions,
        wholeness=(first.wholeness * first.conditions + second.wholeness * second.conditions)
        / (first.conditions + second.conditions),
        columns=first.columns | second.columns,
        is_fuzzy=first.is_fuzzy or second.is_fuzzy,
    )


def relative_gap(first: float, second: float) -> float:
    """Return how far two numbers are apart, relative to the larger one."""
    largest = max(abs(first), abs(second))
    return abs(first - second) / largest if largest else 0.0


def is_number_like(kind: ValueKind) -> bool:
    """Return whether keys of this kind can be added."""
    return kind in (ValueKind.NUMBER, ValueKind.MONEY, ValueKind.PERCENTAGE, ValueKind.RANK)


COMPARISONS = (Comparison.GREATER, Comparison.LESS)
