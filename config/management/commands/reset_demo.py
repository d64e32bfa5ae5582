"""`manage.py reset_demo`: deletes all embedded data, so that the next start loads the demo."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import connection

from config import backups, preparation
from core.commands import TouchstoneCommand

# These are created again at the next start. Dumps to import and the secret key are kept.
FOLDERS = ("broker", "index", *backups.FOLDERS)


class Command(TouchstoneCommand):
    help = "Delete the embedded database, index, queue, models, releases and uploads."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")

    def handle(self, *args: Any, yes: bool, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "Only an embedded Touchstone can be reset. This one is in production."
            )
        if not Path(settings.HOME).exists():
            raise CommandError(f"Nothing to delete: {settings.HOME} does not exist.")
        database = Path(str(settings.DATABASES["default"]["NAME"]))
        if not yes and sys.stdin.isatty() and not self._confirm(database):
            raise CommandError("Nothing was deleted.")
        try:
            with preparation.not_running():
                self._delete(database)
        except preparation.RunningError:
            raise CommandError("Touchstone is running. Stop it first (Ctrl-C).") from None
        self.stdout.write("Deleted. `make run` loads the demo again.")

    def _confirm(self, database: Path) -> bool:
        self.stdout.write(f"This deletes {database} with all annotations.")
        return input("Type yes to continue: ").strip().lower() == "yes"

    def _delete(self, database: Path) -> None:
        connection.close()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{database}{suffix}").unlink(missing_ok=True)
        for name in FOLDERS:
            folder = Path(settings.HOME, name)
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
