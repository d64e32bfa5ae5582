"""Templates that produce a whole table: track listings, album ratings, populations."""

import re
from typing import TYPE_CHECKING

from wiki.parsing.inline import strip_markup
from wiki.parsing.tables import RawCell, RawTable, lay_out
from wiki.parsing.template_data import POPULATIONS, RATINGS, TRACK_LISTINGS
from wiki.parsing.template_values import grouped

if TYPE_CHECKING:
    from wiki.parsing.templates import Call

_TRACK = re.compile(r"title(\d+)$")
_REVIEW = re.compile(r"rev(\d+)$")
_YEAR = re.compile(r"\d{4}")
_MOST_ROWS = 500


def table_of(call: "Call") -> RawTable | None:
    """Return the table that a template produces, or None."""
    if call.name in TRACK_LISTINGS:
        return _track_listing(call)
    if call.name in RATINGS:
        return _ratings(call)
    if call.name in POPULATIONS:
        return _populations(call)
    return None


def _track_listing(call: "Call") -> RawTable:
    named = call.named
    numbers = _numbers(_TRACK, named)
    columns = [
        (label, key)
        for label, keys in (
            ("Title", ("title",)),
            ("Writer(s)", ("writer", "lyrics", "music")),
            ("Producer(s)", ("producer",)),
            (named.get("extra_column", "Note"), ("extra",)),
            ("Length", ("length",)),
        )
        for key in keys
        if any(named.get(f"{key}{number}") for number in numbers)
    ]
    rows = [["No.", *(label for label, _ in columns)]]
    for number in numbers:
        values = [named.get(f"{key}{number}", "") for _, key in columns]
        note = named.get(f"note{number}", "")
        values[0] = f'"{values[0]}"' + (f" ({note})" if note else "")
        rows.append([str(number), *values])
    return _table(rows, named.get("headline", ""))


def _ratings(call: "Call") -> RawTable:
    named = call.named
    rows = [["Source", "Rating"]]
    for number in _numbers(_REVIEW, named):
        score = named.get(f"rev{number}score") or named.get(f"rev{number}Score", "")
        rows.append([named[f"rev{number}"], score])
    return _table(rows, named.get("title", ""))


def _populations(call: "Call") -> RawTable | None:
    """Return years and populations, given in turn or as ``1900=1,200``, or None."""
    named = call.named
    given = call.positional
    pairs = list(zip(given[::2], given[1::2], strict=False))
    pairs += [(key, value) for key, value in named.items() if _YEAR.fullmatch(key)]
    if named.get("estimate"):
        pairs.append((f"{named.get('estyear', '')} (est.)".strip(), named["estimate"]))
    rows = [[year, grouped(people)] for year, people in pairs if year and people]
    if not rows:
        return None
    return _table([["Year", "Population"], *rows[:_MOST_ROWS]], named.get("title", ""))


def _numbers(pattern: re.Pattern[str], named: dict[str, str]) -> list[int]:
    """Return the numbers of the rows in a template's parameters."""
    matches = (pattern.match(key) for key, value in named.items() if value)
    return sorted({int(match[1][:6]) for match in matches if match})[:_MOST_ROWS]


def _table(rows: list[list[str]], caption: str) -> RawTable:
    table = RawTable(caption=strip_markup(caption) or None)
    for number, row in enumerate(rows):
        table.rows.append([RawCell(number == 0, 1, 1, strip_markup(text)) for text in row])
    lay_out(table)
    return table
