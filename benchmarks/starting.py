"""The time of `manage.py start` until its first page, and to stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from benchmarks.harness import ROOT, Figure

TITLE = "Starting"
PORT = 8765
ROUNDS = 3


def run() -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="touchstone-bench-") as home:
        first, _ = _start_and_stop(home)
        rounds = [_start_and_stop(home) for _ in range(ROUNDS)]
    seconds = [figures for figures, _ in rounds]
    stops = [stop for _, stop in rounds]
    return [
        Figure("first start, packages installed, to the first page", first, "s"),
        Figure(
            f"second start to the first page, median of {ROUNDS}",
            sorted(seconds)[ROUNDS // 2],
            "s",
            must=5,
            less_is_better=True,
        ),
        Figure(f"Ctrl-C until all is gone, median of {ROUNDS}", sorted(stops)[ROUNDS // 2], "s"),
    ]


def _start_and_stop(home: str) -> tuple[float, float]:
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "start", "--demo", "--port", str(PORT)],
        cwd=ROOT,
        env={**os.environ, "TOUCHSTONE_HOME": home},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while not _answers():
        if process.poll() is not None:
            raise RuntimeError("`manage.py start` ended by itself")
        time.sleep(0.02)
    until_page = time.monotonic() - began
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.wait()
    return until_page, time.monotonic() - began


def _answers() -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/log-in/", timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False
