"""Rows that are written and read without Django's conversions, for reading and writing millions.

Django turns every moment, id and JSON value of every row into an object; that took most of the
time of a release. Here rows are tuples, and each reader converts what it uses. An import writes
twenty small rows for each page; `bulk_create` takes ten times as long for them as the database
does, in a transaction in which nobody else can write to SQLite.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, QuerySet, TextField
from django.db.models.sql.compiler import SQLCompiler

AnyModel = TypeVar("AnyModel", bound=models.Model)

# SQLite refuses statements with many thousand parameters.
_PARAMETERS = 900

# Both databases return JSON as text, as long as Django is not asked to read it.
from_json = msgspec.json.Decoder().decode
# Reads a `UtcText`: without a zone, in UTC.
moment = datetime.fromisoformat


def read_rows(rows: QuerySet[Any, Any]) -> list[tuple[Any, ...]]:
    """Return what `values_list` would return, unconverted."""
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


def insert_rows(
    model: type[models.Model], fields: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows of these fields in a few statements.

    Their values must need no conversion: numbers, texts, truth values, JSON as text. Ids and
    moments are converted by `id_column` and `moment_column`.
    """
    name = connection.ops.quote_name
    columns_by_field = {field.name: str(field.column) for field in model._meta.concrete_fields}
    columns = ", ".join(name(columns_by_field[field]) for field in fields)
    start = f"INSERT INTO {name(model._meta.db_table)} ({columns}) VALUES "  # noqa: S608
    placeholders = f"({', '.join(['%s'] * len(fields))})"
    size = _PARAMETERS // len(fields)
    with connection.cursor() as cursor:
        for first in range(0, len(rows), size):
            batch = rows[first : first + size]
            cursor.execute(start + ", ".join([placeholders] * len(batch)), list(chain(*batch)))


def id_column(value: UUID) -> UUID | str:
    """Return an id as the database stores it."""
    return value if connection.features.has_native_uuid_field else value.hex


def read_id(value: UUID | str) -> UUID:
    """Return an id from its column."""
    return value if isinstance(value, UUID) else UUID(value)


def moment_column(value: datetime) -> datetime | str | None:
    """Return a moment as the database stores it."""
    return connection.ops.adapt_datetimefield_value(value)


def partial_row(model: type[AnyModel], **values: Any) -> AnyModel:
    """Return a row with these columns; Django reads its other columns when they are asked for."""
    columns = [field.attname for field in model._meta.concrete_fields]
    known = [values[column] for column in columns if column in values]
    return model.from_db(DEFAULT_DB_ALIAS, values.keys(), known)
