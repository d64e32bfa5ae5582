"""`manage.py settings_doc`: generates docs/settings.md and .env.example."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from config import settings_doc
from config.variables import PROJECT_ROOT
from core.commands import TouchstoneCommand


class Command(TouchstoneCommand):
    help = "Generate docs/settings.md and .env.example from config/environment.py."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only check whether they are up to date"
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        outdated = settings_doc.outdated()
        names = ", ".join(str(path.relative_to(PROJECT_ROOT)) for path in outdated)
        if check and outdated:
            raise CommandError(f"Out of date: {names}. Run `python manage.py settings_doc`.")
        for path in outdated:
            path.write_text(settings_doc.pages()[path], encoding="utf-8")
        self.stdout.write(f"Wrote {names}." if names else "Up to date.")
