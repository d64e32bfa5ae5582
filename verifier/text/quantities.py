"""Quantities of a text: numbers, dates and ranks with the operators that stand before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from verifier.tables.words import CARDINALS, ORDINALS, number_in, ordinal_in, words
from verifier.text.tokens import TextWord


class Kind(IntEnum):
    """The kinds of quantities. Only those of a kind are compared."""

    COUNT = 0
    YEAR = 1
    DAY = 2
    PERCENTAGE = 3
    MONEY = 4
    RANK = 5


class Operator(IntEnum):
    """The ways in which a quantity is limited."""

    EQUAL = 0
    MORE = 1
    LESS = 2
    AT_LEAST = 3
    AT_MOST = 4
    ABOUT = 5


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text over `words[start:end]`."""

    kind: Kind
    value: float
    operator: Operator
    start: int
    end: int

    @property
    def is_time(self) -> bool:
        """Return whether it is a year or a date."""
        return self.kind in (Kind.YEAR, Kind.DAY)


RAISING = frozenset((Operator.MORE, Operator.AT_LEAST))
LIMITING = RAISING | {Operator.LESS, Operator.AT_MOST}

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun",
            "july jul", "august aug", "september sep sept", "october oct", "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in words(names)
}  # fmt: skip
_SCALES = {"hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "mn": 1e6,
           "billion": 1e9, "bn": 1e9, "trillion": 1e12}  # fmt: skip
_BEFORE = {
    ("more", "than"): Operator.MORE, ("greater", "than"): Operator.MORE,
    ("higher", "than"): Operator.MORE, ("larger", "than"): Operator.MORE,
    ("better", "than"): Operator.MORE, ("later", "than"): Operator.MORE,
    ("longer", "than"): Operator.MORE, ("older", "than"): Operator.MORE,
    ("less", "than"): Operator.LESS, ("fewer", "than"): Operator.LESS,
    ("lower", "than"): Operator.LESS, ("smaller", "than"): Operator.LESS,
    ("worse", "than"): Operator.LESS, ("earlier", "than"): Operator.LESS,
    ("shorter", "than"): Operator.LESS, ("younger", "than"): Operator.LESS,
    ("prior", "to"): Operator.LESS, ("up", "to"): Operator.AT_MOST,
    ("at", "least"): Operator.AT_LEAST, ("at", "most"): Operator.AT_MOST,
    ("minimum", "of"): Operator.AT_LEAST, ("maximum", "of"): Operator.AT_MOST,
    ("close", "to"): Operator.ABOUT, ("in", "excess"): Operator.MORE,
    ("excess", "of"): Operator.MORE, ("as", "many"): Operator.AT_MOST,
}  # fmt: skip
_SINGLE = {
    "over": Operator.MORE, "above": Operator.MORE, "exceeding": Operator.MORE,
    "exceeded": Operator.MORE, "exceeds": Operator.MORE, "after": Operator.MORE,
    "beyond": Operator.MORE, "past": Operator.MORE, ">": Operator.MORE,
    "surpassed": Operator.MORE, "surpassing": Operator.MORE, "topped": Operator.MORE,
    "under": Operator.LESS, "below": Operator.LESS, "before": Operator.LESS,
    "<": Operator.LESS, "since": Operator.AT_LEAST, "≥": Operator.AT_LEAST,
    "minimum": Operator.AT_LEAST, "until": Operator.AT_MOST, "till": Operator.AT_MOST,
    "by": Operator.AT_MOST, "≤": Operator.AT_MOST, "maximum": Operator.AT_MOST,
    "within": Operator.AT_MOST, "about": Operator.ABOUT, "around": Operator.ABOUT,
    "approximately": Operator.ABOUT, "roughly": Operator.ABOUT, "some": Operator.ABOUT,
    "estimated": Operator.ABOUT, "circa": Operator.ABOUT, "nearly": Operator.LESS,
    "almost": Operator.LESS, "~": Operator.ABOUT,
}  # fmt: skip
# Operators that speak of time, and mean nothing before a count.
_TEMPORAL = frozenset(("after", "before", "since", "until", "till", "by", "past"))
_BETWEEN = frozenset(("the", "a", "an", "of", "$", "€", "£", "¥", "in", "on", "than", "total",
                      "year", "end", "#", "number", "us", "about", "many", "as", "or", "early",
                      "late", "mid", "-"))  # fmt: skip
_AFTER = {("or", "more"): Operator.AT_LEAST, ("or", "less"): Operator.AT_MOST,
          ("or", "fewer"): Operator.AT_MOST, ("and", "over"): Operator.AT_LEAST,
          ("or", "later"): Operator.AT_LEAST, ("or", "earlier"): Operator.AT_MOST}  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
         "eighty": 80, "ninety": 90}  # fmt: skip
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
# Not numbers in prose: "one of", "second", "both", "single".
_NO_NUMBERS = frozenset(("both", "single", "half", "pair", "couple", "once"))
_MOST_QUANTITIES = 40
_CURRENCIES = frozenset(("$", "€", "£", "¥", "dollars", "euros", "pounds", "usd"))
_LAST_RANK = 200


@lru_cache(maxsize=100_000)
def _plain_number(text: str) -> float | None:
    if text in _NO_NUMBERS:
        return None
    if text in _TENS:
        return float(_TENS[text])
    return number_in(text)


