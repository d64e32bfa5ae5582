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
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, QuerySet, TextField
from django.db.models.sql.compiler import SQLCompiler

# Both databases give JSON as text, as long as Django is not asked to read it.
from_json = msgspec.json.Decoder().decode
# Of `UtcText`: without a zone, in UTC.
moment = datetime.fromisoformat


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


class UtcText(Func):
    """A moment as text in UTC: sqlite3 would make an object of it in Python, which is slow."""

    output_field = TextField()
    template = "CAST(%(expressions)s AS text)"

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Any]:
        template = "CAST(%(expressions)s AT TIME ZONE 'UTC' AS text)"
        return self.as_sql(compiler, connection, template=template, **context)
