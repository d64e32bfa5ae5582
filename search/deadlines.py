"""Deadlines: moments of the monotonic clock at which a search is stopped."""

from __future__ import annotations

import time

from search.errors import TooSlowError


def seconds_until(deadline: float) -> float:
    """Return the seconds that are left. Raises TooSlowError when there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TooSlowError
    return left
