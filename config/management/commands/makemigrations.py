"""`manage.py makemigrations`: Django's own command, without the need for a database."""

import warnings
from typing import Any

from django.core.management.commands import makemigrations

from core.commands import TouchstoneCommand


class Command(TouchstoneCommand, makemigrations.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with warnings.catch_warnings():
            # Django's command compares with the database. In a new clone there is none.
            warnings.filterwarnings("ignore", "Got an error checking a consistent migration")
            super().handle(*args, **options)
