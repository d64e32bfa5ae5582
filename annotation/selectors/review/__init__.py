"""Selectors of the managers' review: disagreements, benches, spot checks, suspensions."""
