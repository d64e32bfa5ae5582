"""Requests to addresses that people name."""
