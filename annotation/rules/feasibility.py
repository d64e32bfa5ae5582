"""The highlights that pages can give, against what a target asks for. Pure: no Django.

A unit (a page, a table) gives one highlight, and some units would do for several sources. So the
sources compete for them: there is enough if every group of sources has at least as many units as
it wants together (Hall's theorem).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

# How many units would do for exactly these sources.
Supply = Mapping[frozenset[str], int]


def whole_shares(shares: Mapping[str, Fraction], total: int) -> dict[str, int]:
    """Divide a total by shares into whole numbers that add up to it, the largest rests first."""
    exact = {name: share * total for name, share in shares.items()}
    counts = {name: int(part) for name, part in exact.items()}
    by_rest = sorted(exact, key=lambda name: counts[name] - exact[name])
    for name in by_rest[: total - sum(counts.values())]:
        counts[name] += 1
    return counts


def units_for(supply: Supply, sources: frozenset[str]) -> int:
    """Return how many units would do for at least one of these sources."""
    return sum(count for served, count in supply.items() if served & sources)


def can_meet(wanted: Mapping[str, int], supply: Supply) -> bool:
    """Return whether the units suffice for all sources at once."""
    groups = (
        frozenset(group)
        for size in range(1, len(wanted) + 1)
        for group in combinations(wanted, size)
    )
    return all(sum(wanted[name] for name in group) <= units_for(supply, group) for group in groups)


def reachable(shares: Mapping[str, Fraction], target: int, supply: Supply) -> int:
    """Return how much of a target can be met with these shares: the target itself or less."""
    least, most = 0, target
    while least < most:
        middle = (least + most + 1) // 2
        if can_meet(whole_shares(shares, middle), supply):
            least = middle
        else:
            most = middle - 1
    return least
