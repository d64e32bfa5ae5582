"""Selectors of the log: acts in order and time, replays, marks."""
