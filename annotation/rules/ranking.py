"""Drawing by rank: a keyed hash orders all candidates, and those of the lowest ranks are drawn.

The same seed on the same titles draws the same, in whatever order they come, and drawing more
later goes on where it stopped. Pure: no Django, memory for what is kept only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from heapq import heappush, heapreplace

# Ranks are from 0 to one less.
RANKS = 2**63


def rank_of(seed: str, *parts: object) -> int:
    """Return a number from 0 to 2^63 − 1 that nobody can guess without the seed."""
    text = "\0".join(map(str, parts)).encode("utf-8", "surrogatepass")
    digest = blake2b(text, digest_size=8, key=blake2b(seed.encode(), digest_size=32).digest())
    return int.from_bytes(digest.digest()) >> 1


def pick(seed: str, among: int, *parts: object) -> int:
    """Return a place from 0 to among − 1."""
    return rank_of(seed, "pick", *parts) % among


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """Something that can be drawn; `number` tells the tables of one page apart."""

    rank: int
    title: str
    page: int = field(compare=False)
    number: int | None = field(default=None, compare=False)

    @property
    def unit(self) -> str:
        return f"page:{self.page}" if self.number is None else f"table:{self.page}:{self.number}"


@dataclass(slots=True)
class LowestRanks:
    """The `limit` candidates with the lowest ranks among all that were offered."""

    limit: int
    offered: int = 0
    _kept: list[tuple[int, str, Candidate]] = field(default_factory=list)
    _bound: int = -1

    def offer(self, rank: int, title: str, page: int, number: int | None = None) -> None:
        self.offered += 1
        if len(self._kept) >= self.limit:
            if not self.limit or rank > self._bound:
                return
            heapreplace(self._kept, (-rank, title, Candidate(rank, title, page, number)))
        else:
            heappush(self._kept, (-rank, title, Candidate(rank, title, page, number)))
        self._bound = -self._kept[0][0]

    def in_order(self) -> list[Candidate]:
        return sorted(kept[2] for kept in self._kept)


def allot(pools: Sequence[tuple[str, LowestRanks, int]]) -> dict[str, list[Candidate]]:
    """Give each source as many candidates as it lacks, no unit twice.

    The source with the fewest candidates chooses first: a page that has a rare table is not
    spent on its sentences. `pools`: a source's name, its candidates, how many it lacks.
    """
    taken: set[str] = set()
    allotted: dict[str, list[Candidate]] = {}
    for name, lowest, lacking in sorted(pools, key=lambda pool: (pool[1].offered, pool[0])):
        chosen = _first(lowest.in_order(), lacking, taken)
        taken.update(candidate.unit for candidate in chosen)
        allotted[name] = chosen
    return allotted


def _first(candidates: Iterable[Candidate], most: int, taken: set[str]) -> list[Candidate]:
    chosen: list[Candidate] = []
    for candidate in candidates:
        if len(chosen) >= most:
            break
        if candidate.unit not in taken:
            chosen.append(candidate)
    return chosen
