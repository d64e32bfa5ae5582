"""A second reading of the language of programs: rows are lists, and nothing is indexed or masked.

It shares the classes of the language with the verifier, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.tables import language as of

# A row: texts, and numbers where the column has numbers.
Cell = str | float | None
Row = tuple[Cell, ...]


class NoValueError(Exception):
    """A number was asked for, and there is none."""


@dataclass(frozen=True)
class PlainTable:
    """Rows as they were written."""

    rows: Sequence[Row]

    def holds(self, truth: of.Truth) -> bool:
        """Return whether a program is true; without a value, it is not."""
        try:
            return self._holds(truth)
        except NoValueError:
            return False

    def _holds(self, truth: of.Truth) -> bool:
        if isinstance(truth, of.Exists):
            return len(self.chosen(truth.view)) > 0
        if isinstance(truth, of.Only):
            return len(self.chosen(truth.view)) == 1
        if isinstance(truth, of.Every):
            chosen, within = self.chosen(truth.view), self.chosen(truth.within)
            return bool(chosen) and all(place in within for place in chosen)
        if isinstance(truth, of.MostOf):
            chosen, within = self.chosen(truth.view), self.chosen(truth.within)
            inside = sum(place in within for place in chosen)
            return inside > len(chosen) - inside
        if isinstance(truth, of.Meets):
            second = self.chosen(truth.second)
            return any(place in second for place in self.chosen(truth.first))
        if isinstance(truth, of.Compare):
            return _compares(truth.comparison, self.number(truth.first), self.number(truth.second))
        if isinstance(truth, of.SameText):
            texts = [self._first(view, truth.column) for view in (truth.first, truth.second)]
            return texts[0] == texts[1]
        if isinstance(truth, of.MostFrequent):
            return self._is_most_frequent(truth)
        if isinstance(truth, of.Negation):
            return not self._holds(truth.truth)
        assert isinstance(truth, of.Both)
        return all(self._holds(part) for part in truth.truths)

    def chosen(self, view: of.View) -> list[int]:
        """Return the places of the rows of a view, from the top."""
        if isinstance(view, of.AllRows):
            return list(range(len(self.rows)))
        inner = self.chosen(view.view)
        if isinstance(view, of.FilterWords):
            return [place for place in inner if self._has(place, view.column, view.words)]
        if isinstance(view, of.FilterAny):
            return [
                place
                for place in inner
                if any(self._has(place, view.column, words) for words in view.words)
            ]
        if isinstance(view, of.FilterNot):
            return [place for place in inner if not self._has(place, view.column, view.words)]
        if isinstance(view, of.FilterCompare):
            return [
                place
                for place in inner
                if (key := self._key(place, view.column)) is not None
                and _compares(view.comparison, key, view.number)
            ]
        if isinstance(view, of.Extreme):
            return self._extreme(view, inner)
        places = inner[::-1] if view.from_end else inner
        return places[view.place - 1 : view.place]

    def _extreme(self, view: of.Extreme, inner: list[int]) -> list[int]:
        keys = [key for place in inner if (key := self._key(place, view.column)) is not None]
        for _ in range(view.place):
            if not keys:
                return []
            best = _best(keys, view.is_largest)
            keys = [key for key in keys if key != best]
        return [place for place in inner if self._key(place, view.column) == best]

    def number(self, part: of.Scalar) -> float:
        """Return a number; raise NoValueError where there is none."""
        if isinstance(part, of.GivenNumber):
            return part.value
        if isinstance(part, of.RowCount):
            return len(self.chosen(part.view))
        if isinstance(part, of.CountDistinct):
            return len({self.rows[place][part.column] for place in self.chosen(part.view)})
        if isinstance(part, of.Distance):
            return abs(self.number(part.first) - self.number(part.second))
        keys = [
            key
            for place in self.chosen(part.view)
            if (key := self._key(place, part.column)) is not None
        ]
        if not keys:
            raise NoValueError
        if isinstance(part, of.Hop):
            return keys[0]
        if part.function is of.Aggregate.SUM:
            return sum(keys)
        if part.function is of.Aggregate.AVERAGE:
            return sum(keys) / len(keys)
        return _best(keys, part.function is of.Aggregate.MAX)

    def _is_most_frequent(self, truth: of.MostFrequent) -> bool:
        chosen = self.chosen(truth.view)
        texts = [self.rows[place][truth.column] for place in chosen]
        named = {
            self.rows[place][truth.column]
            for place in chosen
            if self._has(place, truth.column, truth.words)
        }
        if not named:
            raise NoValueError
        return max(texts.count(text) for text in named) == max(texts.count(text) for text in texts)

    def _first(self, view: of.View, column: int) -> Cell:
        chosen = self.chosen(view)
        if not chosen:
            raise NoValueError
        return self.rows[chosen[0]][column]

    def _key(self, place: int, column: int) -> float | None:
        cell = self.rows[place][column]
        return None if isinstance(cell, str) else cell

    def _has(self, place: int, column: int, words: str) -> bool:
        cell = self.rows[place][column]
        return isinstance(cell, str) and f" {words} " in f" {cell} "


def _best(keys: Sequence[float], is_largest: bool) -> float:
    return sorted(keys)[-1 if is_largest else 0]


def _compares(comparison: of.Comparison, first: float, second: float) -> bool:
    # Written numbers are rounded.
    is_same = abs(first - second) <= 5e-4 * max(abs(first), abs(second)) + 1e-9
    return {
        of.Comparison.EQUAL: is_same,
        of.Comparison.NOT_EQUAL: not is_same,
        of.Comparison.GREATER: first > second,
        of.Comparison.LESS: first < second,
        of.Comparison.AT_LEAST: first >= second,
        of.Comparison.AT_MOST: first <= second,
    }[comparison]
