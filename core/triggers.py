"""Triggers of a database: how they are written, and which of them it has.

Two triggers are the same when the database would do the same: on SQLite the text is compared that
it keeps, on PostgreSQL the definition that it prints and the source of the function it calls.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper


@dataclass(frozen=True)
class Function:
    """A function of PostgreSQL that a trigger calls; `body` is in PL/pgSQL."""

    name: str
    body: str

    @property
    def sql(self) -> str:
        return (
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql"
            f" AS $${self.body}$$"
        )


@dataclass(frozen=True)
class Trigger:
    """A trigger; `definition` is the SQL behind its name, up to the function where it has one."""

    name: str
    definition: str
    function: Function | None = None

    @property
    def sql(self) -> str:
        calls = f" EXECUTE FUNCTION {self.function.name}()" if self.function else ""
        return f'CREATE TRIGGER "{self.name}" {self.definition}{calls}'

    @property
    def signature(self) -> str:
        """All that this trigger does, as `installed` tells it of those in the database."""
        return _signature(self.sql, self.function.body) if self.function else self.sql


def installed(connection: BaseDatabaseWrapper) -> dict[tuple[str, str], str]:
    """Return the signature of every trigger, by its table and name; empty for a disabled one."""
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
            return {(table, name): sql for table, name, sql in cursor.fetchall()}
        cursor.execute(
            "SELECT c.relname, t.tgname, pg_get_triggerdef(t.oid, true), p.prosrc,"
            " t.tgenabled IN ('O', 'A') FROM pg_trigger t"
            " JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
            " WHERE NOT t.tgisinternal AND pg_table_is_visible(c.oid)"
        )
        return {
            (table, name): _signature(sql, source) if is_enabled else ""
            for table, name, sql, source, is_enabled in cursor.fetchall()
        }


def drop(connection: BaseDatabaseWrapper, *, table: str, name: str) -> None:
    """Drop a trigger of a table."""
    of_table = (
        f" ON {connection.ops.quote_name(table)}" if connection.vendor == "postgresql" else ""
    )
    with connection.cursor() as cursor:
        cursor.execute(f'DROP TRIGGER "{name}"{of_table}')


def _signature(sql: str, source: str) -> str:
    # PostgreSQL prints names, cases and parentheses in its own way, sources as they are.
    words = re.sub(r'[()"]', " ", sql).lower().split()
    return f"{' '.join(words)}\n{source}"
