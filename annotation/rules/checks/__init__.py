"""Checks of a claim while it is written.

Each is a pure function of what it is given; `run_checks` runs those that a slot asks for. Findings
are advice, except for those that refuse.
"""
