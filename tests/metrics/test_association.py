"""LMI and nPMI as in the papers, against values calculated by hand."""

from __future__ import annotations

from math import isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.association import Margins, conditional, lmi, npmi

# "not" stands in 8 of 16 places, 6 of them in refuted claims; half of the places are refuted.
TABLE = {
    ("not", "refuted"): 6,
    ("not", "supported"): 2,
    ("river", "refuted"): 2,
    ("river", "supported"): 6,
}
tables = st.dictionaries(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyz")),
    st.integers(0, 50),
    min_size=1,
    max_size=18,
).filter(lambda table: any(table.values()))


def test_margins_are_the_sums_of_the_table() -> None:
    margins = Margins.of(TABLE)
    assert margins.features == {"not": 8, "river": 8}
    assert margins.labels == {"refuted": 8, "supported": 8}
    assert margins.total == 16


def test_lmi_is_the_joint_share_times_the_logarithm_of_the_lift() -> None:
    measured = lmi(TABLE)
    # 6/16 · ln(0.75 / 0.5) and 2/16 · ln(0.25 / 0.5)
    assert measured["not", "refuted"] == pytest.approx(0.375 * log(1.5), abs=1e-15)
    assert measured["not", "refuted"] == pytest.approx(0.15204941554, abs=1e-11)
    assert measured["not", "supported"] == pytest.approx(-0.08664339757, abs=1e-11)
    assert measured["river", "supported"] == measured["not", "refuted"]


def test_npmi_is_the_logarithm_of_the_lift_over_that_of_the_joint_share() -> None:
    measured = npmi(TABLE)
    # ln 1.5 / −ln 0.375 = 0.405465108 / 0.980829253, and ln 0.5 / −ln 0.125 = −1/3
    assert measured["not", "refuted"] == pytest.approx(0.41339011, abs=1e-8)
    assert measured["not", "supported"] == pytest.approx(-1 / 3, abs=1e-15)


def test_lmi_ranks_a_frequent_cue_above_a_rare_certain_one() -> None:
    table = {
        ("not", "refuted"): 80,
        ("not", "supported"): 20,
        ("quagga", "refuted"): 1,
        ("river", "refuted"): 19,
        ("river", "supported"): 80,
    }
    assert conditional(table)["quagga", "refuted"] == 1.0
    assert conditional(table)["not", "refuted"] == 0.8
    assert lmi(table)["not", "refuted"] > lmi(table)["quagga", "refuted"] > 0


def test_what_never_occurs_together_has_no_lmi_and_npmi_of_minus_one() -> None:
    table = {("a", "x"): 5, ("a", "y"): 0, ("b", "y"): 5}
    assert lmi(table)["a", "y"] == 0.0
    assert npmi(table) == {("a", "x"): 1.0, ("a", "y"): -1.0, ("b", "y"): 1.0}


def test_what_does_not_vary_has_no_association() -> None:
    assert lmi({("a", "x"): 7}) == {("a", "x"): 0.0}
    assert npmi({("a", "x"): 7}) == {("a", "x"): 0.0}


def test_an_empty_table_has_no_measures() -> None:
    assert lmi({}) == npmi({}) == conditional({}) == {}


def test_a_count_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match=r"A count is below 0: a, x\."):
        lmi({("a", "x"): -1})


@given(table=tables)
def test_lmi_sums_to_the_mutual_information_which_is_not_negative(
    table: dict[tuple[str, str], int],
) -> None:
    assert sum(lmi(table).values()) >= -1e-12


@given(table=tables)
def test_npmi_stays_between_minus_one_and_one(table: dict[tuple[str, str], int]) -> None:
    assert all(-1 - 1e-12 <= value <= 1 + 1e-12 for value in npmi(table).values())


@given(table=tables, times=st.integers(2, 9))
def test_counting_everything_several_times_changes_nothing(
    table: dict[tuple[str, str], int], times: int
) -> None:
    once, often = lmi(table), lmi({pair: count * times for pair, count in table.items()})
    assert all(isclose(once[pair], often[pair], abs_tol=1e-12) for pair in table)
