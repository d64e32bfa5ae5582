"""Room on the disk."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from pathlib import Path

from django.db import OperationalError

# The disk serves others too.
_KEPT_FREE = 2**28


def need_room(folder: Path) -> None:
    """Fail as on a full disk, while there still is a little room."""
    if shutil.disk_usage(folder).free < _KEPT_FREE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def is_disk_full(error: Exception) -> bool:
    """Return whether an error, the database's included, came from a full disk."""
    if isinstance(error, sqlite3.OperationalError | OperationalError):
        return "disk is full" in str(error) or os.strerror(errno.ENOSPC) in str(error)
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
