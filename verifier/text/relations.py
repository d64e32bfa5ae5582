"""Relations of quantities: whether what is told implies or excludes what is claimed."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.text.quantities import Kind, Operator, Quantity


@dataclass(frozen=True, slots=True)
class _Interval:
    low: float
    high: float
    has_low: bool = True
    has_high: bool = True


_ENDLESS = float("inf")
# "About 100" is between 95 and 105; of years, the year itself and its neighbours.
_TOLERANCE = 0.05


def _interval(operator: Operator, value: float, *, is_time: bool) -> _Interval:
    if operator == Operator.MORE:
        return _Interval(value, _ENDLESS, has_low=False)
    if operator == Operator.LESS:
        return _Interval(-_ENDLESS, value, has_high=False)
    if operator == Operator.AT_LEAST:
        return _Interval(value, _ENDLESS)
    if operator == Operator.AT_MOST:
        return _Interval(-_ENDLESS, value)
    if operator == Operator.ABOUT:
        width = 1.0 if is_time else abs(value) * _TOLERANCE
        return _Interval(value - width, value + width)
    return _Interval(value, value)


_COMPARABLE = {
    Kind.COUNT: frozenset((Kind.COUNT, Kind.MONEY)),
    Kind.MONEY: frozenset((Kind.MONEY, Kind.COUNT)),
    Kind.PERCENTAGE: frozenset((Kind.PERCENTAGE,)),
    Kind.RANK: frozenset((Kind.RANK,)),
    Kind.YEAR: frozenset((Kind.YEAR, Kind.DAY)),
    Kind.DAY: frozenset((Kind.DAY, Kind.YEAR)),
}


def are_comparable(claimed: Quantity, told: Quantity) -> bool:
    """Return whether two quantities are of kinds that can be compared."""
    return told.kind in _COMPARABLE[claimed.kind]


def relation(claimed: Quantity, told: Quantity) -> int:
    """Return 1 if what is told implies what is claimed, -1 if it excludes it, 0 if neither."""
    is_time = claimed.is_time
    claimed_value, told_value = _common(claimed, told) if is_time else (claimed.value, told.value)
    wanted = _interval(claimed.operator, claimed_value, is_time=is_time)
    given = _interval(told.operator, told_value, is_time=is_time)
    if _is_inside(given, wanted):
        return 1
    return 0 if _overlap(given, wanted) else -1


def _common(claimed: Quantity, told: Quantity) -> tuple[float, float]:
    """Return two dates at the precision that both have."""
    first, second = claimed.value, told.value
    if claimed.kind == Kind.YEAR or told.kind == Kind.YEAR:
        return float(int(first)), float(int(second))
    if first < 1 or second < 1:
        first, second = first % 1, second % 1
    if round(first * 10_000) % 100 == 0 or round(second * 10_000) % 100 == 0:
        return int(first * 100 + 1e-6) / 100, int(second * 100 + 1e-6) / 100
    return round(first, 4), round(second, 4)


def _is_inside(inner: _Interval, outer: _Interval) -> bool:
    low = inner.low > outer.low or (inner.low == outer.low and (outer.has_low or not inner.has_low))
    high = inner.high < outer.high or (
        inner.high == outer.high and (outer.has_high or not inner.has_high)
    )
    return low and high


def _overlap(first: _Interval, second: _Interval) -> bool:
    low, high = max(first.low, second.low), min(first.high, second.high)
    if low < high:
        return True
    return low == high and all(
        (one.low < low or one.has_low) and (one.high > high or one.has_high)
        for one in (first, second)
    )
