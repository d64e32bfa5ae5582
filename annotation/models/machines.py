"""The guard that verifications of machines are never taken for people's, nor the other way round.

Whatever counts people's verifications asks for their purposes. So the purpose is tied to the
account: a machine's is `machine`, and nobody else's is.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

from core.triggers import Function, Trigger

_COMPARE_PURPOSES = Function(
    "touchstone_machine_purpose",
    """
BEGIN
    IF (NEW.purpose = 'machine') IS DISTINCT FROM
        (SELECT is_machine FROM accounts_user WHERE id = NEW.annotator_id)
    THEN
        RAISE EXCEPTION 'machines verify as machines, and people as people'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END """,
)


def keep_purposes_apart(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the guard that a verification is for a machine's purpose exactly if it is one's."""
    if connection.vendor == "postgresql":
        changes = f'BEFORE INSERT OR UPDATE OF purpose, annotator_id ON "{table}" FOR EACH ROW'
        return [Trigger(f"{table}_machine_purpose", changes, _COMPARE_PURPOSES)]
    is_machine = "(SELECT is_machine FROM accounts_user WHERE id = NEW.annotator_id)"
    return [
        Trigger(
            f"{table}_machine_purpose_{event.lower()}",
            f'BEFORE {event}{columns} ON "{table}"'
            f" WHEN (NEW.purpose = 'machine') IS NOT {is_machine}"
            " BEGIN SELECT RAISE(ABORT, 'machines verify as machines'); END",
        )
        for event, columns in (("INSERT", ""), ("UPDATE", " OF purpose, annotator_id"))
    ]
