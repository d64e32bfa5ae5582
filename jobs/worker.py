"""The command line of a worker, for `make run`, containers and tests."""

from __future__ import annotations

import sys
import uuid


def worker_command(concurrency: int | None = None) -> list[str]:
    """Return the command line of a worker; by default the settings say how many processes it has.

    Start it in the project's folder, in a process group of its own. SIGTERM stops it after the
    current step of each job, which then waits in the queue for the next worker.
    """
    # Only JSON is accepted (CELERY_ACCEPT_CONTENT), so Celery's warning about root does not apply.
    quiet = "ignore:You're running the worker with superuser privileges"
    command = [sys.executable, "-W", quiet, "-m", "celery", "-A", "config", "worker"]
    # A name of its own, which the page of a job shows.
    command += [f"--hostname=worker-{uuid.uuid4().hex[:6]}@%h"]
    command += ["--pool=prefork", "--loglevel=INFO"]
    # Workers need not know each other: they coordinate through the database.
    command += ["--without-gossip", "--without-mingle"]
    if concurrency is not None:
        command.append(f"--concurrency={concurrency}")
    return command
