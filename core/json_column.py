"""Values for a JSON column, on both databases."""

from __future__ import annotations

import json
from typing import Any


def can_be_stored(value: Any, *, longest: int) -> bool:
    """Return whether a value is short enough and contains nothing that PostgreSQL refuses in JSON:
    NUL, halves of surrogate pairs, NaN and infinities.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        return False
    return len(text) <= longest and "\\u0000" not in text
