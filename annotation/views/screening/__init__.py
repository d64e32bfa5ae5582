"""Screening: for candidates, and for the managers who screen them."""
