"""Dealing claims into the parts of a release.

Pure. All claims of one unit (a highlight, a page: the protocol says which) go into one part. What
an earlier release put somewhere stays there: earlier parts come in as `kept`, and only units that
no release knew are dealt, in the order of a keyed hash. So the same claims give the same parts,
and claims that come later move none of the old ones.

The first part (train) takes what the others leave. Each other part has a size, given or by share,
and may ask for as many claims of each verdict; then it first takes units with the rarest verdict,
and never more than its part of half of any verdict: the first part must keep some to learn from.
Claims that cannot be predicted whole (`fits` is false) go to the first part with their whole unit.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import blake2b

from msgspec import Struct

from releases.dataset.rules.refusals import RefusedError

ROUNDS = 10
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
# The names of the files of pages beside the claims.
_TAKEN = frozenset({"pages", "wiki-pages", "verifications", "writing"})


class SplitError(RefusedError):
    """The requested parts make no sense."""


class ShortReason(StrEnum):
    """The reason why a part has fewer claims than were requested."""

    # There are no more claims.
    TOO_FEW = "too_few"
    # The other claims stay in the parts of earlier releases.
    KEPT = "kept"
    # One verdict has too few claims to balance more.
    BALANCE = "balance"
    # No unit that is left fits as a whole.
    UNITS = "units"


class RequestedPart(Struct, frozen=True):
    """A part of a release by share or by size.

    `balanced` asks for as many claims of each verdict, as far as possible.
    """

    name: str
    share: Fraction | None = None
    size: int | None = None
    balanced: bool = False


@dataclass(frozen=True, slots=True)
class Splittable:
    """A claim, as far as the split needs it."""

    id: int
    unit: str
    verdict: str
    fits: bool = True


@dataclass(frozen=True, slots=True)
class Split:
    """The part of each claim; what went to the first part, or out, because it does not fit."""

    parts: Mapping[int, str]
    too_large: int = 0
    # They do not fit, and their unit is in another part since an earlier release.
    left_out: tuple[int, ...] = ()
    # The number of claims that each part lacks of what was requested.
    short: Mapping[str, int] = field(default_factory=dict)
    short_because: Mapping[str, ShortReason] = field(default_factory=dict)
    # The number of claims that each part has beyond what was requested: they stay in their part.
    over: Mapping[str, int] = field(default_factory=dict)
    # Parts that were to be balanced, and are not.
    unbalanced: tuple[str, ...] = ()


def split_claims(
    claims: Iterable[Splittable],
    parts: Sequence[RequestedPart],
    *,
    seed: str,
    kept: Mapping[str, str] | None = None,
) -> Split:
    """Return the part of every claim. `kept`: the parts of units that were released before."""
    check_parts(parts)
    kept = kept or {}
    units: dict[str, list[Splittable]] = defaultdict(list)
    for claim in claims:
        units[claim.unit].append(claim)
    rest = parts[0].name
    names = {part.name for part in parts}
    placed: dict[str, str] = {}
    free: list[str] = []
    for unit, members in units.items():
        if kept.get(unit) in names:
            placed[unit] = kept[unit]
        elif all(claim.fits for claim in members):
            free.append(unit)
        else:
            placed[unit] = rest
    free.sort(key=lambda unit: _rank(seed, unit))
    kept_count = sum(len(units[unit]) for unit in placed if unit in kept)
    table = _Table.of(units, free, placed, parts)
    for part in parts[1:]:
        table.fill(part)
    for unit in free:
        table.placed.setdefault(unit, rest)
    return _outcome(units, table, parts, kept_count)


def is_part_name(name: str) -> bool:
    """Return whether a part may have this name, which becomes the name of files beside others."""
    is_taken = name.casefold() in _TAKEN or name.casefold().endswith("_unlabelled")
    return _NAME.fullmatch(name) is not None and not is_taken


def check_parts(parts: Sequence[RequestedPart]) -> None:
    """Raise SplitError where the parts make no sense."""
    if not parts:
        raise SplitError("no_parts")
    names = [part.name for part in parts]
    for name in names:
        if not is_part_name(name):
            raise SplitError("part_name", part=name)
    # Some file systems take "Test" and "test" for the same.
    if len({name.casefold() for name in names}) < len(names):
        raise SplitError("parts_alike")
    for part in parts[1:]:
        if (part.share is None) == (part.size is None):
            raise SplitError("part_size", part=part.name)
        if (part.share or 0) < 0 or (part.size or 0) < 0:
            raise SplitError("part_negative", part=part.name)
    if sum((part.share or Fraction(0) for part in parts[1:]), Fraction(0)) > 1:
        raise SplitError("shares_above_one")


@dataclass(slots=True)
class _Table:
    """The units at hand, and what each part holds so far."""

    members: Mapping[str, Counter[str]]
    free: Sequence[str]
    placed: dict[str, str]
    # Claims of each verdict in each part.
    held: dict[str, Counter[str]]
    # Claims of each part, and of each unit.
    sizes: Counter[str]
    sizes_of: Mapping[str, int]
    totals: Counter[str]
    wanted: dict[str, int]
    # Of each verdict, the most that one balanced part may hold.
    halves: Mapping[str, int]

    @classmethod
    def of(
        cls,
        units: Mapping[str, list[Splittable]],
        free: Sequence[str],
        placed: dict[str, str],
        parts: Sequence[RequestedPart],
    ) -> _Table:
        members = {
            unit: Counter(claim.verdict for claim in claims) for unit, claims in units.items()
        }
        totals = Counter[str]()
        held: dict[str, Counter[str]] = {part.name: Counter() for part in parts}
        for unit, verdicts in members.items():
            totals.update(verdicts)
            if unit in placed:
                held[placed[unit]].update(verdicts)
        sizes = Counter({name: verdicts.total() for name, verdicts in held.items()})
        sizes_of = {unit: verdicts.total() for unit, verdicts in members.items()}
        count = totals.total()
        balanced = sum(part.balanced for part in parts) or 1
        wanted = {
            part.name: math.floor((part.share or Fraction(0)) * count)
            if part.size is None
            else part.size
            for part in parts[1:]
        }
        return cls(
            members=members,
            free=free,
            placed=placed,
            held=held,
            sizes=sizes,
            sizes_of=sizes_of,
            totals=totals,
            wanted=wanted,
            halves={verdict: total // (2 * balanced) for verdict, total in totals.items()},
        )

    def fill(self, part: RequestedPart) -> None:
        if not part.balanced:
            self._take(part.name, self.free)
            return
        limits = self._limits(part)
        rarest_first = sorted(self.totals, key=lambda verdict: (self.totals[verdict], verdict))
        with_verdict = {
            verdict: [unit for unit in self.free if self.members[unit][verdict]]
            for verdict in rarest_first
        }
        # In rounds, so that all verdicts grow together: a unit brings its other claims along, and
        # a verdict that is full early would shut out most units.
        for step in range(1, ROUNDS + 1):
            so_far = {verdict: -(-limit * step // ROUNDS) for verdict, limit in limits.items()}
            for verdict in rarest_first:
                waiting = [unit for unit in with_verdict[verdict] if unit not in self.placed]
                with_verdict[verdict] = waiting
                self._take(part.name, waiting, so_far, until=verdict)

    def _take(
        self,
        name: str,
        units: Sequence[str],
        limits: Mapping[str, int] | None = None,
        until: str = "",
    ) -> None:
        """Take what there is room for; with limits, until there is enough of one verdict."""
        for unit in units:
            if limits is not None and self.held[name][until] >= limits[until]:
                return
            if unit not in self.placed and self._has_room(name, unit, limits):
                self.placed[unit] = name
                self.held[name].update(self.members[unit])
                self.sizes[name] += self.sizes_of[unit]

    def reason_of(self, part: RequestedPart, rest: str, kept_count: int) -> ShortReason:
        """Return why a part has fewer claims than were requested."""
        if all(self.placed[unit] != rest for unit in self.free):
            return ShortReason.KEPT if kept_count else ShortReason.TOO_FEW
        if part.balanced and self._could_take(part.name, rest):
            return ShortReason.BALANCE
        return ShortReason.UNITS

    def _could_take(self, name: str, rest: str) -> bool:
        """Return whether a unit that went to the first part would fit, if not for its verdicts."""
        room = self.wanted[name] - self.sizes[name]
        return any(self.sizes_of[unit] <= room for unit in self.free if self.placed[unit] == rest)

    def is_balanced(self, name: str) -> bool:
        """Return whether no verdict has more claims than another, but for whole units."""
        counts = [self.held[name][verdict] for verdict in self.totals]
        largest = max(self.sizes_of.values(), default=0)
        return not counts or max(counts) - min(counts) <= max(largest, 1)

    def _limits(self, part: RequestedPart) -> dict[str, int]:
        fair = math.ceil(self.wanted[part.name] / max(len(self.totals), 1))
        return {verdict: min(fair, half) for verdict, half in self.halves.items()}

    def _has_room(self, name: str, unit: str, limits: Mapping[str, int] | None) -> bool:
        held, more = self.held[name], self.members[unit]
        if self.sizes[name] + self.sizes_of[unit] > self.wanted[name]:
            return False
        if limits is None:
            return True
        if any(held[v] + n > self.halves[v] for v, n in more.items()):
            return False
        # Taken where it brings more of what lacks than of what does not.
        lacking = sum(min(n, max(limits[v] - held[v], 0)) for v, n in more.items())
        return 2 * lacking > self.sizes_of[unit]


def _outcome(
    units: Mapping[str, list[Splittable]],
    table: _Table,
    requested: Sequence[RequestedPart],
    kept_count: int,
) -> Split:
    rest = requested[0].name
    parts: dict[int, str] = {}
    left_out: list[int] = []
    too_large = 0
    for unit, members in units.items():
        part = table.placed[unit]
        for claim in members:
            if claim.fits or part == rest:
                parts[claim.id] = part
                too_large += not claim.fits
            else:
                left_out.append(claim.id)
    short = {
        name: wanted - table.sizes[name]
        for name, wanted in table.wanted.items()
        if table.sizes[name] < wanted
    }
    because = {
        part.name: table.reason_of(part, rest, kept_count)
        for part in requested[1:]
        if part.name in short
    }
    over = {
        name: table.sizes[name] - wanted
        for name, wanted in table.wanted.items()
        if table.sizes[name] > wanted
    }
    unbalanced = tuple(
        part.name for part in requested[1:] if part.balanced and not table.is_balanced(part.name)
    )
    return Split(parts, too_large, tuple(sorted(left_out)), short, because, over, unbalanced)


def _rank(seed: str, unit: str) -> bytes:
    return blake2b(unit.encode(), key=seed.encode()[:64], digest_size=16).digest()
