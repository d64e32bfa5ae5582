"""Differences of shares, with their interval."""

from __future__ import annotations

import pytest

from metrics.estimates import difference, share


def test_the_difference_of_two_shares_has_newcombes_interval() -> None:
    # Newcombe (1998), table II, method 10, example (a): 56/70 and 48/80.
    found = difference(share(56, 70), share(48, 80))
    assert found.value == pytest.approx(0.2)
    assert found.low == pytest.approx(0.0524, abs=1e-4)
    assert found.high == pytest.approx(0.3339, abs=1e-4)
    assert found.items == 150
    assert not difference(share(0, 0), share(1, 2)).is_defined
