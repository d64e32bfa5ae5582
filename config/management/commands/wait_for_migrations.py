"""`manage.py wait_for_migrations`: the wait of a worker before it starts."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from config import migrating
from core.commands import TouchstoneCommand


class Command(TouchstoneCommand):
    help = "Wait until the database is available and fully migrated."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--wait", type=float, default=300, metavar="SECONDS")

    def handle(self, *args: Any, wait: float, **options: Any) -> None:
        try:
            migrating.wait_for_migrations(seconds=wait)
        except migrating.TooLongError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The database is migrated.")
