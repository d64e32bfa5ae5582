"""`manage.py check_integrity`: checks that the database still enforces the rules for the data."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.db import connection

from core import append_only
from core.commands import DatabaseCommand


class Command(DatabaseCommand):
    help = "Checks that every append-only table is guarded by its triggers."

    def handle(self, *args: Any, **options: Any) -> None:
        faulty = append_only.faulty_triggers(connection)
        if faulty:
            raise CommandError(
                "These triggers are missing or were changed, so that entries could be changed: "
                + ", ".join(faulty)
                + ". A migration altered the table without guarding it again, or somebody replaced"
                " them (see core/append_only.py)."
            )
        tables = append_only.guarded_tables()
        self.stdout.write(f"All {len(tables)} append-only tables are guarded.")
