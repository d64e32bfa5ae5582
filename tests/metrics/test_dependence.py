"""Tests of dependence: exact p-values, planted and absent associations, coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import fisher_exact, hypergeom

from metrics.association import npmi
from metrics.dependence import (
    LEVEL,
    Association,
    associations,
    conditional_correlation,
    coverage,
    permutation_p,
)
from metrics.estimates import Undefined
from metrics.ngrams import ngrams_up_to, tokens_of

Item = tuple[set[str], str]


def _noise(seed: int, items: int) -> list[Item]:
    """Return items whose words and labels have nothing to do with each other."""
    rng = np.random.default_rng(seed)
    frequencies = np.geomspace(0.3, 0.005, 60)
    labels = rng.choice(["supported", "refuted", "not enough"], size=items, p=[0.55, 0.4, 0.05])
    present = rng.random((items, 60)) < frequencies
    return [
        ({f"w{word}" for word in np.flatnonzero(row)}, str(label))
        for row, label in zip(present, labels, strict=True)
    ]


def _of(found: list[Association], feature: str, label: str) -> Association:
    return next(pair for pair in found if (pair.feature, pair.label) == (feature, label))


def test_p_values_are_those_of_the_hypergeometric_distribution() -> None:
    rng = np.random.default_rng(1)
    of_feature = rng.integers(1, 400, size=200)
    of_label = rng.choice([50, 200, 350], size=200)
    together = np.array(
        [
            hypergeom.rvs(400, marked, drawn, random_state=rng)
            for marked, drawn in zip(of_label, of_feature, strict=True)
        ]
    )
    expected = [
        min(
            1.0,
            2 * min(hypergeom.sf(k - 1, 400, marked, drawn), hypergeom.cdf(k, 400, marked, drawn)),
        )
        for k, marked, drawn in zip(together, of_label, of_feature, strict=True)
    ]
    measured = permutation_p(together, of_feature, of_label, 400)
    assert measured == pytest.approx(expected, abs=1e-9)
    table = [[3, 7], [40, 50]]
    single = permutation_p(np.array([3]), np.array([10]), np.array([43]), 100)
    assert single[0] == pytest.approx(2 * fisher_exact(table, alternative="less").pvalue)


def test_planted_word_is_found_with_its_label_and_its_share() -> None:
    items = _noise(2, 2_000)
    rng = np.random.default_rng(9)
    planted = [
        (
            words | ({"never"} if rng.random() < (0.2 if label == "refuted" else 0.03) else set()),
            label,
        )
        for words, label in items
    ]
    found = associations(planted)
    assert (found[0].feature, found[0].label) == ("never", "refuted")
    never = found[0]
    assert never.is_found
    assert never.conditional.value == never.together / never.feature_items
    assert never.npmi.low is not None and never.npmi.low > 0.1
    assert {pair.feature for pair in found if pair.is_found} == {"never"}


def test_noise_gives_false_alarms_in_at_most_one_of_twenty_seeds() -> None:
    alarms = sum(
        any(pair.is_found for pair in associations(_noise(seed, 600))) for seed in range(40)
    )
    assert alarms <= 40 * LEVEL * 2


def test_npmi_equals_that_of_the_table_of_counts() -> None:
    items: list[Item] = [
        *[({"a"}, "x")] * 6, *[({"a"}, "y")] * 2, *[({"b"}, "x")] * 1, *[({"b"}, "y")] * 7,
    ]  # fmt: skip
    counts = {("a", "x"): 6, ("a", "y"): 2, ("b", "x"): 1, ("b", "y"): 7}
    found = associations(items)
    for (feature, label), expected in npmi(counts).items():
        measured = _of(found, feature, label).npmi
        assert measured.value == pytest.approx(expected)
        assert measured.low is not None and measured.high is not None
        assert measured.low < expected < measured.high


def test_features_that_never_meet_a_label_or_are_everywhere() -> None:
    items: list[Item] = [*[({"a", "all"}, "x")] * 8, *[({"b", "all"}, "y")] * 8]
    found = associations(items)
    assert _of(found, "a", "y").npmi.value == -1.0
    assert _of(found, "a", "x").npmi.value == pytest.approx(1.0)
    assert _of(found, "all", "x").npmi.value == pytest.approx(0.0)
    assert associations([]) == []
    assert associations([({"rare"}, "x")]) == []


def test_coverage_of_the_first_features_grows_with_their_rank() -> None:
    items: list[Item] = [({"did not", "a"}, "r"), ({"never"}, "r"), ({"x"}, "r"), ({"never"}, "s")]
    measured = coverage(items, ["did not", "never"], "r", [1, 2, 1000])
    assert measured.shares == (1 / 3, 2 / 3, 2 / 3)
    assert measured.items == 3
    assert coverage([], ["never"], "r", [1]).shares == (0.0,)


def test_correlation_of_two_parts_over_their_shared_features() -> None:
    first = {"a": 0.9, "b": 0.5, "c": 0.1, "only here": 0.4}
    second = {"a": 0.8, "b": 0.45, "c": 0.1}
    measured = conditional_correlation(first, second)
    assert measured.value == pytest.approx(np.corrcoef([0.9, 0.5, 0.1], [0.8, 0.45, 0.1])[0, 1])
    assert measured.items == 3
    assert conditional_correlation({"a": 1.0}, {"a": 1.0}).undefined == Undefined.TOO_FEW_ITEMS
    flat = dict.fromkeys("abc", 0.5)
    assert conditional_correlation(flat, first).undefined == Undefined.ONE_CATEGORY


def test_ngrams_keep_contractions_numbers_and_all_scripts() -> None:
    assert tokens_of("She didn't sell 1,200.50 copies in Zürich–Über.") == [
        "she", "didn't", "sell", "1,200.50", "copies", "in", "zürich", "über",
    ]  # fmt: skip
    assert ngrams_up_to("did not win", 2) == {"did", "not", "win", "did not", "not win"}
    assert ngrams_up_to("", 2) == frozenset()
