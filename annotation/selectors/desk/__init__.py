"""Selectors of both desks: attempts, and the tasks of a person."""
