"""Tests of the model of Dawid and Skene: against crowd-kit, and with known truth."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from crowdkit.aggregation import DawidSkene

from metrics.competence import fit_competence
from metrics.ratings import Ratings

CONFUSIONS = np.array(
    [
        [[0.9, 0.05, 0.05], [0.05, 0.9, 0.05], [0.1, 0.1, 0.8]],
        [[0.8, 0.1, 0.1], [0.3, 0.6, 0.1], [0.2, 0.1, 0.7]],
        [[0.34, 0.33, 0.33], [0.33, 0.34, 0.33], [0.33, 0.33, 0.34]],
        [[0.85, 0.1, 0.05], [0.1, 0.85, 0.05], [0.05, 0.05, 0.9]],
    ]
)
SHARES = np.array([0.55, 0.35, 0.1])


def _simulated(seed: int, items: int) -> tuple[list[tuple[int, int, str]], np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, size=items, p=SHARES)
    triples = [
        (item, rater, "abc"[rng.choice(3, p=CONFUSIONS[rater, truth[item]])])
        for item in range(items)
        for rater in range(4)
        if rng.random() < 0.8
    ]
    return triples, truth


@pytest.mark.filterwarnings("ignore")  # crowd-kit uses parts of pandas that are deprecated
@pytest.mark.parametrize("seed", range(2))
def test_posteriors_and_confusions_equal_crowd_kits(seed: int) -> None:
    triples, _ = _simulated(seed, 300)
    theirs = DawidSkene(n_iter=50, tol=0.0).fit(
        pd.DataFrame(triples, columns=["task", "worker", "label"])
    )
    assert theirs.probas_ is not None and theirs.errors_ is not None
    # It stops early by another rule: compare after as many steps.
    steps = len(theirs.loss_history_)
    ours = fit_competence(Ratings.of(triples), most_steps=steps, tolerance=0.0)
    posterior = theirs.probas_.loc[list(ours.item_names), list("abc")].to_numpy()
    assert np.abs(ours.posterior - posterior).max() < 1e-6
    errors = theirs.errors_.loc[2].loc[list("abc"), list("abc")].to_numpy()
    row = ours.rater_names.index(2)
    assert np.abs(ours.confusion[row] - errors.T).max() < 1e-6


def test_known_confusions_are_recovered() -> None:
    triples, truth = _simulated(7, 4_000)
    fitted = fit_competence(Ratings.of(triples))
    assert fitted.has_converged
    order = [fitted.rater_names.index(rater) for rater in range(4)]
    assert np.abs(fitted.confusion[order] - CONFUSIONS).max() < 0.08
    found = [fitted.most_probable(item)[0] == "abc"[truth[item]] for item in range(0, 4_000, 40)]
    assert sum(found) >= 85
    assert fitted.accuracy(2) == pytest.approx(0.34, abs=0.05)
    assert fitted.accuracy(0) > fitted.accuracy(1) > fitted.accuracy(2)


def test_no_ratings_and_one_rating_give_an_answer() -> None:
    assert fit_competence(Ratings.of([])).posterior.shape == (0, 0)
    single = fit_competence(Ratings.of([(1, "ann", "a")]))
    value, probability = single.most_probable(1)
    assert value == "a"
    assert probability == pytest.approx(1.0)
