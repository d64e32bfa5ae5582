"""Values for a JSON column, on both databases."""

from __future__ import annotations

import json
from typing import Any

# Far deeper than anybody means. What one request can still read, another may not, because each
# level takes one of the calls that Python allows, and some are taken already.
DEEPEST = 100


def can_be_stored(value: Any, *, longest: int) -> bool:
    """Return whether a value is short and shallow enough, without what PostgreSQL refuses in JSON:
    NUL, halves of surrogate pairs, NaN and infinities.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        return False
    return len(text) <= longest and "\\u0000" not in text and not _is_deep(value, text)


def _is_deep(value: Any, text: str) -> bool:
    """Return whether a value is nested deeper than `DEEPEST`; `text` is the value in JSON."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    level = [value]
    for _depth in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list, tuple))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return any(isinstance(inner, (dict, list, tuple)) for inner in level)
