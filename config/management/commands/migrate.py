"""`manage.py migrate`: Django's own command, which also creates the home folder."""

from typing import Any

from django.core.checks import Tags
from django.core.management.commands import migrate

from config import home_folder
from core.commands import TouchstoneCommand


class _HomeFirst(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        # Before the system checks, which query the features of the database.
        if not options["plan"] and not options["check_unapplied"]:
            home_folder.make_home()
        return super().execute(*args, **options)


class Command(TouchstoneCommand, _HomeFirst):
    """Django's command, which ends with a message if the folder cannot be created."""

    # Without the checks of URLs and views, which would import the whole site.
    requires_system_checks = [Tags.models, Tags.database]
