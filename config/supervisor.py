"""The supervisor, which starts, monitors and stops the web server and the worker.

Each child leads its own process group, so that Ctrl-C in the terminal reaches only the
supervisor, which decides the order; `watchdog` ends the groups if the supervisor is killed.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config import watchdog

LONGEST_DELAY_SECONDS = 30.0
# A child that ran this long was healthy: the delay starts again at its next failure.
HEALTHY_SECONDS = 60.0
POLL_SECONDS = 0.1


class ChildDiedError(Exception):
    """An essential child has ended."""


class NotAnsweringError(Exception):
    """The web server is running but does not answer."""


@dataclass
class Child:
    """A program that the supervisor keeps running."""

    name: str
    command: Sequence[str]
    # Whether everything stops if it stops; otherwise it is restarted.
    essential: bool
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    # Until it is started again after its next failure; the supervisor's first at first.
    delay: float = 0.0
    restart_at: float | None = None


def _describe_end(code: int) -> str:
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


@dataclass
class Supervisor:
    """A context manager that runs children until `stop_requested` and then stops them all."""

    say: Callable[[str], None]
    environment: Mapping[str, str]
    folder: Path
    first_delay: float = 1.0
    # Seconds that children have to stop before they are killed. An idle worker takes three; a busy
    # one gives its job back first.
    patience: float = 6.0
    children: list[Child] = field(default_factory=list)
    stop_requested: threading.Event = field(default_factory=threading.Event)
    _watchdog: subprocess.Popen[str] | None = None

    def __enter__(self) -> Supervisor:
        self._watchdog = subprocess.Popen(
            [sys.executable, "-I", "-S", watchdog.__file__, str(self.patience)],
            stdin=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_error: object) -> None:
        # A second Ctrl-C must not interrupt the cleanup and leave orphans.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self._stop(self.children)
        if self._watchdog is not None and self._watchdog.stdin is not None:
            self._watchdog.stdin.close()
            # It has nothing left to end.
            self._watchdog.wait()

    def _on_signal(self, _number: int, _frame: object) -> None:
        self.stop_requested.set()

    def _tell_watchdog(self, sign: str, group: int) -> None:
        if self._watchdog is not None and self._watchdog.stdin is not None:
            self._watchdog.stdin.write(f"{sign}{group}\n")
            self._watchdog.stdin.flush()

    def start(self, child: Child) -> None:
        """Start a child and monitor it."""
        child.process = subprocess.Popen(
            child.command,
            cwd=self.folder,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            process_group=0,
        )
        self._tell_watchdog("+", child.process.pid)
        child.started_at = time.monotonic()
        child.restart_at = None
        if child not in self.children:
            child.delay = child.delay or self.first_delay
            self.children.append(child)

    def wait_for(self, url: str, *, seconds: float) -> None:
        """Wait until the URL answers, or until a stop is requested."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.stop_requested.is_set():
            self._check_children()
            try:
                with urllib.request.urlopen(url, timeout=2):  # noqa: S310 -- our own URL
                    return
            except urllib.error.HTTPError as error:
                # It answers with an error: waiting would not help.
                raise NotAnsweringError(f"{url} answered {error.code}.") from error
            except OSError:
                self.stop_requested.wait(POLL_SECONDS)
        if not self.stop_requested.is_set():
            raise NotAnsweringError(f"{url} did not answer within {seconds:.0f} s.")

    def watch(self, look: Callable[[], None] = lambda: None) -> None:
        """Keep the children running until a stop is requested; call `look` repeatedly."""
        while not self.stop_requested.wait(POLL_SECONDS):
            self._check_children()
            look()

    def restart(self, child: Child) -> None:
        """Stop a child if it is running, and start it again at once."""
        self._stop([child])
        child.delay = self.first_delay
        self.start(child)

    def _check_children(self) -> None:
        now = time.monotonic()
        for child in self.children:
            if child.restart_at is not None:
                if now >= child.restart_at:
                    self.start(child)
            elif child.process is not None and (code := child.process.poll()) is not None:
                self._handle_end(child, code, now)

    def _handle_end(self, child: Child, code: int, now: float) -> None:
        assert child.process is not None
        # Its own children may still be running.
        watchdog.kill_groups([child.process.pid])
        self._tell_watchdog("-", child.process.pid)
        if child.essential:
            raise ChildDiedError(f"The {child.name} stopped ({_describe_end(code)}).")
        if now - child.started_at >= HEALTHY_SECONDS:
            child.delay = self.first_delay
        self.say(
            f"The {child.name} stopped ({_describe_end(code)});"
            f" restarting it in {child.delay:.0f} s."
        )
        child.restart_at = now + child.delay
        child.delay = min(child.delay * 2, LONGEST_DELAY_SECONDS)

    def _stop(self, children: Sequence[Child]) -> None:
        processes = [child.process for child in children if child.process is not None]
        for process in processes:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + self.patience
        while time.monotonic() < deadline and any(p.poll() is None for p in processes):
            time.sleep(0.05)
        watchdog.kill_groups(process.pid for process in processes)
        for process in processes:
            process.wait()
            self._tell_watchdog("-", process.pid)
