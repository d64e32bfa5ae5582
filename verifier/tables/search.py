"""Families of programs, opened by words of the statement, and the search through them."""

from __future__ import annotations

from collections.abc import Callable

from verifier.tables.candidates import Context, make_context
from verifier.tables.families.comparisons import try_comparisons, try_ranges, try_same, try_values
from verifier.tables.families.counts import try_counts, try_none, try_only
from verifier.tables.families.extremes import try_extremes, try_ordinals
from verifier.tables.families.lookups import try_clauses, try_lookups
from verifier.tables.families.quantifiers import try_frequent, try_quantifiers
from verifier.tables.families.totals import try_distinct, try_totals
from verifier.tables.table import DataTable

FAMILIES: tuple[Callable[[Context], None], ...] = (
    try_lookups,
    try_clauses,
    try_counts,
    try_extremes,
    try_comparisons,
    try_values,
    try_totals,
    try_only,
    try_none,
    try_quantifiers,
    try_same,
    try_distinct,
    try_frequent,
    try_ordinals,
    try_ranges,
)


def search(statement: str, caption: str, table: DataTable) -> Context:
    """Return a statement's context with all candidate programs."""
    context = make_context(statement, caption, table)
    for family in FAMILIES:
        family(context)
        if context.is_full:
            break
    return context
