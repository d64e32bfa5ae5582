"""`manage.py migrate_once`: a migration that is safe if several processes start at once."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from config import home_folder, migrating, preparation
from config.demo import WITHOUT_DEMO_STEPS
from config.steps import Step, StepPrinter
from core import database
from core.commands import TouchstoneCommand


class Command(TouchstoneCommand):
    help = "Wait for the database and migrate it, one process at a time."
    when_stopped = "Run it again to continue with the migration that was stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--wait", type=float, default=60, metavar="SECONDS")

    def handle(self, *args: Any, wait: float, **options: Any) -> None:
        home_folder.make_home()
        step = Step("Database tables", database.is_migrated, preparation.migrate)
        try:
            migrating.wait_for_database(seconds=wait)
            # Migrating a large table takes time; the second web server waits for the first.
            with migrating.only_one(seconds=wait * 10):
                StepPrinter().run([step, *(() if settings.DEMO else WITHOUT_DEMO_STEPS)])
        except migrating.TooLongError as error:
            raise CommandError(str(error)) from error
