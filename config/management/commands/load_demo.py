"""`manage.py load_demo`: the demo, as far as it is not loaded yet."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from config import environment, preparation
from config.demo import DEMO_STEPS
from config.steps import StepPrinter
from core.commands import DatabaseCommand


class Command(DatabaseCommand):
    help = "Load the demo. Parts that are already loaded are not changed."
    when_stopped = "Run it again to continue with the part that was stopped."

    def handle(self, *args: Any, **options: Any) -> None:
        if environment.is_production() or (connection.vendor != "sqlite" and not settings.DEMO):
            raise CommandError("The demo's password is public: it is not loaded in production.")
        with preparation.one_at_a_time():
            StepPrinter().run(DEMO_STEPS)
