"""Selectors of a campaign as a whole: readiness, progress, hours."""
