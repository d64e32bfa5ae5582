"""Numbers as people write them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from annotation.templatetags.numerals import numeral


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("4.5000", "4.5"),
        ("21", "21"),
        ("12778", "12,778"),
        ("-1234.56789", "-1,234.5679"),
        ("0.00001", "0"),
        ("1E+2", "100"),
        ("9" * 40, ",".join(["9", *["999"] * 13])),
    ],
)
def test_numbers_have_thousands_apart_and_no_zeros_at_their_end(value: str, shown: str) -> None:
    assert numeral(Decimal(value)) == shown
