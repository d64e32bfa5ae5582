"""Tests of agreement: against independent libraries, by hand, and where it is undefined."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as fleiss_of_statsmodels

from metrics.agreement import (
    alpha_by_group,
    cohen_kappa,
    disagreements_with,
    fleiss_kappa,
    krippendorff_alpha,
    observed_agreement,
    pair_agreements,
    rater_agreements,
    rater_spread,
)
from metrics.estimates import Undefined
from metrics.ratings import Ratings, RepeatedRatingError

VERDICTS = ("supported", "refuted", "not enough")


def _table(rng: np.random.Generator, *, items: int, raters: int, missing: float) -> np.ndarray:
    """Return item × rater codes, NaN where missing; raters agree more than chance."""
    truth = rng.integers(0, 3, size=items)
    guesses = rng.integers(0, 3, size=(items, raters))
    values = np.where(rng.random((items, raters)) < 0.6, truth[:, np.newaxis], guesses)
    return np.where(rng.random((items, raters)) < missing, np.nan, values)


def _ratings(table: np.ndarray) -> Ratings:
    return Ratings.of(
        (
            (item, rater, VERDICTS[int(table[item, rater])])
            for item, rater in zip(*np.nonzero(~np.isnan(table)), strict=True)
        ),
        categories=VERDICTS,
    )


@pytest.mark.parametrize("seed", range(20))
def test_alpha_equals_krippendorffs_own_package_with_missing_ratings(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = _table(rng, items=60, raters=6, missing=rng.uniform(0.1, 0.8))
    expected = krippendorff.alpha(reliability_data=table.T, level_of_measurement="nominal")
    assert krippendorff_alpha(_ratings(table), resamples=0).value == pytest.approx(
        expected, abs=1e-9
    )


@pytest.mark.parametrize("seed", range(20))
def test_fleiss_equals_statsmodels_for_two_three_and_five_ratings(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for raters in (2, 3, 5):
        table = _table(rng, items=50, raters=raters, missing=0.0)
        counts, _ = aggregate_raters(table.astype(int), n_cat=3)
        assert fleiss_kappa(_ratings(table), raters=raters, resamples=0).value == pytest.approx(
            fleiss_of_statsmodels(counts), abs=1e-9
        )


@pytest.mark.parametrize("seed", range(20))
def test_kappa_of_every_pair_equals_scikit_learns(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = _table(rng, items=80, raters=5, missing=0.5)
    for pair in pair_agreements(_ratings(table), resamples=0):
        first, second = (table[:, int(str(name))] for name in (pair.first, pair.second))
        both = ~np.isnan(first) & ~np.isnan(second)
        assert pair.kappa.items == both.sum()
        assert pair.kappa.value == pytest.approx(
            cohen_kappa_score(first[both], second[both]), abs=1e-9
        )


def test_items_with_two_and_with_three_ratings_are_measured_apart() -> None:
    ratings = Ratings.of(
        [
            (1, "ann", "supported"), (1, "bo", "supported"),
            (2, "ann", "refuted"), (2, "bo", "refuted"),
            (3, "ann", "supported"), (3, "bo", "refuted"), (3, "cy", "refuted"),
        ]
    )  # fmt: skip
    two, three = fleiss_kappa(ratings, raters=2), fleiss_kappa(ratings, raters=3)
    assert (two.value, two.items) == (1.0, 2)
    # Observed 1/3, expected 5/9.
    assert three.value == pytest.approx(-0.5)
    assert three.items == 1


def test_kappa_put_in_lies_in_its_interval_for_at_least_ninety_of_a_hundred_seeds() -> None:
    # Raters keep the truth with probability q, else draw at random: kappa is q².
    inside = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        truth = rng.integers(0, 3, size=(500, 1))
        guesses = rng.integers(0, 3, size=(500, 2))
        table = np.where(rng.random((500, 2)) < 0.8, truth, guesses).astype(float)
        kappa = fleiss_kappa(_ratings(table), raters=2, seed=seed)
        assert kappa.low is not None and kappa.high is not None
        inside += kappa.low <= 0.64 <= kappa.high
    assert inside >= 90


def test_intervals_are_the_same_for_the_same_seed_and_any_order_of_ratings() -> None:
    table = _table(np.random.default_rng(3), items=100, raters=3, missing=0.2)
    triples = [
        (int(item), int(rater), VERDICTS[int(table[item, rater])])
        for item, rater in zip(*np.nonzero(~np.isnan(table)), strict=True)
    ]
    assert krippendorff_alpha(Ratings.of(triples), seed=5) == krippendorff_alpha(
        Ratings.of(reversed(triples)), seed=5
    )


@pytest.mark.parametrize(
    ("triples", "reason"),
    [
        ([], Undefined.NO_ITEMS),
        ([(1, "ann", "supported")], Undefined.NO_ITEMS),
        ([(1, "ann", "supported"), (1, "bo", "supported")], Undefined.ONE_CATEGORY),
    ],
)
def test_undefined_agreement_says_why(
    triples: list[tuple[int, str, str]], reason: Undefined
) -> None:
    ratings = Ratings.of(triples)
    for measured in (krippendorff_alpha(ratings), fleiss_kappa(ratings, raters=2)):
        assert measured.value is None
        assert measured.undefined == reason


def test_kappa_of_two_sequences() -> None:
    kappa = cohen_kappa(["a", "a", "b", "b"], ["a", "b", "b", "b"], resamples=0)
    assert (kappa.value, kappa.items) == (0.5, 4)
    assert cohen_kappa([], []).undefined == Undefined.NO_ITEMS
    with pytest.raises(ValueError, match="same items"):
        cohen_kappa(["a"], [])


def test_nobody_rates_an_item_twice() -> None:
    with pytest.raises(RepeatedRatingError):
        Ratings.of([(1, "ann", "supported"), (1, "ann", "refuted")])


def test_raters_are_compared_with_all_others_and_their_means_with_each_other() -> None:
    rng = np.random.default_rng(11)
    table = _table(rng, items=400, raters=5, missing=0.3)
    # The last rater guesses.
    table[:, 4] = np.where(np.isnan(table[:, 4]), np.nan, rng.integers(0, 3, size=400))
    ratings = _ratings(table)
    pairs = pair_agreements(ratings)
    raters = rater_agreements(ratings, pairs)
    by_name = {rater.rater: rater for rater in raters}
    careless = by_name[4]
    assert careless.kappa.high is not None and careless.kappa.high < 0.15
    assert careless.partners == 4
    spread = rater_spread(raters)
    assert 4 in spread.low
    assert spread.mean == pytest.approx(np.mean([rater.mean_of_pairs for rater in raters]))


def test_pairs_with_few_items_in_common_do_not_count_in_a_raters_mean() -> None:
    ratings = Ratings.of([(1, "ann", "supported"), (1, "bo", "refuted")])
    pairs = pair_agreements(ratings)
    assert [rater.partners for rater in rater_agreements(ratings, pairs)] == [0, 0]
    assert [rater.partners for rater in rater_agreements(ratings, pairs, least_items=1)] == [1, 1]


def test_agreement_by_group_leaves_out_items_without_one() -> None:
    ratings = Ratings.of(
        [
            (1, "ann", "supported"), (1, "bo", "supported"),
            (2, "ann", "refuted"), (2, "bo", "refuted"),
            (3, "ann", "supported"), (3, "bo", "refuted"),
            (4, "ann", "supported"), (4, "bo", "refuted"),
        ]
    )  # fmt: skip
    by_group = alpha_by_group(ratings, {1: "numerical", 2: "numerical", 3: "other"})
    assert by_group["numerical"].value == 1.0
    assert by_group["other"].items == 1
    assert set(by_group) == {"numerical", "other"}


def test_share_of_a_category_in_disagreements() -> None:
    ratings = Ratings.of(
        [
            (1, "ann", "supported"), (1, "bo", "not enough"),
            (2, "ann", "refuted"), (2, "bo", "supported"),
            (3, "ann", "not enough"), (3, "bo", "not enough"),
        ]
    )  # fmt: skip
    found = disagreements_with(ratings, "not enough")
    assert (found.pairs, found.containing.value) == (2, 0.5)
    assert disagreements_with(ratings, "unheard of").containing.value == 0.0
    assert observed_agreement(ratings).value == pytest.approx(1 / 3)
