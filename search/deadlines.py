"""Moments, by the monotonic clock, at which a search is given up."""

from __future__ import annotations

import time

from search.errors import TooSlowError


def seconds_until(moment: float) -> float:
    """How long it is until then. Raises TooSlowError where it is over."""
    left = moment - time.monotonic()
    if left <= 0:
        raise TooSlowError
    return left
