"""Guards that keep the texts of calibration and of silent gold apart for good.

A unique constraint keeps gold in use apart. Somebody may have seen gold in calibration that is
withdrawn by now, so the same text is never silent gold afterwards, nor the other way round.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

from core.triggers import Function, Trigger

_REFUSAL = "this gold was in the other use"
_OTHER_USE = """SELECT 1 FROM annotation_gold other
        WHERE other.campaign_id = NEW.campaign_id AND other.task = NEW.task
            AND other.identity = NEW.identity AND other.id <> NEW.id
            AND (other.use = 'silent') <> (NEW.use = 'silent')"""
_COMPARE_USES = Function(
    "touchstone_gold_apart",
    f"""
BEGIN
    IF EXISTS ({_OTHER_USE})
    THEN
        RAISE EXCEPTION '{_REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END """,
)


def keep_apart(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the guard that gold is never in calibration and silent, not even one after another."""
    if connection.vendor == "postgresql":
        changes = f'BEFORE INSERT OR UPDATE OF use, identity ON "{table}" FOR EACH ROW'
        return [Trigger(f"{table}_apart", changes, _COMPARE_USES)]
    # On SQLite a new row has its key only afterwards.
    return [
        Trigger(
            f"{table}_apart_{event.split()[0].lower()}",
            f'AFTER {event} ON "{table}" WHEN EXISTS ({_OTHER_USE})'
            f" BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END",
        )
        for event in ("INSERT", "UPDATE OF use, identity")
    ]
