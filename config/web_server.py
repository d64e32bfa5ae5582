"""The configuration of gunicorn, for `gunicorn --config python:config.web_server`.

`manage.py start` also uses it, with one process, because SQLite has one writer.
"""

import sys
from pathlib import Path

from config import environment

try:
    environment.require_valid(production=environment.is_production())
except environment.SettingsError as error:
    # Before gunicorn starts processes, which would each fail with a traceback.
    raise SystemExit(str(error)) from None

bind = [environment.text("TOUCHSTONE_WEB_BIND")]
workers = environment.number("TOUCHSTONE_WEB_PROCESSES")
threads = environment.number("TOUCHSTONE_WEB_THREADS")
worker_class = "config.web_worker.WebWorker"
# A search may have a thousand characters, which can become up to twelve each in a URL, and a
# person who pastes a whole page is told where it was cut. The worker makes gunicorn accept it.
limit_request_line = 64 * 1024
wsgi_app = "config.wsgi"
timeout = 60
graceful_timeout = 20
# Longer than a proxy keeps an idle connection, so that it never writes to a closed one.
keepalive = 75
# The heartbeat of a web process is a file: in memory, because a slow disk would look like a crash.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
# The request log replaces the access log.
accesslog = None
logger_class = "config.web_server_log.WebServerLogger"
control_socket_disable = True


def command(*, address: str) -> list[str]:
    """Return the command of the embedded web server, with one process."""
    return [
        *(sys.executable, "-m", "gunicorn", "--config", "python:config.web_server"),
        *("--bind", address, "--workers", "1", "--graceful-timeout", "2"),
        *("--log-level", "warning"),
    ]
