"""Tests of reading cells."""

from __future__ import annotations

import pytest

from verifier.tables.values import ValueKind, date_key, read_value


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("42", ValueKind.NUMBER, 42.0),
        ("1,204", ValueKind.NUMBER, 1204.0),
        ("-3.5", ValueKind.NUMBER, -3.5),
        ("−3.5", ValueKind.NUMBER, -3.5),
        ("67٫42", ValueKind.NUMBER, 67.42),
        ("1370 lb (635 kg)", ValueKind.NUMBER, 1370.0),
        ("12.5 %", ValueKind.PERCENTAGE, 12.5),
        ("$ 1.5 million", ValueKind.MONEY, 1_500_000.0),
        ("3rd", ValueKind.ORDINAL, 3.0),
        ("t12", ValueKind.ORDINAL, 12.0),
        ("12 may 1998", ValueKind.DATE, date_key(1998, 5, 12)),
        ("may 12 , 1998", ValueKind.DATE, date_key(1998, 5, 12)),
        ("1998 - 05 - 12", ValueKind.DATE, date_key(1998, 5, 12)),
        ("may 1998", ValueKind.DATE, date_key(1998, 5, 0)),
        ("2:05", ValueKind.TIME, 125.0),
        ("1:02:03.5", ValueKind.TIME, 3723.5),
        ("3 - 0", ValueKind.SCORE, 3.0),
        ("w 21 - 14", ValueKind.SCORE, 21.0),
        ("–", ValueKind.EMPTY, None),
        ("", ValueKind.EMPTY, None),
        ("velmar", ValueKind.TEXT, None),
    ],
)
def test_cells_are_read_by_kind(text: str, kind: ValueKind, key: float | None) -> None:
    value = read_value(text)
    assert (value.kind, value.key) == (kind, key)
