"""Addresses of elements, one rule for every format: ASCII, and numbers that people count to."""

from __future__ import annotations

import re

_N = "[0-9]{1,9}"
# What may be evidence, and what may stand around it on its page.
EVIDENCE = f"(?:sentence_{_N}|(?:header_)?cell_{_N}_{_N}_{_N}|table_caption_{_N}|item_{_N}_{_N})"
CONTEXT = f"(?:title|section_{_N}|header_cell_{_N}_{_N}_{_N})"
EVIDENCE_ADDRESS = re.compile(EVIDENCE)
CONTEXT_ADDRESS = re.compile(CONTEXT)
# The line of an introduction, which becomes a sentence's number.
LINES = range(10**9)
