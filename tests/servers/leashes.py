"""Process groups that end with the process that started them, even when that is killed.

A fixture ends its server at the end of the run. A run that is killed has no end: its watchdog, a
small program, notices that and ends what is left.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

from config import watchdog

# For servers whose data nobody needs any more.
_PATIENCE_SECONDS = "0"


@cache
def _watchdog(_pid: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", watchdog.__file__, _PATIENCE_SECONDS],
        stdin=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def _tell(words: str) -> None:
    # A fork has no part in its parent's.
    stdin = _watchdog(os.getpid()).stdin
    assert stdin is not None
    stdin.write(f"{words}\n")
    stdin.flush()


def leash(group: int) -> None:
    """End this process group when this process dies before it calls `unleash`."""
    _tell(f"+{group}")


def unleash(group: int) -> None:
    """Leave this process group alone again."""
    _tell(f"-{group}")
