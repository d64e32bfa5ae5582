"""Queries that Django builds once and that run many times with other values.

Django needs longer to build a query than the databases need to run it: of the time of the desks'
requests it was more than half. A prepared query is written as any other, with a `Parameter` for
each value that changes; what is made of it (the statement, and how rows become objects) is kept by
each thread, whose database connection it belongs to.

    held = PreparedQuery(lambda: Assignment.objects.filter(holder=Parameter("holder")))
    held.first(holder=person.pk)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, QuerySet, sql
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Found = TypeVar("Found")


class Parameter(Expression):
    """A value of a prepared query that changes: a number unless the field says otherwise."""

    def __init__(self, name: str, field: models.Field[Any, Any] | None = None) -> None:
        super().__init__(output_field=field or models.IntegerField())
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        return "%s", [self]

    def value_in(self, values: dict[str, Any], connection: BaseDatabaseWrapper) -> Any:
        """Return the value as the database takes it."""
        field = self.output_field
        return field.get_db_prep_value(values[self.name], connection=connection)


class _Statement:
    """A statement of one connection, with what changes among its parameters."""

    def __init__(self, compiler: SQLCompiler) -> None:
        self.connection = compiler.connection
        self.text, parameters = compiler.as_sql()
        self.parameters: tuple[Any, ...] = tuple(parameters)

    def values(self, given: dict[str, Any]) -> list[Any]:
        return [
            part.value_in(given, self.connection) if isinstance(part, Parameter) else part
            for part in self.parameters
        ]


class _Reading(_Statement):
    """A statement that reads rows, and how they become objects or tuples."""

    def __init__(self, rows: QuerySet[Any, Any]) -> None:
        compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
        super().__init__(compiler)
        self.compiler = compiler
        self.queried = rows.model
        self.locks = rows.query.select_for_update
        self.select = [column for column, _, _ in compiler.select]
        self.converters = compiler.get_converters(self.select)
        # With `values_list` rows stay tuples.
        self.model = None if rows.query.has_select_fields else rows.model
        if self.model is None:
            return
        columns = compiler.klass_info["select_fields"]
        self.first, self.end = columns[0], columns[-1] + 1
        self.names = [column.target.attname for column in self.select[self.first : self.end]]
        # The types are those of a later Django.
        self.related = get_related_populators(  # type: ignore[call-arg]
            compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS
        )
        self.annotations = list((compiler.annotation_col_map or {}).items())

    def raw_rows(self, given: dict[str, Any]) -> list[tuple[Any, ...]]:
        if self.locks and self.connection.get_autocommit():
            # Django says so only when it builds the statement; later runs would lock nothing.
            raise TransactionManagementError("Rows are locked within a transaction only.")
        with self.connection.cursor() as cursor:
            cursor.execute(self.text, self.values(given))
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def rows(self, given: dict[str, Any]) -> Iterator[Any]:
        found = self.raw_rows(given)
        if self.converters:
            found = [tuple(row) for row in self.compiler.apply_converters(found, self.converters)]
        if self.model is None:
            yield from found
            return
        for row in found:
            made = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.first : self.end])
            for populator in self.related:
                populator.populate(row, made)
            for name, place in self.annotations:
                setattr(made, name, row[place])
            yield made


class PreparedQuery(Generic[Found]):
    """A query with parameters. It returns objects, or tuples if it has `values_list`."""

    def __init__(self, build: Callable[[], QuerySet[Any, Found]]) -> None:
        self._build = build
        self._kept = threading.local()

    def rows(self, **values: Any) -> list[Found]:
        """Return all rows."""
        return list(self._reading().rows(values))

    def raw_rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Return all rows as the database has them."""
        return self._reading().raw_rows(values)

    def first(self, **values: Any) -> Found | None:
        """Return the first row, in the order of the query."""
        return next(self._reading().rows(values), None)

    def get(self, **values: Any) -> Found:
        """Return the only row; raise the model's DoesNotExist if there is none."""
        reading = self._reading()
        for found in reading.rows(values):
            return cast("Found", found)
        raise reading.queried.DoesNotExist

    def _reading(self) -> _Reading:
        kept: _Reading | None = getattr(self._kept, "reading", None)
        if kept is None or kept.connection is not connections[DEFAULT_DB_ALIAS]:
            kept = self._kept.reading = _Reading(self._build())
        return kept


class PreparedUpdate:
    """An update with parameters, of one table."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]], **changes: Any) -> None:
        self._build = build
        self._changes = changes
        self._kept = threading.local()

    def run(self, **values: Any) -> int:
        """Update, and return how many rows there were."""
        kept: _Statement | None = getattr(self._kept, "statement", None)
        if kept is None or kept.connection is not connections[DEFAULT_DB_ALIAS]:
            query: Any = self._build().query.chain(sql.UpdateQuery)
            query.add_update_values(self._changes)
            query.annotations = {}
            kept = self._kept.statement = _Statement(query.get_compiler(DEFAULT_DB_ALIAS))
        with kept.connection.cursor() as cursor:
            cursor.execute(kept.text, kept.values(values))
            return int(cursor.rowcount)
