"""How a worker is started, wherever that happens: `make run`, containers, tests."""

from __future__ import annotations

import sys
import uuid


def worker_command(concurrency: int | None = None) -> list[str]:
    """The command line of a worker; without a number, the settings say how many processes.

    Start it in the project's folder, in a process group of its own. SIGTERM stops it after the
    current step of each job, which then waits in the queue for the next worker.
    """
    # Only JSON is accepted (CELERY_ACCEPT_CONTENT), so what Celery fears of root does not apply.
    quiet = "ignore:You're running the worker with superuser privileges"
    command = [sys.executable, "-W", quiet, "-m", "celery", "-A", "config", "worker"]
    # A name of its own: the job's page says whose silence it was.
    command += [f"--hostname=worker-{uuid.uuid4().hex[:6]}@%h"]
    command += ["--pool=prefork", "--loglevel=INFO"]
    # Workers need not know of each other: the database is where they meet.
    command += ["--without-gossip", "--without-mingle"]
    if concurrency is not None:
        command.append(f"--concurrency={concurrency}")
    return command
