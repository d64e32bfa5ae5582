"""Quotas dealt from decks: at any time, each value is within one item of its share.

A deck is shares, a seed and an order. The counts of its values are all that is needed to go on, so
a deck can be resumed from stored counts. Positions start at 1. A freed position
(a skipped highlight, a withdrawn claim) keeps its value and is issued again before a new one is
dealt. Pure: no Django, exact arithmetic, no clock, no global randomness.

Two orders keep the bound:

- `TIJDEMAN`, the chairman assignment: with shares λ, counts x and k values, for draw n take,
  among values with σ = λn − x ≥ 1/(2k−2), the smallest (1 − 1/(2k−2) − σ)/λ; ties by lot.
  It leaves to chance only what ties: with shares of 1/3 and 2/3 every seed deals the same.
- `SHUFFLED`: by lot among all values after which the bound can still be kept for ever, weighted
  so that at each draw each value is as likely as its share (exactly with two values, nearly with
  more). Two decks are then independent whatever their shares are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from hashlib import blake2b
from math import lcm


class DeckError(ValueError):
    """Shares, counts or freed positions that no deck can have."""


class DeckOrder(StrEnum):
    """The rule by which a deck deals its next value."""

    TIJDEMAN = "tijdeman"
    SHUFFLED = "shuffled"


@dataclass(frozen=True, slots=True)
class Draw:
    """A value at a position of a deck."""

    position: int
    value: str


@dataclass(frozen=True, slots=True)
class DeckShares:
    """The shares of one factor, with a seed of its own."""

    shares: tuple[tuple[str, Fraction], ...]
    seed: str
    order: DeckOrder = DeckOrder.TIJDEMAN

    def __post_init__(self) -> None:
        names = [name for name, _ in self.shares]
        if len(set(names)) != len(names):
            raise DeckError(f"A value stands twice: {', '.join(names)}.")
        if any(share < 0 for _, share in self.shares):
            raise DeckError("A share is below 0.")
        if sum(share for _, share in self.shares) != 1:
            raise DeckError("The shares do not add up to 1.")

    @classmethod
    def of(
        cls, shares: Mapping[str, Fraction], seed: str, order: DeckOrder = DeckOrder.TIJDEMAN
    ) -> DeckShares:
        return cls(tuple(shares.items()), seed, order)


def seed_for(campaign_seed: str, factor: str, version: int) -> str:
    """Return the seed of a deck. Decks that shared one would deal alike and confound factors."""
    return _hash(campaign_seed, factor, version).hex()


def draw(deck: DeckShares, counts: Mapping[str, int]) -> Draw:
    """Return the next draw of a deck that has dealt `counts`."""
    known = {name for name, _ in deck.shares}
    if unknown := sorted(set(counts) - known):
        raise DeckError(f"Not in the deck: {', '.join(unknown)}.")
    if any(count < 0 for count in counts.values()):
        raise DeckError("A count is below 0.")
    table = _Table.of(deck, counts)
    chosen = _tijdeman(table) if deck.order is DeckOrder.TIJDEMAN else _shuffled(table)
    return Draw(table.position, chosen)


def deal(deck: DeckShares, counts: Mapping[str, int], n: int) -> list[Draw]:
    """Return the next n draws of a deck that has dealt `counts`."""
    running = Counter(counts)
    dealt: list[Draw] = []
    for _ in range(n):
        dealt.append(draw(deck, running))
        running[dealt[-1].value] += 1
    return dealt


def items_until(
    deck: DeckShares, counts: Mapping[str, int], value: str, *, hits: int, others: int, most: int
) -> int:
    """Return how many items are dealt until the others are used up, at most `most`.

    A deck that has dealt `counts` decides about each item whether it is one of `hits` (`value`)
    or one of `others`. Without hits it is not asked any more.
    """
    running = Counter(counts)
    dealt = 0
    while others and hits and dealt < most:
        drawn = draw(deck, running).value
        running[drawn] += 1
        dealt += 1
        if drawn == value:
            hits -= 1
        else:
            others -= 1
    return min(dealt + others, most)


def take(deck: DeckShares, counts: Mapping[str, int], freed: Iterable[Draw] = ()) -> Draw:
    """Return what is handed out next: the lowest freed position, else the next draw."""
    lowest = min(freed, key=lambda free: free.position, default=None)
    if lowest is None:
        return draw(deck, counts)
    if not 0 < lowest.position <= sum(counts.values()) or not counts.get(lowest.value):
        raise DeckError(f"Position {lowest.position} was never dealt.")
    return lowest


def live_counts(counts: Mapping[str, int], freed: Iterable[Draw]) -> dict[str, int]:
    """Return how often each value is in use: dealt and not freed."""
    live = Counter(counts)
    live.subtract(one.value for one in freed)
    if any(count < 0 for count in live.values()):
        raise DeckError("More was freed than dealt.")
    return dict(live)


def deviation(shares: Mapping[str, Fraction], counts: Mapping[str, int]) -> Fraction:
    """Return the largest distance of a value from its share, in items."""
    n = sum(counts.values())
    return max(abs(share * n - counts.get(name, 0)) for name, share in shares.items())


# --- the two orders ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Table:
    """A deck before a draw, in whole numbers: a share is `weights[i] / whole`."""

    names: tuple[str, ...]
    weights: tuple[int, ...]
    whole: int
    counts: tuple[int, ...]
    position: int
    seed: str

    @classmethod
    def of(cls, deck: DeckShares, counts: Mapping[str, int]) -> _Table:
        # A value with share 0 is never dealt and does not count among the k values.
        positive = [(name, share) for name, share in deck.shares if share]
        whole = lcm(*(share.denominator for _, share in positive))
        return cls(
            names=tuple(name for name, _ in positive),
            weights=tuple(share.numerator * (whole // share.denominator) for _, share in positive),
            whole=whole,
            counts=tuple(counts.get(name, 0) for name, _ in positive),
            position=sum(counts.values()) + 1,
            seed=deck.seed,
        )

    def deficit(self, i: int) -> int:
        """λn − x, times `whole`."""
        return self.weights[i] * self.position - self.counts[i] * self.whole


def _hash(*parts: object) -> bytes:
    return blake2b("\0".join(map(str, parts)).encode(), digest_size=8).digest()


def _tijdeman(table: _Table) -> str:
    k = len(table.names)
    if k == 1:
        return table.names[0]
    # Everything times (2k−2)·whole, and the division by λ turned into a factor: exact integers.
    steps, multiple = 2 * k - 2, lcm(*table.weights)
    entitled = [
        (
            ((steps - 1) * table.whole - steps * table.deficit(i)) * (multiple // table.weights[i]),
            _hash(table.seed, table.position, name),
            name,
        )
        for i, name in enumerate(table.names)
        if table.deficit(i) * steps >= table.whole
    ]
    if not entitled:
        raise DeckError("These counts were not dealt by this deck.")
    return min(entitled)[2]


def _shuffled(table: _Table) -> str:
    entitled = [i for i in range(len(table.names)) if table.deficit(i) > 0]
    late = [i for i in entitled if table.deficit(i) >= table.whole]
    safe = late or [i for i in entitled if _can_go_on(table, i)]
    if not safe or len(late) > 1:
        raise DeckError("These counts were not dealt by this deck.")
    hazards = [_hazard(table, i) for i in safe]
    scale = lcm(*(hazard.denominator for hazard in hazards))
    tickets = [int(hazard * scale) for hazard in hazards]
    lot = int.from_bytes(_hash(table.seed, table.position)) * sum(tickets) >> 64
    for i, held in zip(safe, tickets, strict=True):
        lot -= held
        if lot < 0:
            return table.names[i]
    raise AssertionError("A lot lies below the sum of the tickets.")


def _can_go_on(table: _Table, taken: int) -> bool:
    """Return whether some order after this draw keeps every value within one item for ever.

    At a later time t a value must have been dealt at least ⌊λt⌋ times. So the draws still owed
    by then must fit into the draws left; this fails only while a value is ahead of its share.
    """
    n = table.position
    counts = [count + (i == taken) for i, count in enumerate(table.counts)]
    pairs = list(zip(table.weights, counts, strict=True))
    horizon = max(
        (-(-count * table.whole // weight) for weight, count in pairs if count), default=n
    )
    for t in range(n + 1, horizon + 1):
        owed = sum(max(0, weight * t // table.whole - count) for weight, count in pairs)
        if owed > t - n:
            return False
    return True


def _hazard(table: _Table, i: int) -> Fraction:
    """Return how likely this draw must be for x to have the mean λn over all seeds.

    This is exact for two values.
    """
    share = Fraction(table.weights[i], table.whole)
    before = share * (table.position - 1)
    part = before - before.__floor__()
    crosses = part + share >= 1
    if table.counts[i] > before:  # ahead: rounded up before, so only a crossing makes it likely
        return (part + share - 1) / part if crosses and part + share > 1 else Fraction(0)
    return Fraction(1) if crosses else share / (1 - part)
