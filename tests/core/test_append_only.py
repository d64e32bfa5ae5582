"""The audit log can be added to, and nothing else."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from core import append_only
from core.models import AuditEntry
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def entry() -> AuditEntry:
    return AuditEntry.objects.create(at=NOW, action="accounts.invite", target_label="Ada")


def test_audit_log_is_guarded() -> None:
    assert "core_auditentry" in append_only.guarded_tables()
    assert append_only.faulty_triggers(connection) == []


def test_audit_entry_cannot_be_changed(entry: AuditEntry) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        AuditEntry.objects.update(target_label="Bob")
    entry.refresh_from_db()
    assert entry.target_label == "Ada"


def test_audit_entry_cannot_be_deleted(entry: AuditEntry) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        AuditEntry.objects.all().delete()
    assert AuditEntry.objects.get() == entry


@pytest.mark.postgres_only
def test_audit_log_cannot_be_truncated(entry: AuditEntry) -> None:
    connection.check_constraints()  # what is deferred would refuse first
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("TRUNCATE core_auditentry")
    assert AuditEntry.objects.get() == entry


def test_guards_are_back_after_they_were_lifted(entry: AuditEntry) -> None:
    with append_only.lifted(connection):
        AuditEntry.objects.all().delete()
    assert AuditEntry.objects.count() == 0
    assert append_only.faulty_triggers(connection) == []


def test_guards_are_back_after_an_erasure_that_failed(entry: AuditEntry) -> None:
    def erase_and_fail() -> None:
        with transaction.atomic(), append_only.lifted(connection):
            AuditEntry.objects.all().delete()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        erase_and_fail()
    assert AuditEntry.objects.get() == entry
    assert append_only.faulty_triggers(connection) == []


def test_installing_twice_changes_nothing() -> None:
    append_only.install(connection)
    assert append_only.faulty_triggers(connection) == []


def test_integrity_check_passes_when_all_is_guarded() -> None:
    out = StringIO()
    call_command("check_integrity", stdout=out)
    assert "append-only tables are guarded" in out.getvalue()


def test_integrity_check_names_the_trigger_that_is_missing() -> None:
    append_only.remove(connection, ["core_auditentry"])
    with pytest.raises(CommandError, match="core_auditentry_no_update"):
        call_command("check_integrity")
    append_only.install(connection)
    call_command("check_integrity", stdout=StringIO())


def test_migration_of_the_guard_can_be_undone() -> None:
    operation: Any = append_only.guard("core_auditentry")
    assert operation.reversible
    editor = SimpleNamespace(connection=connection)
    operation.database_backwards("jobs", editor, None, None)
    assert "core_auditentry_no_delete" in append_only.faulty_triggers(connection)
    operation.database_forwards("jobs", editor, None, None)
    assert append_only.faulty_triggers(connection) == []


def replace_trigger(sqlite: str, postgresql: str) -> None:
    """Put another trigger in the place of the one that refuses changes."""
    on_table = " ON core_auditentry" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER core_auditentry_no_update{on_table}")
        cursor.execute(postgresql if connection.vendor == "postgresql" else sqlite)


TOOTHLESS = {
    "sqlite": "CREATE TRIGGER core_auditentry_no_update BEFORE UPDATE ON core_auditentry"
    " BEGIN SELECT 1; END",
    "postgresql": "CREATE TRIGGER core_auditentry_no_update BEFORE UPDATE ON core_auditentry"
    " FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
}
NARROWER = {
    "sqlite": 'CREATE TRIGGER "core_auditentry_no_update" BEFORE UPDATE OF at ON "core_auditentry"'
    " BEGIN SELECT RAISE(ABORT, 'core_auditentry is append-only'); END",
    "postgresql": "CREATE TRIGGER core_auditentry_no_update BEFORE UPDATE OF at ON core_auditentry"
    " FOR EACH ROW EXECUTE FUNCTION touchstone_append_only()",
}


@pytest.mark.parametrize("other", [TOOTHLESS, NARROWER])
def test_trigger_with_another_body_is_found_and_replaced(
    entry: AuditEntry, other: dict[str, str]
) -> None:
    connection.check_constraints()  # what is deferred would keep PostgreSQL from altering it
    replace_trigger(**other)
    assert append_only.faulty_triggers(connection) == ["core_auditentry_no_update"]
    with pytest.raises(CommandError, match="core_auditentry_no_update"):
        call_command("check_integrity")

    append_only.install(connection)
    assert append_only.faulty_triggers(connection) == []
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        AuditEntry.objects.update(target_label="Bob")


@pytest.mark.postgres_only
def test_function_with_another_body_is_found_and_replaced(entry: AuditEntry) -> None:
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE OR REPLACE FUNCTION touchstone_append_only() RETURNS trigger"
            " LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
        )
    assert "core_auditentry_no_update" in append_only.faulty_triggers(connection)
    with pytest.raises(CommandError, match="core_auditentry_no_update"):
        call_command("check_integrity")

    append_only.install(connection)
    assert append_only.faulty_triggers(connection) == []
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        AuditEntry.objects.update(target_label="Bob")


@pytest.mark.postgres_only
def test_disabled_trigger_is_found_and_enabled() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE core_auditentry DISABLE TRIGGER core_auditentry_no_delete")
    assert append_only.faulty_triggers(connection) == ["core_auditentry_no_delete"]
    append_only.install(connection)
    assert append_only.faulty_triggers(connection) == []
