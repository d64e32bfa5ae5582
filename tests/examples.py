"""The number of examples of property tests: few in `make test`, many in `make test-long`."""

from __future__ import annotations

import os

IS_LONG = os.environ.get("TOUCHSTONE_HYPOTHESIS") == "long"
TIMES_LONGER = 30


def examples(few: int) -> int:
    """Return this number of examples, or thirty times as many in the long run."""
    return few * TIMES_LONGER if IS_LONG else few
