"""Append-only tables: triggers that refuse to change or delete what was written.

A model is guarded by two things: `@append_only.guarded` above the class, by which the
integrity check knows it, and `append_only.guard("its_table")` in a migration, by which the
triggers come to be. On SQLite a migration that alters a guarded table makes the table anew and
silently drops its triggers, so such a migration must end with `guard` again; until it does,
`manage.py check_integrity` fails.

What must be erased one day (a person's data, on request) is erased inside `lifted`, in the
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

if TYPE_CHECKING:
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AnyModel = TypeVar("AnyModel", bound=models.Model)

# The triggers of a table: their names, and the SQL that makes each.
MakeTriggers = Callable[[BaseDatabaseWrapper, str], dict[str, str]]

_guarded: list[type[models.Model]] = []
# Tables that are guarded in another way than by refusing every change.
_makers: dict[str, MakeTriggers] = {}

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION touchstone_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


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
    """The tables that must be guarded, in alphabetical order."""
    return sorted(model._meta.db_table for model in _guarded)


def _triggers(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    return _makers.get(table, refuse_every_change)(connection, table)


def refuse_every_change(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """Triggers by which rows can be added and nothing else."""
    quoted = connection.ops.quote_name(table)
    if connection.vendor == "postgresql":
        events = {"update": "ROW", "delete": "ROW", "truncate": "STATEMENT"}
        return {
            f"{table}_no_{event}": (
                f'CREATE TRIGGER "{table}_no_{event}" BEFORE {event.upper()} ON {quoted}'
                f" FOR EACH {each} EXECUTE FUNCTION touchstone_append_only()"
            )
            for event, each in events.items()
        }
    return {
        f"{table}_no_{event}": (
            f'CREATE TRIGGER "{table}_no_{event}" BEFORE {event.upper()} ON {quoted}'
            f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
        for event in ("update", "delete")
    }


def _installed(connection: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    """Every trigger of the database that can fire, with its table."""
    if connection.vendor == "postgresql":
        query = (
            "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
            " WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')"
            " AND pg_table_is_visible(c.oid)"
        )
    else:
        query = "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {(table, name) for table, name in cursor.fetchall()}


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """The triggers that ought to guard a table of this database and do not."""
    present = _installed(connection)
    return [
        name
        for table in guarded_tables()
        for name in _triggers(connection, table)
        if (table, name) not in present
    ]


def install(connection: BaseDatabaseWrapper, tables: Iterable[str] | None = None) -> None:
    """Guard these tables, or all; what is guarded already stays as it is."""
    present = _installed(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for table in guarded_tables() if tables is None else tables:
            for name, sql in _triggers(connection, table).items():
                if (table, name) not in present:
                    cursor.execute(sql)


def remove(connection: BaseDatabaseWrapper, tables: Iterable[str] | None = None) -> None:
    """Take the guard from these tables, or from all."""
    present = _installed(connection)
    with connection.cursor() as cursor:
        for table in guarded_tables() if tables is None else tables:
            for name in _triggers(connection, table):
                if (table, name) in present:
                    on_table = (
                        f" ON {connection.ops.quote_name(table)}"
                        if connection.vendor == "postgresql"
                        else ""
                    )
                    cursor.execute(f'DROP TRIGGER "{name}"{on_table}')


@contextmanager
def lifted(connection: BaseDatabaseWrapper, tables: Iterable[str] | None = None) -> Iterator[None]:
    """Without the guards of these tables, or of all: for a test's flush or, inside one
    transaction, for an erasure."""
    guarded = set(guarded_tables() if tables is None else tables)
    guarded_now = sorted({table for table, _ in _installed(connection)} & guarded)
    remove(connection, guarded_now)
    try:
        yield
    finally:
        # In a transaction that is about to roll back, the triggers come back by themselves.
        if not connection.needs_rollback:
            install(connection, guarded_now)


class Guarding(Operation):
    """A migration operation that makes and takes away triggers: it needs no models.

    `RunPython` would have Django make all models of the site anew each time.
    """

    reduces_to_sql = False

    def __init__(self, *tables: str, is_guarded: bool) -> None:
        self.tables = tables
        self.is_guarded = is_guarded

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models stay as they are."""

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
