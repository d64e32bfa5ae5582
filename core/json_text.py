"""What a JSON column can hold, on both databases."""

from __future__ import annotations

import json
from typing import Any


def can_be_stored(value: Any, *, longest: int) -> bool:
    """Whether it is short enough, and free of what PostgreSQL refuses in JSON.

    That is NUL, halves of surrogate pairs, and numbers that are none.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        return False
    return len(text) <= longest and "\\u0000" not in text
