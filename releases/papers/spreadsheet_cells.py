"""Cells of CSV files as a spreadsheet reads them. Pure."""

from __future__ import annotations

# A spreadsheet would take a cell that starts so for a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def without_formula(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell
