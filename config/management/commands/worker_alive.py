"""`manage.py worker_alive`: a container's health check. Exit code 0 if its worker is alive."""

import socket
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from core.commands import DatabaseCommand
from jobs.selectors.workers import living_workers


class Command(DatabaseCommand):
    help = "Check whether a worker on this host was seen recently."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        host = socket.gethostname()
        if not living_workers(now=timezone.now()).filter(name__endswith=f"@{host}").exists():
            raise CommandError(f"No worker on {host} was seen recently.")
        self.stdout.write("alive")
