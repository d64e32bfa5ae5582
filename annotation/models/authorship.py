"""Guards that keep a verification's copy of the claim's author true.

That nobody verifies a claim of their own is a constraint inside one row, so the row carries the
author; both are empty where the claim came from a file. On PostgreSQL a composite foreign key ties
the copy to the claim, and a trigger sees to it that it is not left empty. SQLite cannot add a key
to a table, so there triggers do it all, made and checked through `core.append_only`.

SQLite refuses to rename a table while a trigger of another one names it. So a migration that
alters `annotation_claim` begins with `append_only.unguard("annotation_verification")` and ends
with `append_only.guard` for both tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper

from core.triggers import Function, Trigger

if TYPE_CHECKING:
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_FOREIGN_KEY = "verification_of_the_claims_author"
_COMPARE_AUTHORS = Function(
    "touchstone_author_copied",
    """
BEGIN
    IF NEW.claim_author_id IS DISTINCT FROM
        (SELECT author_id FROM annotation_claim WHERE id = NEW.claim_id)
    THEN
        RAISE EXCEPTION 'the author is not the claim''s'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END """,
)


def keep_copy(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the guard that a verification's author is the claim's, or none if that has none."""
    if connection.vendor == "postgresql":
        # The foreign key says nothing about a copy that is empty.
        changes = f'BEFORE INSERT OR UPDATE ON "{table}" FOR EACH ROW'
        return [Trigger(f"{table}_author_copied", changes, _COMPARE_AUTHORS)]
    author = "(SELECT author_id FROM annotation_claim WHERE id = NEW.claim_id)"
    return [
        Trigger(
            f"{table}_author_{event}",
            f'BEFORE {event.upper()} ON "{table}" WHEN NEW.claim_author_id IS NOT {author}'
            " BEGIN SELECT RAISE(ABORT, 'the author is not the claim''s'); END",
        )
        for event in ("insert", "update")
    ]


def keep_author(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the guard that the author of a claim stays its author."""
    if connection.vendor == "postgresql":
        return []
    return [
        Trigger(
            f"{table}_author_stays",
            f'BEFORE UPDATE OF author_id ON "{table}" WHEN NEW.author_id IS NOT OLD.author_id'
            " BEGIN SELECT RAISE(ABORT, 'the author of a claim stays'); END",
        )
    ]


def tie_copies() -> migrations.RunPython:
    """Return the migration operation that adds the composite foreign key on PostgreSQL."""

    def forwards(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"ALTER TABLE annotation_verification ADD CONSTRAINT {_FOREIGN_KEY}"
                " FOREIGN KEY (claim_id, claim_author_id)"
                " REFERENCES annotation_claim (id, author_id) DEFERRABLE INITIALLY IMMEDIATE"
            )

    def backwards(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"ALTER TABLE annotation_verification DROP CONSTRAINT {_FOREIGN_KEY}"
            )

    return migrations.RunPython(forwards, backwards)
