"""Inserting many small rows: an import writes twenty for each page.

Django's bulk_create takes ten times as long for such rows as the database does, in a transaction
in which on SQLite nobody else can write. Only for values that need no conversion: numbers, texts,
truth values.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from django.db import connection, models

# SQLite refuses statements with many thousand parameters.
_PARAMETERS = 900


def insert_rows(
    model: type[models.Model], fields: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows that give these fields, in a few statements."""
    name = connection.ops.quote_name
    of_model = {field.name: str(field.column) for field in model._meta.concrete_fields}
    columns = ", ".join(name(of_model[field]) for field in fields)
    start = f"INSERT INTO {name(model._meta.db_table)} ({columns}) VALUES "  # noqa: S608
    one = f"({', '.join(['%s'] * len(fields))})"
    size = _PARAMETERS // len(fields)
    with connection.cursor() as cursor:
        for first in range(0, len(rows), size):
            batch = rows[first : first + size]
            cursor.execute(start + ", ".join([one] * len(batch)), list(chain(*batch)))
