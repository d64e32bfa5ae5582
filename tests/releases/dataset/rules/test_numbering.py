"""The numbers of claims: small, kept for ever, and telling nothing."""

from __future__ import annotations

from collections import Counter

from releases.dataset.rules.numbering import deal_numbers

# Three claims from each of 200 highlights, their keys in the order of their types.
CLAIMS = [(key, f"highlight:{key // 3}") for key in range(600)]


def test_the_type_of_a_claim_cannot_be_told_from_its_number() -> None:
    numbers = deal_numbers(CLAIMS, kept={}, after=0, secret="s")
    orders = Counter(
        tuple(sorted(range(3), key=lambda slot: numbers[first + slot]))
        for first in range(0, 600, 3)
    )
    # Every order of the three types, and each about as often as the others.
    assert len(orders) == 6
    assert max(orders.values()) < 2 * min(orders.values())
    # Nor from where its unit stands.
    units = [numbers[first] for first in range(0, 600, 3)]
    assert units != sorted(units)


def test_numbers_follow_one_another_and_units_stay_together() -> None:
    numbers = deal_numbers(CLAIMS, kept={}, after=70, secret="s")
    assert sorted(numbers.values()) == list(range(71, 671))
    for first in range(0, 600, 3):
        those = sorted(numbers[first + slot] for slot in range(3))
        assert those == list(range(those[0], those[0] + 3))


def test_the_secret_alone_decides() -> None:
    numbers = deal_numbers(CLAIMS, kept={}, after=0, secret="s")
    assert deal_numbers(reversed(CLAIMS), kept={}, after=0, secret="s") == numbers
    assert deal_numbers(CLAIMS, kept={}, after=0, secret="t") != numbers


def test_numbers_that_were_dealt_are_kept() -> None:
    before = deal_numbers(CLAIMS[:300], kept={}, after=0, secret="s")
    after = deal_numbers(CLAIMS, kept=before, after=300, secret="s")
    assert {claim: after[claim] for claim in before} == before
    assert sorted(after.values()) == list(range(1, 601))
