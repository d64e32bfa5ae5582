"""Tests of agreement on evidence."""

from __future__ import annotations

import pytest

from metrics.estimates import Undefined
from metrics.evidence import evidence_agreement

A = frozenset({"Aare_sentence_0", "Aare_cell_0_1_1"})
B = frozenset({"Aare_sentence_0"})
C = frozenset({"Reuss_sentence_3", "Reuss_sentence_4"})


def test_shares_are_over_every_pair_of_selections_of_a_claim() -> None:
    measured = evidence_agreement([[[A], [A], [B]], [[C], [B]], [[A]]])
    assert measured.pairs == 4
    assert measured.identical.value == 0.25
    assert measured.overlapping.value == 0.75
    assert measured.proper_subset.value == 0.5
    assert measured.best_f1.value == pytest.approx((1 + 2 / 3 + 2 / 3 + 0) / 4)
    assert evidence_agreement([]).identical.undefined == Undefined.NO_ITEMS


def test_agreement_on_one_kind_of_element_leaves_out_pairs_without_any() -> None:
    cells = evidence_agreement([[[A], [B]], [[B], [C]]], keep=lambda name: "_cell_" in str(name))
    assert cells.pairs == 1
    assert cells.identical.value == 0.0
    sentences = evidence_agreement([[[A], [B]]], keep=lambda name: "_sentence_" in str(name))
    assert sentences.identical.value == 1.0
