"""Tests of the probes: what gives a label away is found, noise is not, groups stay together."""

from __future__ import annotations

import numpy as np

from metrics.estimates import Undefined
from metrics.probes import probe_lengths, probe_texts

WORDS = [f"word{number}" for number in range(200)]


def _claims(seed: int, planted: float, items: int = 800) -> tuple[list[str], list[str], list[int]]:
    rng = np.random.default_rng(seed)
    labels = [str(rng.choice(["supported", "refuted"], p=[0.6, 0.4])) for _ in range(items)]
    texts = [
        " ".join(rng.choice(WORDS, size=8))
        + (" did not" if label == "refuted" and rng.random() < planted else "")
        for label in labels
    ]
    return texts, labels, [number // 3 for number in range(items)]


def test_planted_phrase_is_found_by_the_claim_only_probe() -> None:
    result = probe_texts(*_claims(1, planted=0.7))
    assert result.is_biased
    assert result.accuracy.value is not None and result.majority.value is not None
    assert result.accuracy.value > result.majority.value + 0.15
    assert sum(map(sum, result.confusion)) == 800


def test_noise_is_not_called_a_bias() -> None:
    assert not any(probe_texts(*_claims(seed, planted=0.0)).is_biased for seed in range(5))


def test_items_of_one_group_do_not_help_each_other() -> None:
    # Each group has its own word and its own label: only who has seen the group could know.
    rng = np.random.default_rng(3)
    of_group = rng.choice(["supported", "refuted"], size=150)
    texts = [f"group{group} stays alone" for group in range(150) for _ in range(4)]
    labels = [str(of_group[group]) for group in range(150) for _ in range(4)]
    groups = [group for group in range(150) for _ in range(4)]
    assert not probe_texts(texts, labels, groups).is_biased
    leaking = probe_texts(texts, labels, list(range(600)))
    assert leaking.accuracy.value is not None and leaking.accuracy.value > 0.9


def test_length_alone_can_give_a_label_away() -> None:
    texts, labels, groups = _claims(4, planted=0.0)
    longer = [
        text + " more" * 6 if label == "refuted" else text
        for text, label in zip(texts, labels, strict=True)
    ]
    assert probe_lengths(longer, labels, groups).is_biased
    assert not probe_lengths(texts, labels, groups).is_biased


def test_the_same_seed_gives_the_same_result() -> None:
    data = _claims(5, planted=0.3)
    assert probe_texts(*data, seed=2) == probe_texts(*data, seed=2)


def test_probes_say_why_they_cannot_be_run() -> None:
    assert probe_texts([], [], []).accuracy.undefined == Undefined.NO_ITEMS
    assert probe_texts(["a"], ["x"], [1]).accuracy.undefined == Undefined.ONE_CATEGORY
    few = probe_texts(["a", "b"], ["x", "y"], [1, 2])
    assert few.lift.undefined == Undefined.TOO_FEW_ITEMS
