"""Rendered HTML into elements."""
