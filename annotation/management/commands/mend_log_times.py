"""`manage.py mend_log_times`: log entries dated outside their attempt get the nearest time."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotation.services.logs.mending import mend_log_times
from core.commands import DatabaseCommand


class Command(DatabaseCommand):
    help = (
        "Sets log entries that are dated before the start of their attempt, or after their arrival,"
        " to the nearest possible time. The audit log records it."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count = mend_log_times(now=timezone.now())
        noun = "log entry" if count == 1 else "log entries"
        self.stdout.write(f"Mended {count:,} {noun}.")
