"""The sections of the reports: each is announced before it is computed. Pure.

Apart from the reports, so that telling a job's progress does not load their libraries.
"""

from __future__ import annotations

from collections.abc import Callable

# Called with the code of each section before it is computed.
Ticker = Callable[[str], None]

AGREEMENT = ("verdicts", "people", "groups", "evidence")
BIAS = ("words", "factors", "probes", "weights")
DESCRIPTION = ("claims", "evidence")
