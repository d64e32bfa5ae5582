"""Names in a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def quote_names(names: Sequence[str], *, most: int) -> str:
    """“Lakes”, “Rivers” and 3 more."""
    quoted = ", ".join(f"“{name}”" for name in names[:most])
    return f"{quoted} and {len(names) - most:,} more" if len(names) > most else quoted
