"""`manage.py start` in a separate process, as `make run` and `make dev` start it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from config.variables import PROJECT_ROOT
from tests.config.programs import (
    descendants,
    environment_of,
    eventually,
    get,
    heed_ctrl_c,
    is_running,
)
from tests.servers import free_port


class StartedSite:
    """A running `manage.py start`, and its output."""

    def __init__(self, home: Path, *arguments: str, **variables: str) -> None:
        # As `make run` does.
        demo = () if "--no-demo" in arguments else ("--demo",)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = home / f"output-{self.port}.txt"
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "start", "--port", str(self.port), *demo, *arguments],
                cwd=PROJECT_ROOT,
                env=environment_of(home, TOUCHSTONE_JOB_HEARTBEAT_SECONDS="1", **variables),
                stdout=output,
                stderr=subprocess.STDOUT,
                process_group=0,
                preexec_fn=heed_ctrl_c,
            )

    def output(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def wait_until_ready(self) -> None:
        eventually(lambda: "Press Ctrl-C to stop" in self.output(), what=self.output())

    def worker_is_alive(self) -> bool:
        status, body = get(f"{self.url}/readyz")
        return status == 200 and json.loads(body)["checks"]["worker"]["state"] == "ok"

    def pid_of(self, program: str) -> int:
        """Return the process id of the child that runs this program."""
        for pid in descendants(self.process.pid):
            line = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
            if program in line and os.getpgid(pid) == pid:
                return pid
        raise AssertionError(f"no {program} runs")

    def kill(self) -> None:
        for pid in [*descendants(self.process.pid), self.process.pid]:
            if is_running(pid):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
