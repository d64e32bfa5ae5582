"""Room on the disk. Pure."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

# The disk serves others too.
_KEPT_FREE = 2**28


def need_room(folder: Path) -> None:
    """Fail as on a full disk, while there still is a little room."""
    if shutil.disk_usage(folder).free < _KEPT_FREE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
