"""`manage.py start`: the web server and worker on this machine, until Ctrl-C."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import connection

from accounts.demo_people import DEMO_PEOPLE, PASSWORD
from config import (
    development,
    environment,
    home_folder,
    preparation,
    web_server,
)
from config.demo import DEMO_STEPS, WITHOUT_DEMO_STEPS
from config.steps import StepPrinter
from config.supervisor import Child, ChildDiedError, NotAnsweringError, Supervisor
from core.commands import TouchstoneCommand
from jobs.worker import worker_command

READY_SECONDS = 60.0


def check_port(host: str, port: int) -> None:
    """Raise CommandError with a clear reason if the server cannot listen on this port."""
    if not 1 <= port <= 65535:
        raise CommandError(f"{port} is not a valid port. Choose one from 1 to 65535.")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            target = "dev" if settings.DEBUG else "run"
            raise CommandError(
                f"Port {port} is in use by another program.\n"
                f"Stop that program, or use another port: make {target} PORT={port + 1}"
            ) from error
        raise CommandError(f"Cannot listen on {host}, port {port}: {error}") from error


class Command(TouchstoneCommand):
    help = "Prepare and run Touchstone on this machine: web server and worker, until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1")
        demo = parser.add_mutually_exclusive_group()
        demo.add_argument("--demo", dest="demo", action="store_true", default=False)
        demo.add_argument("--no-demo", dest="demo", action="store_false")

    def handle(self, *args: Any, host: str, port: int, demo: bool, **options: Any) -> None:
        began = time.monotonic()
        if connection.vendor != "sqlite":
            raise CommandError(
                "`start` is for an embedded Touchstone. In production run docker/web.sh and"
                " docker/worker.sh (docs/operators.md)."
            )
        if settings.DEBUG and not development.is_loopback(host):
            raise CommandError(
                f"With DEBUG, error pages show code and settings. Use 127.0.0.1 instead of {host}."
            )
        check_port(host, port)
        # On a terminal with only ASCII, a replacement character is better than a crash.
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")
        home_folder.make_home()
        # While preparing, SIGTERM acts like Ctrl-C; later, the supervisor handles it.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with preparation.running():
            try:
                self._prepare(demo=demo)
            except KeyboardInterrupt:
                self._say("Stopped before it was ready. The next start continues from here.")
                return
            self._serve(host=host, port=port, demo=demo, began=began)

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def _prepare(self, *, demo: bool) -> None:
        self._say("Touchstone")
        steps = (*preparation.steps(), *(DEMO_STEPS if demo else WITHOUT_DEMO_STEPS))
        with preparation.one_at_a_time():
            StepPrinter().run(steps)
        # The child processes have their own connections.
        connection.close()

    def _serve(self, *, host: str, port: int, demo: bool, began: float) -> None:
        bracketed = f"[{host}]" if ":" in host else host
        variables = {**os.environ, "TOUCHSTONE_DEMO": "yes" if demo else "no"}
        # Celery's banner would scroll the URL and the accounts out of view.
        variables.setdefault("CELERY_QUIET", "1")
        # So would the warning that Django's server is only for development.
        variables.setdefault("DJANGO_RUNSERVER_HIDE_WARNING", "true")
        if not environment.is_set("TOUCHSTONE_LOG_FORMAT"):
            variables["TOUCHSTONE_LOG_FORMAT"] = "text"
        server = development.web_command if settings.DEBUG else web_server.command
        web = Child("web server", server(address=f"{bracketed}:{port}"), essential=True)
        worker = Child("worker", worker_command(), essential=False)
        try:
            with Supervisor(self._say, variables, settings.PROJECT_ROOT) as supervisor:
                supervisor.start(web)
                here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, bracketed)  # noqa: S104
                supervisor.wait_for(f"http://{here}:{port}/healthz", seconds=READY_SECONDS)
                # After the web server, so that the first page does not share the processor with it.
                supervisor.start(worker)
                if not supervisor.stop_requested.is_set():
                    self._say_ready(f"http://{here}:{port}/", demo=demo, began=began)
                if settings.DEBUG:
                    supervisor.watch(self._follow_code(supervisor, worker))
                else:
                    supervisor.watch()
                self._say("\nStopping…")
        except (ChildDiedError, NotAnsweringError) as error:
            raise CommandError(f"{error} Everything was stopped. See the messages above.") from None
        self._say("Stopped.")

    def _follow_code(self, supervisor: Supervisor, worker: Child) -> Callable[[], None]:
        """Return a function that restarts the worker if code has changed."""
        watcher = development.CodeWatcher(settings.PROJECT_ROOT)

        def restart_worker() -> None:
            if watcher.has_changed():
                self._say("Code has changed. Restarting the worker.")
                supervisor.restart(worker)

        return restart_worker

    def _say_ready(self, address: str, *, demo: bool, began: float) -> None:
        lines = [
            f"Touchstone is running at  {address}   (ready in {time.monotonic() - began:.1f} s)"
        ]
        if demo:
            width = max(len(person.username) for person in DEMO_PEOPLE)
            lines += ["", f"Log in with the password  {PASSWORD}  as"]
            lines += [f"  {p.username:<{width}}  {p.description}" for p in DEMO_PEOPLE]
        lines += ["", "Press Ctrl-C to stop."]
        self._say("\n" + "\n".join(lines) + "\n")
