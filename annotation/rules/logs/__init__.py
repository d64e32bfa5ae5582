"""Logs of what people did at a desk: their acts, in order and in time."""
