"""Benchmarks measure in a process of its own, on a fresh site."""

from __future__ import annotations

import pytest

from benchmarks._child import run_in_child

pytestmark = pytest.mark.slow


def test_child_measures_on_a_database_of_its_own() -> None:
    measured = run_in_child("_sampling_child", 200, 5)
    # The shares of sentences and tables are rounded up.
    assert measured["written"] == 6
    assert measured["pages"] == 6


def test_child_that_fails_says_why() -> None:
    with pytest.raises(RuntimeError, match=r"No module named 'benchmarks\._no_child'"):
        run_in_child("_no_child")


def test_releasing_is_measured_on_the_tables_of_today() -> None:
    # The campaign is filled by statements of SQL, which name every column.
    measured = run_in_child("_releasing_child", 60)
    assert measured["imported_claims"] == 60
    assert measured["used"] > 0
