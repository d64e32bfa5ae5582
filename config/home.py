"""The home folder of an embedded Touchstone, made by what first stores something in it.

Settings only read it, so that a command that only looks leaves no folder behind.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.management.utils import get_random_secret_key

from config.environment import SettingsError


def read_key(file: Path) -> str:
    """Return the secret key in this file, or a new one that `make_home` keeps."""
    try:
        return file.read_text()
    except FileNotFoundError:
        return get_random_secret_key()
    except OSError as error:
        raise SettingsError(
            [f"TOUCHSTONE_HOME cannot be used: {file}: {error.strerror}."]
        ) from error


def make_home() -> None:
    """Make what is missing of the home folder. In production there is nothing to make."""
    for name in settings.HOME_FOLDERS:
        Path(settings.HOME, name).mkdir(parents=True, exist_ok=True)
    if settings.SECRET_KEY_FILE is not None and not settings.SECRET_KEY_FILE.exists():
        _keep_key(settings.SECRET_KEY_FILE)


def _keep_key(file: Path) -> None:
    # Whole or not at all: another start may read it at this moment. Of two that write it, the
    # first wins; mkstemp makes a file that only its owner reads.
    descriptor, draft = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(descriptor, "w") as writing:
        writing.write(settings.SECRET_KEY)
    with contextlib.suppress(FileExistsError):
        os.link(draft, file)
    os.unlink(draft)
