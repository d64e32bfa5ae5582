"""`manage.py restore FILE`: an embedded site from an archive of `manage.py backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from config import backups, home_folder, preparation
from core import database
from core.commands import TouchstoneCommand
from search import request_rebuild_by_site
from wiki.selectors.pages import readable_corpora


class Command(TouchstoneCommand):
    help = "Restore an embedded site from an archive of `manage.py backup`."
    when_stopped = "Run it again: nothing is put in place before all of it was read."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="replace the data of this home folder, which is kept in a folder beside the new",
        )
        parser.add_argument(
            "--check", action="store_true", help="only read the archive, and say what is in it"
        )

    def handle(self, *args: Any, file: Path, replace: bool, check: bool, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "This site has a database server. Restore it with pg_restore (docs/operators.md)."
            )
        try:
            if check:
                self._say(backups.read_backup(file), "is whole")
                return
            Path(settings.HOME).mkdir(parents=True, exist_ok=True)
            with preparation.not_running():
                connection.close()
                summary = backups.restore_backup(file, now=timezone.now(), replace=replace)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        except preparation.RunningError:
            raise CommandError("Touchstone is running. Stop it first (Ctrl-C).") from None
        home_folder.make_home()
        self._say(summary, "is restored")
        self._request_indexes()

    def _say(self, summary: backups.BackupSummary, state: str) -> None:
        self.stdout.write(
            f"The backup of {summary.made_at} by Touchstone {summary.version} {state}:"
            f" {summary.files:,} files, {summary.bytes:,} bytes."
        )

    def _request_indexes(self) -> None:
        """Request what a backup leaves out; an older database is migrated by the start first."""
        if not database.is_migrated():
            self.stdout.write(
                "It is from an older version: the next start migrates it. Then build the search"
                " indexes with `manage.py search_rebuild --corpus NAME`."
            )
            return
        for corpus in readable_corpora(None):
            request_rebuild_by_site(corpus=corpus, now=timezone.now())
        self.stdout.write("The next start builds the search indexes, in the background.")
