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
    assert append_only.missing_triggers(connection) == []


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
    assert append_only.missing_triggers(connection) == []


def test_guards_are_back_after_an_erasure_that_failed(entry: AuditEntry) -> None:
    def erase_and_fail() -> None:
        with transaction.atomic(), append_only.lifted(connection):
            AuditEntry.objects.all().delete()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        erase_and_fail()
    assert AuditEntry.objects.get() == entry
    assert append_only.missing_triggers(connection) == []


def test_installing_twice_changes_nothing() -> None:
    append_only.install(connection)
    assert append_only.missing_triggers(connection) == []


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
    assert "core_auditentry_no_delete" in append_only.missing_triggers(connection)
    operation.database_forwards("jobs", editor, None, None)
    assert append_only.missing_triggers(connection) == []
