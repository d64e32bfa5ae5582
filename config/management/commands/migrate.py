"""`manage.py migrate`: Django's own, which makes the home folder for an embedded database."""

from typing import Any

from django.core.management.commands import migrate

from config import home
from core.commands import TouchstoneCommand


class Command(TouchstoneCommand, migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if not options["plan"] and not options["check_unapplied"]:
            home.make_home()
        super().handle(*args, **options)
