"""`manage.py migrate`: Django's own, which makes the home folder for an embedded database."""

from typing import Any

from django.core.checks import Tags
from django.core.management.commands import migrate

from config import home
from core.commands import TouchstoneCommand


class _HomeFirst(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        # Before the system checks, which ask the database what it supports.
        if not options["plan"] and not options["check_unapplied"]:
            home.make_home()
        return super().execute(*args, **options)


class Command(TouchstoneCommand, _HomeFirst):
    """Django's command, which ends in a sentence where the folder cannot be made."""

    # Not the checks of URLs and views, for which the whole site would be imported.
    requires_system_checks = [Tags.models, Tags.database]
