"""Requests to addresses that people name: checked, signed, sent, and never followed elsewhere."""
