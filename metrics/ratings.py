"""Ratings: which person gave which item which value, in compact arrays.

An item has any number of ratings, at most one by each rater; what is missing is simply not there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics.estimates import IntArray


class RepeatedRatingError(ValueError):
    """A rater rated an item twice."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings as three columns of codes, sorted by item, with the names behind the codes."""

    items: IntArray
    raters: IntArray
    values: IntArray
    item_names: tuple[Hashable, ...]
    rater_names: tuple[Hashable, ...]
    categories: tuple[str, ...]

    @classmethod
    def of(
        cls,
        triples: Iterable[tuple[Hashable, Hashable, str]],
        *,
        categories: Sequence[str] = (),
    ) -> Ratings:
        """Read (item, rater, value) triples.

        Categories keep the order given here; values beyond them follow in the order of their names,
        so that no figure depends on the order of the triples.
        """
        rows = list(triples)
        item_codes = _codes(row[0] for row in rows)
        rater_codes = _codes(row[1] for row in rows)
        given = tuple(dict.fromkeys(categories))
        names = (*given, *sorted({row[2] for row in rows} - set(given)))
        value_codes = {name: code for code, name in enumerate(names)}
        items = np.fromiter((item_codes[row[0]] for row in rows), np.int64, len(rows))
        raters = np.fromiter((rater_codes[row[1]] for row in rows), np.int64, len(rows))
        values = np.fromiter((value_codes[row[2]] for row in rows), np.int64, len(rows))
        order = np.lexsort((raters, items))
        items, raters, values = items[order], raters[order], values[order]
        if np.any((np.diff(items) == 0) & (np.diff(raters) == 0)):
            raise RepeatedRatingError
        return cls(items, raters, values, tuple(item_codes), tuple(rater_codes), names)

    def __len__(self) -> int:
        return len(self.values)

    def counts(self) -> IntArray:
        """Return how often each item was given each category: one row per item."""
        width = len(self.categories)
        flat = np.bincount(self.items * width + self.values, minlength=self._size * width)
        return flat.reshape(self._size, width).astype(np.int64)

    def ratings_per_item(self) -> IntArray:
        """Return how many ratings each item has."""
        return np.bincount(self.items, minlength=self._size).astype(np.int64)

    def select(self, chosen: NDArray[np.bool_]) -> Ratings:
        """Return the ratings of the items chosen, with the same codes for items and raters."""
        kept = chosen[self.items]
        return Ratings(
            self.items[kept],
            self.raters[kept],
            self.values[kept],
            self.item_names,
            self.rater_names,
            self.categories,
        )

    def pairs(self) -> RatingPairs:
        """Return every unordered pair of ratings of the same item, the lower rater code first."""
        per_item = self.ratings_per_item()
        starts = np.cumsum(per_item) - per_item
        firsts: list[IntArray] = []
        seconds: list[IntArray] = []
        # All items with the same number of ratings are handled at once.
        for number in np.unique(per_item[per_item > 1]):
            rows = starts[per_item == number][:, np.newaxis] + np.arange(number)
            first, second = np.triu_indices(int(number), k=1)
            firsts.append(rows[:, first].ravel())
            seconds.append(rows[:, second].ravel())
        a = np.concatenate(firsts) if firsts else np.zeros(0, dtype=np.int64)
        b = np.concatenate(seconds) if seconds else np.zeros(0, dtype=np.int64)
        return RatingPairs(
            self.items[a], self.raters[a], self.raters[b], self.values[a], self.values[b]
        )

    @property
    def _size(self) -> int:
        return len(self.item_names)


@dataclass(frozen=True, slots=True)
class RatingPairs:
    """Pairs of ratings of the same item, as five columns."""

    items: IntArray
    first_raters: IntArray
    second_raters: IntArray
    first_values: IntArray
    second_values: IntArray

    def __len__(self) -> int:
        return len(self.items)


def _codes(names: Iterable[Hashable]) -> dict[Hashable, int]:
    codes: dict[Hashable, int] = {}
    for name in names:
        codes.setdefault(name, len(codes))
    return codes
