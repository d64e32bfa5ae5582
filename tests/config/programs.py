"""Programs that are run as an operator would: in a separate process, with a clean environment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from config.environment import VARIABLES
from config.variables import PROJECT_ROOT

# Long enough on a machine that has much else to do; nothing takes that long where all is well.
PATIENCE_SECONDS = 300.0

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "TOUCHSTONE_SECRET_KEY": "k7Pq2vX9mL4tR8wZ1cB6nH3jF5gD0sAyUeIoQxTzVbNmKlJhGf",
    "TOUCHSTONE_ALLOWED_HOSTS": "touchstone.example.org",
    "TOUCHSTONE_DATABASE_URL": "postgres://touchstone:secret@127.0.0.1:1/touchstone",
    "TOUCHSTONE_REDIS_URL": "redis://127.0.0.1:1/0",
    "TOUCHSTONE_ELASTICSEARCH_URL": "http://127.0.0.1:1",
}


def environment_of(home: Path, **variables: str) -> dict[str, str]:
    """Return the environment without settings of this machine or of a developer's .env."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    # Set but empty: an unset one would be read from .env.
    kept.update(dict.fromkeys(VARIABLES, ""))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "PATH": path, "TOUCHSTONE_HOME": str(home), **variables}


def heed_ctrl_c() -> None:
    """Heed Ctrl-C in a child (`preexec_fn`): a run in the background ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=PROJECT_ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        preexec_fn=heed_ctrl_c,
        check=False,
    )


def eventually(condition: Callable[[], object], *, what: str) -> None:
    """Wait until the condition holds, however busy the machine is."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"{what}: not within {PATIENCE_SECONDS} s"
        time.sleep(0.05)


def get(url: str, **headers: str) -> tuple[int, str]:
    """Return the status and the body, or 0 if there is no answer."""
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def is_running(pid: int) -> bool:
    """Return whether the process is running and not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def descendants(pid: int) -> list[int]:
    """Return all descendants of a process."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    children = [int(word) for word in listed.stdout.split()]
    return children + [grandchild for child in children for grandchild in descendants(child)]
