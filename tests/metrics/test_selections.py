"""Tests of what selections of evidence have in common."""

from __future__ import annotations

import pytest

from metrics.selections import EvidenceScore, compare, score_against

A = frozenset({"Aare_sentence_0", "Aare_cell_0_1_1"})
B = frozenset({"Aare_sentence_0"})
C = frozenset({"Reuss_sentence_3", "Reuss_sentence_4"})


def test_identical_subset_and_disjoint_selections() -> None:
    same = compare([A], [A])
    assert (same.is_identical, same.is_proper_subset, same.overlap, same.best_f1) == (
        True, False, 1.0, 1.0,
    )  # fmt: skip
    subset = compare([A], [B])
    assert (subset.is_identical, subset.is_proper_subset, subset.overlap) == (False, True, 1.0)
    assert subset.best_f1 == pytest.approx(2 / 3)
    apart = compare([B], [C])
    assert (apart.is_identical, apart.is_proper_subset, apart.overlap, apart.best_f1) == (
        False, False, 0.0, 0.0,
    )  # fmt: skip


def test_best_f1_looks_at_alternative_sets() -> None:
    pair = compare([A, C], [C])
    assert pair.best_f1 == 1.0
    assert pair.is_proper_subset
    assert not pair.is_identical


def test_two_empty_selections_are_identical_and_one_is_a_subset() -> None:
    assert compare([], []).is_identical
    assert compare([], [frozenset()]).is_identical
    one_sided = compare([], [A])
    assert (one_sided.is_identical, one_sided.is_proper_subset, one_sided.best_f1) == (
        False, True, 0.0,
    )  # fmt: skip


def test_a_selection_is_scored_against_the_gold_set_that_fits_best() -> None:
    assert score_against([A], [C, B]) == EvidenceScore(0.5, 1.0, 1)
    assert score_against([B], [A, C]) == EvidenceScore(1.0, 0.5, 0)
    assert score_against([A | C], [B, C]) == EvidenceScore(0.5, 1.0, 2)
    assert score_against([], [A]) == EvidenceScore(0.0, 0.0, 0)
    assert score_against([], []) == EvidenceScore(1.0, 1.0, 0)
    assert score_against([A], []) == EvidenceScore(0.0, 1.0, 0)
    assert score_against([B], [A]).f1 == pytest.approx(2 / 3)
