"""Tests of recall in both ways of counting."""

from __future__ import annotations

import pytest

from verifier.retrieval.recall import ClaimRetrieval, RecallFigures, recall_at

CLAIMS = [
    ClaimRetrieval((frozenset("ab"), frozenset("c")), ("x", "c", "a")),
    ClaimRetrieval((frozenset("ab"),), ("a", "x", "b")),
    ClaimRetrieval((frozenset("a"),), ("x",), is_verifiable=False),
]


def test_elements_and_claims_are_counted_at_k() -> None:
    found = recall_at(CLAIMS, 2)
    # Of a, b, c; a, b; a: c and a are among the first two. One claim of two is complete.
    assert found.coverage == pytest.approx(2 / 6)
    assert found.complete == 0.5
    assert found.oracle_accuracy == pytest.approx(2 / 3)
    assert recall_at(CLAIMS, 3).complete == 1.0


def test_nothing_to_find_has_no_recall() -> None:
    assert recall_at([], 5) == RecallFigures(5, 0, None, None, None)
    empty = recall_at([ClaimRetrieval((frozenset(),), ("a",))], 5)
    assert (empty.coverage, empty.complete) == (None, 0.0)
