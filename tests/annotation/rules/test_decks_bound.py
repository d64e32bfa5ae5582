"""Every prefix of what a deck deals is within one item of every share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from annotation.rules.decks import DeckOrder, DeckShares, deal, deviation, draw
from tests.examples import examples

DRAWS = 2000
Next = Callable[[DeckShares, dict[str, int]], str]

weights = st.lists(st.integers(1, 60), min_size=1, max_size=8)
# Shares of very different sizes: here the bound is hard to keep.
skewed = st.lists(
    st.one_of(st.integers(1, 20), st.integers(1, 400), st.integers(1, 8000)), min_size=1, max_size=8
)
# A vector for which taking the largest deficit leaves the bound.
UNEVEN = [13, 2, 148, 3, 34, 4228, 5216, 18]


def deck_of(parts: list[int], seed: str = "s", order: DeckOrder = DeckOrder.TIJDEMAN) -> DeckShares:
    whole = sum(parts)
    return DeckShares.of(
        {f"v{i}": Fraction(part, whole) for i, part in enumerate(parts)}, seed, order
    )


def worst_deviation(deck: DeckShares, draws: int) -> Fraction:
    shares, counts, worst = dict(deck.shares), Counter[str](), Fraction(0)
    for drawn in deal(deck, {}, draws):
        counts[drawn.value] += 1
        worst = max(worst, deviation(shares, counts))
    return worst


def worst_of_largest_deficit(deck: DeckShares, draws: int) -> Fraction:
    """Return the worst deviation of the obvious rule: always the value that is farthest behind."""
    shares, counts, worst = dict(deck.shares), Counter[str](), Fraction(0)
    for n in range(1, draws + 1):
        counts[max(shares, key=lambda value: shares[value] * n - counts[value])] += 1
        worst = max(worst, deviation(shares, counts))
    return worst


@given(parts=skewed)
@example(parts=UNEVEN)
@settings(max_examples=examples(20))
def test_every_prefix_is_within_tijdemans_bound(parts: list[int]) -> None:
    k = len(parts)
    bound = Fraction(0) if k == 1 else 1 - Fraction(1, 2 * k - 2)
    assert worst_deviation(deck_of(parts), DRAWS) <= bound


@given(parts=weights)
@settings(max_examples=examples(8))
def test_every_prefix_of_a_shuffled_deck_is_within_one(parts: list[int]) -> None:
    assert worst_deviation(deck_of(parts, order=DeckOrder.SHUFFLED), DRAWS // 2) < 1


def test_the_largest_deficit_breaks_the_bound_that_the_deck_keeps() -> None:
    deck = deck_of(UNEVEN)
    assert worst_of_largest_deficit(deck, DRAWS) > 1
    assert worst_deviation(deck, DRAWS) <= 1 - Fraction(1, 14)


@pytest.mark.parametrize("order", list(DeckOrder))
def test_huge_denominators_are_exact(order: DeckOrder) -> None:
    shares = {"a": Fraction(1, 3) + Fraction(1, 10**18), "b": Fraction(2, 3) - Fraction(1, 10**18)}
    assert worst_deviation(DeckShares.of(shares, "s", order), 300) < 1


def test_a_value_with_share_zero_is_never_dealt() -> None:
    deck = DeckShares.of({"a": Fraction(1, 2), "b": Fraction(0), "c": Fraction(1, 2)}, "s")
    assert Counter(one.value for one in deal(deck, {}, 100)) == {"a": 50, "c": 50}


def test_one_value_is_dealt_always() -> None:
    deck = DeckShares.of({"a": Fraction(1)}, "s")
    assert [one.position for one in deal(deck, {}, 3)] == [1, 2, 3]
    assert draw(deck, {"a": 3}).value == "a"


def test_mutations_reach_their_shares_exactly_every_twenty() -> None:
    shares = {"more": 15, "general": 15, "negation": 30, "paraphrase": 10, "substitution": 30}
    deck = DeckShares.of({name: Fraction(share, 100) for name, share in shares.items()}, "s")
    first = Counter(one.value for one in deal(deck, {}, 20))
    assert first == {
        "more": 3, "general": 3, "negation": 6, "paraphrase": 2, "substitution": 6
    }  # fmt: skip
