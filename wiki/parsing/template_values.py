"""Templates of dates, numbers and measures."""

import re
from typing import TYPE_CHECKING

from wiki.parsing.template_units import RANGE_WORDS, UNIT_NAMES, UNIT_SYMBOLS
from wiki.parsing.wordlists import names

if TYPE_CHECKING:
    from wiki.parsing.templates import Call

MONTHS = names(
    "January|February|March|April|May|June|July|August|September|October|November|December"
)
_YES = frozenset(["yes", "y", "true", "1", "on"])


def spelled_date(year: str, month: str = "", day: str = "", *, month_first: bool = True) -> str:
    """Return a date in words from its parts; parts that are not numbers are kept."""
    if month.isdecimal() and 0 < int(month[:3]) <= 12:
        month = MONTHS[int(month[:3]) - 1]
    if day.isdecimal():
        day = day.lstrip("0") or day
    year = year.lstrip("0") if year.isdecimal() else year
    if not month:
        return year
    if not day:
        return f"{month} {year}".strip()
    return f"{month} {day}, {year}".strip(", ") if month_first else f"{day} {month} {year}".strip()


def plain_date(call: "Call") -> str:
    parts = [part for part in call.positional if part]
    if not parts:
        return " ".join(v for k, v in call.named.items() if k in ("year", "date"))
    if not parts[0].lstrip("-").isdecimal():
        return parts[0]
    month_first = call.named.get("df", "").lower() not in _YES
    return spelled_date(*parts[:3], month_first=month_first)


def death_date(call: "Call") -> str:
    if len(call.positional) < 4:
        return plain_date(call)
    died = spelled_date(*call.positional[:3], month_first=call.named.get("df", "") not in _YES)
    age = _age(call.positional[3:6], call.positional[:3])
    return f"{died} (aged {age})" if age else died


def _age(born: tuple[str, ...], died: tuple[str, ...]) -> str:
    """Return an age in years if both dates are complete, else the possible range."""
    numbers = [int(part) for part in (*born, *died) if part.isdecimal()]
    if len(numbers) == 6:
        years = numbers[3] - numbers[0] - (tuple(numbers[4:]) < tuple(numbers[1:3]))
        return str(years) if 0 < years < 150 else ""
    if born and died and born[0].isdecimal() and died[0].isdecimal():
        years = int(died[0]) - int(born[0])
        return f"{years - 1}–{years}" if 0 < years < 150 else ""
    return ""


def sortable_date(call: "Call") -> str:
    parts = list(call.positional[:3])
    if len(parts) == 1 or (parts and not parts[0].isdecimal() and parts[0]):
        return " ".join(part for part in parts if part)
    parts += [""] * (3 - len(parts))
    day_first = call.named.get("format", "").lower().startswith("dmy")
    return spelled_date(parts[0], parts[1], parts[2], month_first=not day_first)


def as_of(call: "Call") -> str:
    phrase = call.named.get("alt", "")
    if phrase:
        return phrase
    date = spelled_date(*call.positional[:3], month_first=False) if call.positional else ""
    start = "since" if call.named.get("since") else "as of"
    start = start if call.named.get("lc", "").lower() in _YES else start.capitalize()
    return f"{start} {date}".strip()


def converted(call: "Call") -> str:
    """Return the measure in the author's unit, without its conversion."""
    parts = list(call.positional)
    short = call.name in ("cvt", "convert/sandbox") or call.named.get("abbr", "") in ("on", "in")
    adjective = call.named.get("adj", "").startswith("on")
    words: list[str] = []
    while parts and _is_amount(parts[0]):
        amount = parts.pop(0)
        if parts and parts[0].lower() in RANGE_WORDS:
            words.append(amount + RANGE_WORDS[parts.pop(0).lower()])
            continue
        unit = parts.pop(0) if parts else ""
        words.append(_measure(amount, unit, short=short, adjective=adjective))
        # Feet and inches, pounds and ounces: the second amount belongs to the first.
        if not (len(parts) >= 2 and _is_amount(parts[0]) and parts[1] in ("in", "oz", "lb", "ft")):
            break
        words.append(" ")
    return "".join(words) or " ".join(call.positional[:2])


def _is_amount(text: str) -> bool:
    return bool(text) and (text[0].isdecimal() or (text[0] in "-−+.–" and text[1:2].isdecimal()))


def _measure(amount: str, unit: str, *, short: bool, adjective: bool) -> str:
    amount = re.sub(r"(\d)\s*\+\s*(?=\d+/)", r"\1 ", amount)
    if re.fullmatch(r"-?\d{5,}", amount):
        amount = f"{int(amount):,}"
    if short or unit not in UNIT_NAMES:
        return f"{amount} {UNIT_SYMBOLS.get(unit, unit)}".strip()
    singular, plural = UNIT_NAMES[unit]
    if adjective:
        return f"{amount}-{singular}"
    return f"{amount} {singular if amount == '1' else plural}"


def formatted_number(call: "Call") -> str:
    return grouped(call.get(1))


def grouped(number: str) -> str:
    """Return a number with thousands separators, and any other text unchanged."""
    match = re.fullmatch(r"([-−]?)(\d{4,30})(\.\d+)?", number)
    return f"{match[1]}{int(match[2]):,}{match[3] or ''}" if match else number


def value(call: "Call") -> str:
    """Return ``{{val|1.5|0.1|e=3|u=kg}}`` as ``1.5±0.1×10^3 kg``."""
    number = formatted_number(call)
    if call.get(2):
        number += f"±{call.get(2)}"
    power = call.named.get("e", "")
    number += f"×10^{power}" if power else ""
    unit = call.named.get("u") or call.named.get("ul") or call.named.get("up") or ""
    return f"{number} {unit}".strip()


def fraction(call: "Call") -> str:
    parts = call.positional
    if len(parts) >= 3:
        return f"{parts[0]} {parts[1]}/{parts[2]}"
    return "/".join(parts) if len(parts) == 2 else f"1/{call.get(1)}"
