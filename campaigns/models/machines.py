"""The guard that machines have a role of their own, which nobody else has.

What a machine does is kept apart by that role, so a membership that lets one work as a person
does, or a person as a machine, is refused by the database, too.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

from core.triggers import Function, Trigger

_COMPARE_KINDS = Function(
    "touchstone_machine_role",
    """
BEGIN
    IF (NEW.role = 'machine') IS DISTINCT FROM
        (SELECT is_machine FROM accounts_user WHERE id = NEW.user_id)
    THEN
        RAISE EXCEPTION 'machines have the role of machines, and people another one'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END """,
)


def keep_roles_apart(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the guard that a membership is a machine's exactly if its account is one."""
    if connection.vendor == "postgresql":
        changes = f'BEFORE INSERT OR UPDATE OF role, user_id ON "{table}" FOR EACH ROW'
        return [Trigger(f"{table}_machine_role", changes, _COMPARE_KINDS)]
    is_machine = "(SELECT is_machine FROM accounts_user WHERE id = NEW.user_id)"
    return [
        Trigger(
            f"{table}_machine_role_{event.lower()}",
            f'BEFORE {event}{columns} ON "{table}"'
            f" WHEN (NEW.role = 'machine') IS NOT {is_machine}"
            " BEGIN SELECT RAISE(ABORT, 'machines have the role of machines'); END",
        )
        for event, columns in (("INSERT", ""), ("UPDATE", " OF role, user_id"))
    ]
