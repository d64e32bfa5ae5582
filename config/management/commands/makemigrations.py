"""`manage.py makemigrations`: Django's own, which needs no database."""

import warnings
from typing import Any

from django.core.management.commands import makemigrations

from core.commands import TouchstoneCommand


class Command(TouchstoneCommand, makemigrations.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with warnings.catch_warnings():
            # It compares with the database where there is one. On a fresh clone there is none.
            warnings.filterwarnings("ignore", "Got an error checking a consistent migration")
            super().handle(*args, **options)
