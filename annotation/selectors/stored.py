"""Rows as the database keeps them, for whoever reads millions.

Django turns every moment, id and JSON value of every row into an object; that took most of the
time of a release. Here rows come as tuples, and each reader converts what it uses.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

_json = msgspec.json.Decoder().decode


def stored_rows(rows: QuerySet[Any, Any]) -> list[tuple[Any, ...]]:
    """What `values_list` would give, unconverted."""
    try:
        sql, parameters = rows.query.sql_with_params()
    except EmptyResultSet:
        return []
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def as_text(field: str) -> Cast:
    """A moment as text: sqlite3 would make it an object in Python, slowly and without a zone."""
    return Cast(field, TextField())


def moment(text: str) -> datetime:
    """SQLite keeps moments without a zone, PostgreSQL gives that of the connection: both UTC."""
    return datetime.fromisoformat(text.partition("+")[0] + "+00:00")


def from_json(value: Any) -> Any:
    """Both databases give JSON as it is written."""
    return _json(value) if isinstance(value, str) else value
