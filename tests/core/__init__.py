"""Tests that mirror the package of this name."""
