"""The home folder of an embedded Touchstone, created when something is first stored in it.

Settings only read it, so that a command that stores nothing does not create it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.management.utils import get_random_secret_key

from config.environment import SettingsError

# Rights of the group and of all others.
_OTHERS = 0o077


def read_key(file: Path) -> str:
    """Return the secret key in this file, or a new one that `make_home` will store."""
    try:
        return file.read_text()
    except FileNotFoundError:
        return get_random_secret_key()
    except OSError as error:
        raise SettingsError(
            [f"TOUCHSTONE_HOME cannot be used: {file}: {error.strerror}."]
        ) from error


def make_home() -> None:
    """Create the missing parts of the home folder, for its owner only.

    In production there are no parts, but what is there is made private too. Raise SettingsError
    if nothing can be written there: otherwise the first upload or release would fail.
    """
    os.umask(_OTHERS)
    home = Path(settings.HOME)
    try:
        home.mkdir(parents=True, exist_ok=True)
        make_private(home)
        tempfile.TemporaryFile(dir=home).close()
    except OSError as error:
        raise SettingsError(
            [f"TOUCHSTONE_HOME cannot be used: {home}: {error.strerror}."]
        ) from error
    for name in settings.HOME_FOLDERS:
        Path(settings.HOME, name).mkdir(parents=True, exist_ok=True)
    if settings.SECRET_KEY_FILE is not None and not settings.SECRET_KEY_FILE.exists():
        _store_key(settings.SECRET_KEY_FILE)


def make_private(folder: Path) -> None:
    """Take the rights of others in a folder and in everything below it away."""
    _close(folder)
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            _close(Path(parent, name))


def _close(path: Path) -> None:
    # A file that disappears, or belongs to somebody else, such as a dump that an operator put here.
    with contextlib.suppress(FileNotFoundError, PermissionError):
        mode = path.lstat().st_mode
        if not stat.S_ISLNK(mode) and mode & _OTHERS:
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)


def _store_key(file: Path) -> None:
    # Atomic: another start may read the file at this moment. If two write it, the first wins;
    # mkstemp creates a file that only its owner can read.
    descriptor, draft = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(descriptor, "w") as writing:
        writing.write(settings.SECRET_KEY)
    with contextlib.suppress(FileExistsError):
        os.link(draft, file)
    os.unlink(draft)
