"""Checks while a claim is written. Each is a pure function of what it is given; `run_checks` runs
those that a slot asks for. Advice, except where a finding refuses.
"""
