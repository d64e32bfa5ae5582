"""`manage.py backup FILE`: one archive with everything that an embedded site cannot do without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from config import backups
from core.commands import DatabaseCommand


class Command(DatabaseCommand):
    help = "Back up an embedded site into one archive, while it is running or not."
    when_stopped = "No backup was written."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="for example site.tar.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "This site has a database server. Back it up with pg_dump, and its home folder"
                " with it (docs/operators.md)."
            )
        try:
            summary = backups.write_backup(file.absolute(), now=timezone.now())
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Wrote {file}: {summary.files:,} files, {summary.bytes:,} bytes before compression."
            " Keep it secret: it has the secret key and everybody's data."
        )