def quantities_of(text: Sequence[TextWord]) -> list[Quantity]:
    """Return the quantities of a text in their order."""
    found: list[Quantity] = []
    place = 0
    while place < len(text) and len(found) < _MOST_QUANTITIES:
        quantity = _at(text, place)
        if quantity is None:
            place += 1
            continue
        found.append(quantity)
        place = quantity.end
    return found


def _at(text: Sequence[TextWord], place: int) -> Quantity | None:
    word = text[place].text
    if not (
        text[place].is_figure
        or word in _MONTHS
        or word in CARDINALS
        or word in _TENS
        or word in ORDINALS
    ):
        return None
    day = _date(text, place)
    if day is not None:
        return day
    rank = ordinal_in(word)
    if rank is not None:
        return Quantity(Kind.RANK, float(rank), Operator.EQUAL, place, place + 1)
    number = _plain_number(word)
    if number is None:
        return None
    return _number(text, place, number)


def _number(text: Sequence[TextWord], place: int, number: float) -> Quantity:
    end = place + 1
    if text[place].text in _TENS and end < len(text):
        end, number = _with_unit(text, end, number)
    unscaled = end
    while end < len(text) and text[end].text in _SCALES:
        number *= _SCALES[text[end].text]
        end += 1
    kind = _kind(text, place, end, number, is_scaled=end > unscaled)
    if kind == Kind.PERCENTAGE:
        end += 1
    return Quantity(kind, number, _operator(text, place, end, kind), place, end)


def _kind(
    text: Sequence[TextWord], start: int, end: int, number: float, *, is_scaled: bool
) -> Kind:
    previous, following = _text(text, start - 1), _text(text, end)
    if following in ("%", "percent") or (following == "per" and _text(text, end + 1) == "cent"):
        return Kind.PERCENTAGE
    if previous in _CURRENCIES or following in _CURRENCIES:
        return Kind.MONEY
    if previous == "#" or (previous in ("number", "no", "ranked") and number < _LAST_RANK):
        return Kind.RANK
    is_year = _FIRST_YEAR <= number <= _LAST_YEAR and number == int(number)
    if is_year and not is_scaled and len(text[start].text) == 4:
        return Kind.YEAR
    return Kind.COUNT


def _with_unit(text: Sequence[TextWord], end: int, number: float) -> tuple[int, float]:
    """Read the unit of a number such as "twenty-one"."""
    at = end + 1 if text[end].text == "-" and end + 1 < len(text) else end
    unit = CARDINALS.get(text[at].text)
    if unit is not None and 1 <= unit <= 9:
        return at + 1, number + unit
    return end, number


def _date(text: Sequence[TextWord], place: int) -> Quantity | None:
    """Read a date: "March 23, 2020", "23 March 2020", "March 2020", "March 23"."""
    month = _MONTHS.get(text[place].text)
    if month is not None:
        if text[place].text in ("may", "mar", "march") and not text[place].is_name and place:
            return None
        day, end = _day(text, place + 1)
        year, end = _year(text, end)
        if year is None and day is None:
            return None
    else:
        day, end = _day(text, place)
        if day is not None and _text(text, end) == "of":
            end += 1
        if day is None or end >= len(text) or (month := _MONTHS.get(text[end].text)) is None:
            return None
        year, end = _year(text, end + 1)
    # A date without its year cannot be compared with years: it is told by its sign.
    value = (month * 100 + (day or 0)) / 10_000 + (year or 0)
    return Quantity(Kind.DAY, value, _operator(text, place, end, Kind.DAY), place, end)


def _day(text: Sequence[TextWord], at: int) -> tuple[int | None, int]:
    if at >= len(text) or not text[at].is_figure:
        return None, at
    number = ordinal_in(text[at].text) or number_in(text[at].text)
    if number is None or not 1 <= number <= 31 or number != int(number):
        return None, at
    return int(number), at + 1


def _year(text: Sequence[TextWord], at: int) -> tuple[int | None, int]:
    ahead = at + 1 if _text(text, at) in (",", "of") else at
    if ahead < len(text) and text[ahead].is_figure and len(text[ahead].text) == 4:
        number = number_in(text[ahead].text)
        if number is not None and _FIRST_YEAR <= number <= _LAST_YEAR:
            return int(number), ahead + 1
    return None, at


def _text(text: Sequence[TextWord], at: int) -> str:
    return text[at].text if 0 <= at < len(text) else ""


def _operator(text: Sequence[TextWord], start: int, end: int, kind: Kind) -> Operator:
    after = _AFTER.get((_text(text, end), _text(text, end + 1)))
    if after is not None:
        return after
    if _text(text, end) == "+":
        return Operator.AT_LEAST
    is_time = kind in (Kind.YEAR, Kind.DAY)
    at = start - 1
    for _ in range(5):
        if at < 0:
            break
        word = text[at].text
        pair = _BEFORE.get((_text(text, at - 1), word))
        negated = _text(text, at - 2) in ("no", "not")
        if pair is None:
            pair = _SINGLE.get(word)
            negated = _text(text, at - 1) == "not"
            if pair is not None and word in _TEMPORAL and not is_time:
                pair = None
        if pair is not None:
            return _negated(pair) if negated else pair
        if word not in _BETWEEN:
            break
        at -= 1
    return Operator.EQUAL


def _negated(operator: Operator) -> Operator:
    return {
        Operator.MORE: Operator.AT_MOST,
        Operator.LESS: Operator.AT_LEAST,
        Operator.AT_LEAST: Operator.LESS,
        Operator.AT_MOST: Operator.MORE,
    }.get(operator, operator)
