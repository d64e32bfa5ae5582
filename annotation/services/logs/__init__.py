"""Services of the log: entries stored, marked, mended, and counted as work time."""
