"""Counts of people in groups, reported so that no group below a size can be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LEAST = 5


@dataclass(frozen=True, slots=True)
class GroupedCounts:
    """The groups that may be shown, the largest first, and the people of all others together."""

    shown: tuple[tuple[str, int], ...]
    pooled: int

    @property
    def total(self) -> int:
        return sum(count for _name, count in self.shown) + self.pooled


def group_counts(counts: Mapping[str, int], least: int = LEAST) -> GroupedCounts:
    """Pool small groups, and larger ones with them until the pool is large enough, too.

    Otherwise the total would tell what the small groups come to. Where nothing can be shown,
    everybody is in the pool.
    """
    ordered = sorted((count, name) for name, count in counts.items() if count > 0)
    pooled = taken = 0
    for count, _name in ordered:
        if count >= least and (pooled == 0 or pooled >= least):
            break
        pooled += count
        taken += 1
    shown = sorted((-count, name) for count, name in ordered[taken:])
    return GroupedCounts(tuple((name, -count) for count, name in shown), pooled)
