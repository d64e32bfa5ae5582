"""Splits: whole units, sizes, balance, and nothing ever moves."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.dataset.rules.splits import RequestedPart, SplitError, Splittable, split_claims
from tests.releases.refusals import refused

TENTH = Fraction(1, 10)
PARTS = (
    RequestedPart("train"),
    RequestedPart("dev", share=TENTH),
    RequestedPart("test", share=TENTH, balanced=True),
)
VERDICTS = ("supported", "refuted", "not_enough_information")

claims_lists = st.lists(
    st.tuples(st.integers(0, 25), st.sampled_from(VERDICTS), st.booleans() | st.just(True)),
    max_size=60,
).map(
    lambda rows: [
        Splittable(number, f"highlight:{unit}", verdict, fits)
        for number, (unit, verdict, fits) in enumerate(rows, start=1)
    ]
)


def units_and_parts(claims: list[Splittable], parts: dict[int, str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        if claim.id in parts:
            found[claim.unit].add(parts[claim.id])
    return found


@given(claims_lists)
def test_a_unit_is_never_torn_apart(claims: list[Splittable]) -> None:
    split = split_claims(claims, PARTS, seed="s")
    assert set(split.parts) == {claim.id for claim in claims}
    assert all(len(parts) == 1 for parts in units_and_parts(claims, dict(split.parts)).values())


@given(claims_lists)
def test_the_order_of_the_claims_does_not_matter(claims: list[Splittable]) -> None:
    assert split_claims(claims, PARTS, seed="s").parts == (
        split_claims(claims[::-1], PARTS, seed="s").parts
    )


@given(claims_lists, claims_lists)
def test_claims_that_come_later_move_none_of_the_old_ones(
    before: list[Splittable], more: list[Splittable]
) -> None:
    first = split_claims(before, PARTS, seed="s")
    kept = {claim.unit: first.parts[claim.id] for claim in before}
    later = [Splittable(1000 + one.id, one.unit, one.verdict, one.fits) for one in more]
    second = split_claims([*before, *later], PARTS, seed="s", kept=kept)
    assert {claim.id: second.parts[claim.id] for claim in before} == first.parts
    # What no longer fits its unit's part is left out and counted, never moved.
    assert set(second.left_out) == {one.id for one in later} - set(second.parts)
    for claim in later:
        if claim.id in second.left_out:
            assert not claim.fits and kept[claim.unit] != "train"


@given(claims_lists)
def test_what_cannot_be_predicted_whole_goes_to_train_and_is_counted(
    claims: list[Splittable],
) -> None:
    split = split_claims(claims, PARTS, seed="s")
    large = [claim.id for claim in claims if not claim.fits]
    assert {split.parts[number] for number in large} <= {"train"}
    assert split.too_large == len(large)


def generated(count: int) -> list[Splittable]:
    """Return three claims a highlight; one in twenty lacks information."""
    return [
        Splittable(
            number,
            f"highlight:{number // 3}",
            VERDICTS[2] if number % 20 == 0 else VERDICTS[number % 2],
        )
        for number in range(count)
    ]


def test_parts_have_the_size_of_their_shares() -> None:
    claims = generated(3000)
    parts = (
        RequestedPart("train"),
        RequestedPart("dev", share=TENTH),
        RequestedPart("test", size=150),
    )
    split = split_claims(claims, parts, seed="s")
    assert Counter(split.parts.values()) == {"train": 2550, "dev": 300, "test": 150}
    assert split.short == {}


def test_a_balanced_part_has_as_many_of_each_verdict_and_leaves_half_of_the_rarest() -> None:
    claims = generated(3000)
    split = split_claims(claims, PARTS, seed="s")
    verdicts = {claim.id: claim.verdict for claim in claims}
    test = Counter(verdicts[number] for number, part in split.parts.items() if part == "test")
    train = Counter(verdicts[number] for number, part in split.parts.items() if part == "train")
    # 150 of 3000 claims lack information: at most 75 of them go to the test.
    assert 70 <= test[VERDICTS[2]] <= 75
    assert abs(test[VERDICTS[0]] - test[VERDICTS[1]]) <= 10
    assert 90 <= test[VERDICTS[0]] <= 100
    assert train[VERDICTS[2]] > 50
    assert split.short == {"test": 300 - test.total()}


def test_another_seed_gives_another_split() -> None:
    claims = generated(300)
    assert (
        split_claims(claims, PARTS, seed="a").parts != split_claims(claims, PARTS, seed="b").parts
    )


def test_two_balanced_parts_share_the_rarest_verdict() -> None:
    parts = (
        RequestedPart("train"),
        RequestedPart("dev", share=TENTH, balanced=True),
        RequestedPart("test", share=TENTH, balanced=True),
    )
    claims = generated(3000)
    split = split_claims(claims, parts, seed="s")
    rare = Counter(split.parts[one.id] for one in claims if one.verdict == VERDICTS[2])
    assert 34 <= rare["dev"] <= 37 and 34 <= rare["test"] <= 37


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((), "There is no part."),
        ((RequestedPart("a"), RequestedPart("a", size=1)), "Two parts have the same name."),
        ((RequestedPart("a"), RequestedPart("b")), "“b” needs a share or a size, and not both."),
        ((RequestedPart("a"), RequestedPart("b", size=-1)), "The size of “b” is below 0."),
        (
            (
                RequestedPart("a"),
                RequestedPart("b", share=Fraction(2, 3)),
                RequestedPart("c", share=TENTH * 4),
            ),
            "The shares add up to more than 1.",
        ),
    ],
)
def test_parts_that_cannot_be_meant_are_refused(
    parts: tuple[RequestedPart, ...], message: str
) -> None:
    with refused(SplitError, message):
        split_claims([], parts, seed="s")


def units_of(count: int, size: int, verdicts: str = "s") -> list[Splittable]:
    """Return units of so many claims, whose verdicts repeat."""
    return [
        Splittable(number, f"u{number // size}", verdicts[number % len(verdicts)])
        for number in range(count * size)
    ]


def test_the_true_reason_is_given_for_a_part_that_is_too_small() -> None:
    def because(claims: list[Splittable], *parts: RequestedPart, **more: Any) -> Any:
        split = split_claims(claims, (RequestedPart("train"), *parts), seed="s", **more)
        return dict(split.short), {name: str(why) for name, why in split.short_because.items()}

    test = RequestedPart("test", size=8)
    assert because(units_of(5, 1), test) == ({"test": 3}, {"test": "too_few"})
    assert because(units_of(5, 3), test) == ({"test": 2}, {"test": "units"})
    kept = {f"u{number}": "train" for number in range(20)}
    assert because(units_of(20, 1), test, kept=kept) == ({"test": 8}, {"test": "kept"})
    balanced = RequestedPart("test", size=8, balanced=True)
    assert because(units_of(20, 1, "sssssssssr"), balanced) == ({"test": 3}, {"test": "balance"})


def test_a_size_that_cannot_take_effect_is_given() -> None:
    kept = {f"u{number}": "test" for number in range(6)}
    parts = (RequestedPart("train"), RequestedPart("test", size=4))
    split = split_claims(units_of(10, 1), parts, seed="s", kept=kept)
    assert (dict(split.over), dict(split.short)) == ({"test": 2}, {})


def test_a_part_that_is_not_balanced_is_given() -> None:
    parts = (RequestedPart("train"), RequestedPart("test", size=8, balanced=True))
    assert split_claims(units_of(40, 1, "sr"), parts, seed="s").unbalanced == ()
    assert split_claims(units_of(40, 1, "sssssssssr"), parts, seed="s").unbalanced == ("test",)
