"""Touchstone's tests. They mirror the source: tests/<app>/test_<what>.py."""
