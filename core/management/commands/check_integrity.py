"""`manage.py check_integrity`: checks that the database still enforces the rules for the data, and
that the data keeps those that no constraint can express."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.db import connection

from core import append_only, integrity
from core.commands import DatabaseCommand


class Command(DatabaseCommand):
    help = "Checks that every append-only table is guarded by its triggers, and what is stored."

    def handle(self, *args: Any, **options: Any) -> None:
        faulty = append_only.faulty_triggers(connection)
        if faulty:
            raise CommandError(
                "These triggers are missing or were changed, so that entries could be changed: "
                + ", ".join(faulty)
                + ". A migration altered the table without guarding it again, or somebody replaced"
                " them (see core/append_only.py)."
            )
        faults = integrity.find_faults()
        if faults:
            raise CommandError("\n".join(faults))
        tables = append_only.guarded_tables()
        self.stdout.write(f"All {len(tables)} append-only tables are guarded.")
