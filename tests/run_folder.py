"""The folder of a test run: all that the run writes is in it, and it goes when the run ends.

The run's first process makes it and removes it. Workers, servers and programs of the run find it in
their environment, and it is their temporary folder too. A run that was killed cannot tidy up: the
next one does.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "TOUCHSTONE_TEST_FOLDER"
PREFIX = "touchstone-run-"


def enter() -> Path:
    """Return the folder of this run, created by its first process."""
    if VARIABLE not in os.environ:
        _remove_abandoned()
        folder = _make()
        os.environ[VARIABLE] = os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None  # asks the environment anew
        atexit.register(_remove, folder, os.getpid())
    return Path(os.environ[VARIABLE])


def _make() -> Path:
    """Create a folder, locked for as long as this process lives."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        # Another run may take it for abandoned until it is locked.
        if _lock(folder) is not None and folder.exists():
            # Elasticsearch and PostgreSQL do not run as root: their users must get through.
            folder.chmod(0o755)
            return folder


def _lock(folder: Path) -> int | None:
    """Return the descriptor that holds the lock; none if a living process has it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _remove_abandoned() -> None:
    """Remove the folders of runs that are over but could not remove them."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        descriptor = _lock(folder)
        if descriptor is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(descriptor)


def _remove(folder: Path, maker: int) -> None:
    if os.getpid() == maker:  # not at the end of a fork
        shutil.rmtree(folder, ignore_errors=True)
