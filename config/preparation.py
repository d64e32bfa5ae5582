"""The preparation of a start: the database's tables and the static files."""

from __future__ import annotations

import fcntl
import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from config import home_folder
from config.steps import Progress, Step
from core.database import is_migrated


class _ProgressWriter(io.TextIOBase):
    """A writer that passes a command's output to a progress function, line by line."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress

    def write(self, text: str) -> int:
        words = text.strip()
        if words not in {"", "OK"}:
            self.progress(words)
        return len(text)


def migrate(progress: Progress) -> None:
    call_command("migrate", interactive=False, no_color=True, stdout=_ProgressWriter(progress))


def _static_stamp_file() -> Path:
    return Path(settings.STATIC_ROOT) / ".collected"


def _static_fingerprint() -> str:
    """Return a hash that changes with the static files and the code that rewrites them."""
    digest = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    paths = [Path(settings.PROJECT_ROOT, "config", "static.py")]
    for finder in get_finders():
        paths += (Path(storage.path(path)) for path, storage in finder.list([]))
    for path in sorted(paths):
        facts = path.stat()
        digest.update(f"{path} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def is_static_collected() -> bool:
    stamp = _static_stamp_file()
    return stamp.exists() and stamp.read_text() == _static_fingerprint()


def collect_static(progress: Progress) -> None:
    fingerprint = _static_fingerprint()
    # Only changed files: the others keep their compressed copies.
    call_command("collectstatic", interactive=False, verbosity=0)
    _static_stamp_file().write_text(fingerprint)
    if Path(settings.STATIC_ROOT).is_relative_to(settings.HOME):
        # Django makes static files readable for everybody, whatever the umask.
        home_folder.make_private(Path(settings.STATIC_ROOT))


def steps() -> tuple[Step, ...]:
    """Return what is to be done before the first page is served."""
    tables = Step("Database tables", is_migrated, migrate)
    if settings.DEBUG:
        # Static files are served from where they are written.
        return (tables,)
    return (tables, Step("Static files", is_static_collected, collect_static))


class RunningError(Exception):
    """Touchstone is running with this home folder."""


def _lock_file() -> Path:
    return Path(settings.HOME, "running.lock")


@contextmanager
def running() -> Iterator[None]:
    """Mark this home folder as in use while the block runs."""
    with _lock_file().open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@contextmanager
def not_running() -> Iterator[None]:
    """Prevent a start while the block runs. Raise RunningError if Touchstone is running."""
    with _lock_file().open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RunningError from error
        yield


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Make two starts with the same home folder prepare it one after the other."""
    with Path(settings.HOME, "preparing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
