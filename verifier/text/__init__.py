"""Verdicts on pairs of a claim and an evidence text, from how the two align."""
