"""How gunicorn serves Touchstone: read by `gunicorn --config python:config.web_server`.

`manage.py start` uses it too, with one process, because SQLite has one writer.
"""

import sys
from pathlib import Path

from config import environment

try:
    environment.require_valid(production=environment.is_production())
except environment.SettingsError as error:
    # Before gunicorn starts processes, each of which would fail with a traceback.
    raise SystemExit(str(error)) from None

bind = [environment.text("TOUCHSTONE_WEB_BIND")]
workers = environment.number("TOUCHSTONE_WEB_PROCESSES")
threads = environment.number("TOUCHSTONE_WEB_THREADS")
worker_class = "config.web_worker.WebWorker"
# A search may have a thousand characters, most of which become six, nine or twelve in an address,
# and who pastes a whole page is to be told what was cut. The worker makes gunicorn accept it.
limit_request_line = 64 * 1024
wsgi_app = "config.wsgi"
timeout = 60
graceful_timeout = 20
# Longer than a proxy keeps an idle connection, so that it never writes into a closed one.
keepalive = 75
# The heartbeat of a web process is a file: in memory, since a busy disk would look like a death.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
# Our own request log has what an access log would say.
accesslog = None
logger_class = "config.logs.WebServerLogger"
control_socket_disable = True


def command(*, address: str) -> list[str]:
    """The embedded web server: one process, started by `manage.py start`."""
    return [
        *(sys.executable, "-m", "gunicorn", "--config", "python:config.web_server"),
        *("--bind", address, "--workers", "1", "--graceful-timeout", "2"),
        *("--log-level", "warning"),
    ]
