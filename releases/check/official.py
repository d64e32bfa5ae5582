"""Checking a release with the studies' own tools, where they are installed.

In a process of its own: the tools change logging and need much memory. What they say is noted
beside the release, not in it: its bytes must not depend on what is installed.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path

from releases import formats
from releases.check.release import CheckError
from releases.formats.base import NOT_LOADED, OfficialTool

_ROOT = Path(__file__).resolve().parents[2]
_LOOK_SECONDS = 0.5

logger = logging.getLogger(__name__)


def tools_of(names: Iterable[str]) -> list[OfficialTool]:
    """The tools that these formats have."""
    tools = (formats.get(name).official for name in names)
    return [tool for tool in tools if tool is not None]


def version_of(tool: OfficialTool) -> str | None:
    """Which version of it is installed, if any."""
    try:
        return metadata.version(tool.package)
    except metadata.PackageNotFoundError:
        return None


def check_officially(
    folder: Path, names: Iterable[str], look: Callable[[], None] = lambda: None
) -> list[str]:
    """Raise CheckError where a tool refuses the release. Gives those that take it."""
    passed = []
    for tool in tools_of(names):
        version = version_of(tool)
        if version is not None and _passes(tool, folder, look):
            passed.append(f"{tool.package} {version}")
    return passed


def _passes(tool: OfficialTool, folder: Path, look: Callable[[], None]) -> bool:
    """False where the tool is there but cannot be loaded."""
    command = [sys.executable, "-m", tool.module, str(folder.absolute())]
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(
            command,
            cwd=_ROOT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        try:
            while True:
                look()
                try:
                    code = child.wait(_LOOK_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    continue
        finally:
            # Cancelled: nobody waits for its answer any more.
            child.kill()
            child.wait()
        said.seek(0)
        words = said.read().decode(errors="replace").strip().splitlines()
    reason = words[-1] if words else f"it ended with {code}"
    if code == NOT_LOADED:
        logger.warning("%s cannot be loaded: %s", tool.package, reason)
        return False
    if code:
        raise CheckError(f"{tool.package}: {reason}")
    return True
