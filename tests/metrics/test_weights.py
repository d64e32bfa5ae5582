"""Tests of the balancing weights."""

from __future__ import annotations

import numpy as np
import pytest

from metrics.weights import balancing_weights


def _biased(seed: int, items: int = 400) -> tuple[list[set[str]], list[str]]:
    rng = np.random.default_rng(seed)
    labels = ["refuted" if rng.random() < 0.5 else "supported" for _ in range(items)]
    claims = [
        {f"w{word}" for word in rng.integers(0, 30, size=6)}
        | ({"did not"} if rng.random() < (0.5 if label == "refuted" else 0.1) else set())
        for label in labels
    ]
    return claims, labels


@pytest.mark.parametrize("seed", range(3))
def test_objective_falls_below_its_value_without_weights(seed: int) -> None:
    claims, labels = _biased(seed)
    solved = balancing_weights(claims, labels)
    assert solved.after < solved.before
    assert solved.mean_bias_after < solved.mean_bias_before
    assert (solved.alphas >= 0).all()


def test_claims_against_the_give_away_weigh_more() -> None:
    claims, labels = _biased(4)
    alphas = balancing_weights(claims, labels).alphas
    with_phrase = np.array(["did not" in grams for grams in claims])
    refuted = np.array([label == "refuted" for label in labels])
    assert alphas[with_phrase & ~refuted].mean() > alphas[with_phrase & refuted].mean()


def test_a_stronger_penalty_keeps_weights_smaller() -> None:
    claims, labels = _biased(5)
    weak, strong = (balancing_weights(claims, labels, strength=value) for value in (1e-3, 1.0))
    assert strong.alphas.sum() < weak.alphas.sum()


def test_without_frequent_ngrams_nothing_is_weighed() -> None:
    solved = balancing_weights([{"a"}, {"b"}], ["x", "y"])
    assert solved.ngrams == 0
    assert not solved.alphas.any()
    assert balancing_weights([], []).ngrams == 0
    with pytest.raises(ValueError, match="one label"):
        balancing_weights([{"a"}], [])
