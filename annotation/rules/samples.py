"""Random samples by seed: the same seed on the same items draws the same, in whatever order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotation.rules.ranking import rank_of


def draw_sample(items: Mapping[str, str], size: int, seed: str, *, by_stratum: bool) -> list[str]:
    """Return the names of drawn items, in random order; `items` gives the stratum of each.

    By stratum, each has its share of the sample, by largest remainders; else by lot alone.
    """
    ranked = sorted(items, key=lambda name: (rank_of(seed, "sample", name), name))
    if not by_stratum:
        return ranked[:size]
    strata: dict[str, list[str]] = {}
    for name in ranked:
        strata.setdefault(items[name], []).append(name)
    sizes = shares_of(size, {stratum: len(names) for stratum, names in strata.items()})
    drawn = {name for stratum, names in strata.items() for name in names[: sizes[stratum]]}
    return [name for name in ranked if name in drawn]


def shares_of(size: int, counts: Mapping[str, int]) -> dict[str, int]:
    """Return how many of a sample each stratum gets, in proportion to its count."""
    total = sum(counts.values())
    wanted = min(size, total)
    if not total:
        return {}
    sizes = {name: wanted * count // total for name, count in counts.items()}
    rest: Sequence[str] = sorted(counts, key=lambda name: (-(wanted * counts[name] % total), name))
    for name in rest[: wanted - sum(sizes.values())]:
        sizes[name] += 1
    return sizes
