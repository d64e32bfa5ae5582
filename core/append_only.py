"""Append-only tables: triggers that refuse to change or delete what was written.

A model is guarded by two things: `@append_only.guarded` above the class, by which the integrity
check knows it, and `append_only.guard("its_table")` in a migration, which creates the triggers. On
SQLite a migration that alters a guarded table makes a new table and silently drops its triggers,
so such a migration must end with `guard` again, and so must one after which a trigger does
something else; until it does, `manage.py check_integrity` fails.

Data that must be erased one day (a person's, on request) is erased inside `lifted`, in the
transaction that also writes the audit entry about it: triggers are transactional on both
databases, so nobody else ever sees the table unguarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.operations.base import Operation

from core import triggers
from core.triggers import Function, Trigger

if TYPE_CHECKING:
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AnyModel = TypeVar("AnyModel", bound=models.Model)

# The triggers that guard a table.
MakeTriggers = Callable[[BaseDatabaseWrapper, str], list[Trigger]]

_guarded: list[type[models.Model]] = []
# Tables that are guarded in another way than by refusing every change.
_makers: dict[str, MakeTriggers] = {}

_REFUSE = Function(
    "touchstone_append_only",
    """
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END """,
)


def guarded(model: type[AnyModel]) -> type[AnyModel]:
    """Register a model as append-only (a class decorator)."""
    _guarded.append(model)
    return model


def guarded_by(make: MakeTriggers) -> Callable[[type[AnyModel]], type[AnyModel]]:
    """Register a model as guarded by triggers of its own (a class decorator)."""

    def register(model: type[AnyModel]) -> type[AnyModel]:
        _makers[model._meta.db_table] = make
        return guarded(model)

    return register


def guarded_tables() -> list[str]:
    """Return the tables that must be guarded, in alphabetical order."""
    return sorted(model._meta.db_table for model in _guarded)


def _triggers(
    connection: BaseDatabaseWrapper, tables: Iterable[str] | None
) -> Iterator[tuple[str, Trigger]]:
    """Yield the triggers that these tables should have, or all tables, with their table."""
    for table in guarded_tables() if tables is None else tables:
        for trigger in _makers.get(table, refuse_every_change)(connection, table):
            yield table, trigger


def refuse_every_change(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return triggers that let rows be added and refuse everything else."""
    quoted = connection.ops.quote_name(table)
    if connection.vendor == "postgresql":
        events = {"update": "ROW", "delete": "ROW", "truncate": "STATEMENT"}
        return [
            Trigger(
                f"{table}_no_{event}",
                f"BEFORE {event.upper()} ON {quoted} FOR EACH {each}",
                _REFUSE,
            )
            for event, each in events.items()
        ]
    return [
        Trigger(
            f"{table}_no_{event}",
            f"BEFORE {event.upper()} ON {quoted}"
            f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END",
        )
        for event in ("update", "delete")
    ]


def faulty_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of guarding triggers that are missing, disabled or not as they should be."""
    present = triggers.installed(connection)
    return [
        trigger.name
        for table, trigger in _triggers(connection, None)
        if present.get((table, trigger.name)) != trigger.signature
    ]


def install(connection: BaseDatabaseWrapper, tables: Iterable[str] | None = None) -> None:
    """Guard these tables, or all; replace triggers that are not as they should be."""
    present = triggers.installed(connection)
    functions: set[Function] = set()
    with connection.cursor() as cursor:
        for table, trigger in _triggers(connection, tables):
            key = (table, trigger.name)
            if present.get(key) == trigger.signature:
                continue
            if key in present:
                triggers.drop(connection, table=table, name=trigger.name)
            if trigger.function and trigger.function not in functions:
                cursor.execute(trigger.function.sql)
                functions.add(trigger.function)
            cursor.execute(trigger.sql)


def remove(connection: BaseDatabaseWrapper, tables: Iterable[str] | None = None) -> None:
    """Remove the guard of these tables, or of all."""
    present = triggers.installed(connection)
    for table, trigger in _triggers(connection, tables):
        if (table, trigger.name) in present:
            triggers.drop(connection, table=table, name=trigger.name)


@contextmanager
def lifted(connection: BaseDatabaseWrapper, tables: Iterable[str] | None = None) -> Iterator[None]:
    """Lift the guards of these tables, or of all: for a test's flush or, inside one transaction,
    for an erasure."""
    guarded = set(guarded_tables() if tables is None else tables)
    guarded_now = sorted({table for table, _ in triggers.installed(connection)} & guarded)
    remove(connection, guarded_now)
    try:
        yield
    finally:
        # In a transaction that is about to roll back, the triggers come back by themselves.
        if not connection.needs_rollback:
            install(connection, guarded_now)


class Guarding(Operation):
    """A migration operation that creates or drops triggers. It needs no models, which Django
    would render for `RunPython`."""

    reduces_to_sql = False

    def __init__(self, *tables: str, is_guarded: bool) -> None:
        self.tables = tables
        self.is_guarded = is_guarded

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Leave the models as they are."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        (install if self.is_guarded else remove)(schema_editor.connection, self.tables)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        (remove if self.is_guarded else install)(schema_editor.connection, self.tables)

    def describe(self) -> str:
        return f"{'Guard' if self.is_guarded else 'Unguard'} {', '.join(self.tables)}"


def guard(*tables: str) -> Guarding:
    """Return the migration operation that guards these tables."""
    return Guarding(*tables, is_guarded=True)


def unguard(*tables: str) -> Guarding:
    """Return the migration operation that removes guards, before what they name is altered."""
    return Guarding(*tables, is_guarded=False)
