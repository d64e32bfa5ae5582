"""`manage.py load_demo`: the demo world, as far as it is not there yet."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from config import preparation
from config.demo import DEMO_STEPS
from config.steps import StepPrinter
from core.commands import DatabaseCommand


class Command(DatabaseCommand):
    help = "Load the demo world. Parts that are there already are left as they are."
    when_stopped = "Start it again, and it goes on with the part that was stopped."

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite" and not settings.DEMO:
            raise CommandError(
                "The demo's password is public. TOUCHSTONE_DEMO=yes loads it all the same."
            )
        with preparation.one_at_a_time():
            StepPrinter().run(DEMO_STEPS)
