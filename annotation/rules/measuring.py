"""Measures of one person against others: hits of items, and drift between two times.

Pure: no Django.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metrics.estimates import Estimate, difference, share


@dataclass(frozen=True, slots=True)
class Hits:
    """So many of so many."""

    hits: int = 0
    items: int = 0

    @classmethod
    def of(cls, outcomes: Sequence[bool]) -> Hits:
        return cls(sum(outcomes), len(outcomes))

    def __add__(self, other: Hits) -> Hits:
        return Hits(self.hits + other.hits, self.items + other.items)

    @property
    def estimate(self) -> Estimate:
        """Return the share with its Wilson interval."""
        return share(self.hits, self.items)

    @property
    def percents(self) -> tuple[int, int, int] | None:
        """Return the share and its interval in whole percents."""
        found = self.estimate
        if found.value is None or found.low is None or found.high is None:
            return None
        return round(100 * found.value), round(100 * found.low), round(100 * found.high)


@dataclass(frozen=True, slots=True)
class Drift:
    """The earlier and the later half of a person's outcomes, in their order."""

    earlier: Hits
    later: Hits

    @classmethod
    def of(cls, outcomes: Sequence[bool]) -> Drift:
        half = len(outcomes) // 2
        return cls(Hits.of(outcomes[:half]), Hits.of(outcomes[half:]))

    @property
    def is_measured(self) -> bool:
        """Return whether both halves have items to compare."""
        return bool(self.earlier.items and self.later.items)

    @property
    def difference(self) -> Estimate:
        """Return by how much the later share is above the earlier one, with its interval."""
        return difference(self.later.estimate, self.earlier.estimate)

    @property
    def is_down(self) -> bool:
        """Return whether the later half is worse by more than chance explains."""
        high = self.difference.high
        return high is not None and high < 0

    @property
    def is_up(self) -> bool:
        """Return whether the later half is better by more than chance explains."""
        low = self.difference.low
        return low is not None and low > 0
