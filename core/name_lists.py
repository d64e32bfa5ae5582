"""Lists of names, quoted in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

_MOST_NAMED = 10


def quote_names(names: Sequence[str], *, most: int) -> str:
    """Return the names as in: “Lakes”, “Rivers” and 3 more."""
    quoted = ", ".join(f"“{name}”" for name in names[:most])
    return f"{quoted} and {len(names) - most:,} more" if len(names) > most else quoted


def name_some(names: Sequence[str]) -> str:
    """Return a sentence with the names that could have been meant."""
    if not names:
        return "There is none yet."
    verb = "is" if len(names) == 1 else "are"
    return f"There {verb} {quote_names(names, most=_MOST_NAMED)}."
