"""Random samples by seed."""

from __future__ import annotations

from annotation.rules.samples import draw_sample, shares_of

ITEMS = {str(number): "yes" if number % 4 else "no" for number in range(400)}


def test_the_same_seed_draws_the_same_in_whatever_order() -> None:
    turned = dict(reversed(ITEMS.items()))
    first = draw_sample(ITEMS, 20, "seed", by_stratum=False)
    assert first == draw_sample(turned, 20, "seed", by_stratum=False)
    assert len(set(first)) == 20
    assert first != draw_sample(ITEMS, 20, "another", by_stratum=False)


def test_a_larger_sample_begins_with_the_smaller_one() -> None:
    large = draw_sample(ITEMS, 50, "seed", by_stratum=False)
    assert large[:20] == draw_sample(ITEMS, 20, "seed", by_stratum=False)


def test_each_stratum_has_its_share() -> None:
    drawn = draw_sample(ITEMS, 40, "seed", by_stratum=True)
    assert sorted(ITEMS[name] for name in drawn) == ["no"] * 10 + ["yes"] * 30


def test_shares_add_up_and_never_ask_for_more_than_there_is() -> None:
    assert shares_of(10, {"a": 1, "b": 1, "c": 1}) == {"a": 1, "b": 1, "c": 1}
    assert shares_of(7, {"a": 50, "b": 30, "c": 20}) == {"a": 4, "b": 2, "c": 1}
    assert shares_of(5, {}) == {}
