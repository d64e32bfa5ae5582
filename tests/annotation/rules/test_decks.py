"""Decks are determined by their seed, resumed from counts, and independent of one another."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.rules.decks import (
    DeckError,
    DeckOrder,
    DeckShares,
    Draw,
    deal,
    deviation,
    draw,
    live_counts,
    seed_for,
    take,
)
from tests.examples import examples

HALVES = {"supported": Fraction(1, 2), "refuted": Fraction(1, 2)}
SCOPES = {"same_page": Fraction(1, 2), "several_pages": Fraction(1, 2)}
THIRDS = {"sentences": Fraction(1, 3), "table": Fraction(2, 3)}
MUTATIONS = {
    "more_specific": Fraction(15, 100),
    "generalization": Fraction(15, 100),
    "negation": Fraction(30, 100),
    "paraphrasing": Fraction(10, 100),
    "entity_substitution": Fraction(30, 100),
}


def values(
    shares: dict[str, Fraction], seed: str, n: int, order: DeckOrder = DeckOrder.TIJDEMAN
) -> list[str]:
    return [one.value for one in deal(DeckShares.of(shares, seed, order), {}, n)]


def contingency(first: list[str], second: list[str]) -> Counter[tuple[str, str]]:
    return Counter(zip(first, second, strict=True))


def cramers_v(first: list[str], second: list[str]) -> float:
    """Return 0 if two factors are independent, 1 if one determines the other."""
    joint, n = contingency(first, second), len(first)
    rows, columns = Counter(first), Counter(second)
    chi2 = sum(
        (joint[row, column] - rows[row] * columns[column] / n) ** 2
        / (rows[row] * columns[column] / n)
        for row in rows
        for column in columns
    )
    return float((chi2 / (n * (min(len(rows), len(columns)) - 1))) ** 0.5)


def test_the_same_seed_deals_the_same() -> None:
    assert values(MUTATIONS, "a", 200) == values(MUTATIONS, "a", 200)


@pytest.mark.parametrize("order", list(DeckOrder))
def test_another_seed_deals_another_order(order: DeckOrder) -> None:
    assert values(MUTATIONS, "a", 200, order) != values(MUTATIONS, "b", 200, order)


def test_the_first_draws_never_change() -> None:
    letters = "".join(value[0] for value in values(HALVES, "campaign 7", 24))
    assert letters == "srsrsrsrrsrssrsrrssrrssr"
    assert values(THIRDS, "campaign 7", 6) == [
        "table", "sentences", "table", "table", "sentences", "table"
    ]  # fmt: skip


@pytest.mark.parametrize("order", list(DeckOrder))
@given(split=st.integers(0, 120), seed=st.text(max_size=5))
@settings(max_examples=examples(15))
def test_a_deck_is_resumed_from_its_counts(order: DeckOrder, split: int, seed: str) -> None:
    deck = DeckShares.of(MUTATIONS, seed, order)
    whole = deal(deck, {}, 120)
    counts = Counter(one.value for one in whole[:split])
    assert deal(deck, counts, 120 - split) == whole[split:]


def test_decks_with_different_seeds_are_independent() -> None:
    verdicts, scopes = values(HALVES, "verdict", 2000), values(SCOPES, "scope", 2000)
    assert contingency(verdicts, scopes) == {
        ("supported", "same_page"): 505,
        ("supported", "several_pages"): 495,
        ("refuted", "same_page"): 495,
        ("refuted", "several_pages"): 505,
    }


def test_decks_with_one_seed_confound_their_factors() -> None:
    first = values(HALVES, "same", 2000)
    assert contingency(first, values(HALVES, "same", 2000)) == {
        ("supported", "supported"): 1000,
        ("refuted", "refuted"): 1000,
    }


@pytest.mark.parametrize("order", list(DeckOrder))
def test_the_factors_of_a_study_are_independent_pairwise(order: DeckOrder) -> None:
    factors = {"verdict": HALVES, "scope": SCOPES, "mutation": MUTATIONS, "source": THIRDS}
    dealt = {
        name: values(shares, seed_for("campaign", name, 1), 2000, order)
        for name, shares in factors.items()
    }
    for first in dealt:
        for second in dealt:
            if first < second:
                # Chance alone stays below 0.081 in 99 of 100 pairs of five and two values.
                assert cramers_v(dealt[first], dealt[second]) < 0.081, (first, second)


def test_equal_shares_without_ties_confound_in_tijdemans_order_whatever_the_seed() -> None:
    # Nothing ties with shares of 1/3 and 2/3, so nothing is left to the seed.
    first, second = values(THIRDS, "a", 2000), values(THIRDS, "b", 2000)
    assert contingency(first, second) == {
        ("sentences", "sentences"): 667,
        ("table", "table"): 1333,
    }


@pytest.mark.parametrize("shares", [THIRDS, MUTATIONS, HALVES])
def test_shuffled_decks_of_equal_shares_are_independent(shares: dict[str, Fraction]) -> None:
    first = values(shares, "a", 2000, DeckOrder.SHUFFLED)
    assert cramers_v(first, values(shares, "b", 2000, DeckOrder.SHUFFLED)) < 0.07


def test_in_a_shuffled_deck_of_two_each_draw_is_as_likely_as_its_share() -> None:
    firsts = [values(THIRDS, f"seed {i}", 4, DeckOrder.SHUFFLED) for i in range(900)]
    for position in range(4):
        drawn = sum(one[position] == "sentences" for one in firsts)
        assert 255 < drawn < 345, position


# --- freed positions ---------------------------------------------------------------------------
def test_the_lowest_freed_position_is_issued_first() -> None:
    deck = DeckShares.of(HALVES, "campaign 7")
    dealt = deal(deck, {}, 8)
    counts = Counter(one.value for one in dealt)
    assert take(deck, counts, [dealt[5], dealt[2]]) == Draw(3, "supported") == dealt[2]


def test_without_freed_positions_the_next_is_dealt() -> None:
    deck = DeckShares.of(HALVES, "campaign 7")
    counts = Counter(one.value for one in deal(deck, {}, 8))
    assert take(deck, counts) == draw(deck, counts)
    assert take(deck, counts).position == 9


def test_a_position_that_was_never_dealt_is_refused() -> None:
    with pytest.raises(DeckError, match=r"Position 9 was never dealt\."):
        take(DeckShares.of(HALVES, "s"), {"supported": 4, "refuted": 4}, [Draw(9, "supported")])


@given(frees=st.lists(st.integers(0, 10_000), max_size=150))
@settings(max_examples=examples(40))
def test_live_counts_are_within_one_plus_the_freed_positions(frees: list[int]) -> None:
    deck = DeckShares.of(MUTATIONS, "s")
    counts, freed, held = Counter[str](), list[Draw](), list[Draw]()
    for choice in frees:
        # Two people take, one of those who hold gives back.
        for _ in range(2):
            taken = take(deck, counts, freed)
            if taken in freed:
                freed.remove(taken)
            else:
                counts[taken.value] += 1
            held.append(taken)
        if choice % 3:
            freed.append(held.pop(choice % len(held)))
        live = live_counts(counts, freed)
        n = sum(counts.values())
        assert deviation(MUTATIONS, counts) < 1
        assert all(
            abs(MUTATIONS[value] * n - live.get(value, 0)) <= 1 + len(freed) for value in MUTATIONS
        )
    assert len({one.position for one in held}) == len(held)


# --- refusals ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ((("a", Fraction(1, 2)), ("b", Fraction(1, 3))), "The shares do not add up to 1."),
        ((("a", Fraction(3, 2)), ("b", Fraction(-1, 2))), "A share is below 0."),
        ((("a", Fraction(1, 2)), ("a", Fraction(1, 2))), "A value stands twice: a, a."),
    ],
)
def test_shares_that_are_none_are_refused(
    shares: tuple[tuple[str, Fraction], ...], message: str
) -> None:
    with pytest.raises(DeckError) as caught:
        DeckShares(shares, "s")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("counts", "message"),
    [({"other": 1}, "Not in the deck: other."), ({"supported": -1}, "A count is below 0.")],
)
def test_counts_that_no_deck_has_are_refused(counts: dict[str, int], message: str) -> None:
    with pytest.raises(DeckError) as caught:
        draw(DeckShares.of(HALVES, "s"), counts)
    assert str(caught.value) == message


def test_more_freed_than_dealt_is_refused() -> None:
    with pytest.raises(DeckError, match=r"More was freed than dealt\."):
        live_counts({"a": 1}, [Draw(1, "a"), Draw(2, "a")])


def test_seeds_differ_by_factor_and_version() -> None:
    seeds = {seed_for("c", factor, version) for factor in ("a", "b") for version in (1, 2)}
    assert len(seeds) == 4
