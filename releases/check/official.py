"""Checking a release with the studies' own tools, where they are installed.

In a process of its own: the tools change logging and need much memory. The outcome is stored
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

import msgspec

from releases import formats
from releases.check.faults import CheckError
from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats.base import NOT_LOADED, OfficialTool

_ROOT = Path(__file__).resolve().parents[2]
_REPORT_SECONDS = 0.5

logger = logging.getLogger(__name__)


def tools_of(names: Iterable[str]) -> list[OfficialTool]:
    """Return the tools of these formats."""
    tools = (formats.get(name).official for name in names)
    return [tool for tool in tools if tool is not None]


def version_of(tool: OfficialTool) -> str | None:
    """Return the installed version of a tool, if any."""
    try:
        return metadata.version(tool.package)
    except metadata.PackageNotFoundError:
        return None


def check_officially(
    folder: Path, names: Iterable[str], on_progress: Callable[[], None] = lambda: None
) -> list[str]:
    """Raise CheckError where a tool refuses the release. Return the tools that accept it."""
    passed = []
    for tool in tools_of(names):
        version = version_of(tool)
        if version is not None and _passes(tool, folder, on_progress):
            passed.append(f"{tool.package} {version}")
    return passed


def _passes(tool: OfficialTool, folder: Path, on_progress: Callable[[], None]) -> bool:
    """Run a tool. Return False where it is installed but cannot be loaded."""
    command = [sys.executable, "-m", tool.module, str(folder.absolute())]
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            command,
            cwd=_ROOT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        try:
            while True:
                on_progress()
                try:
                    code = child.wait(_REPORT_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    continue
        finally:
            # Cancelled: nobody waits for its answer any more.
            child.kill()
            child.wait()
        errors.seek(0)
        words = errors.read().decode(errors="replace").strip().splitlines()
    reason = words[-1] if words else f"it ended with {code}"
    if code == NOT_LOADED:
        logger.warning("%s cannot be loaded: %s", tool.package, reason)
        return False
    if code:
        raise CheckError("official_tool", tool=tool.package, reason=_read_refusal(reason))
    return True


def _read_refusal(line: str) -> RefusalReason:
    """Return what a check of ours wrote; of a program that broke down, its last line."""
    try:
        return msgspec.json.decode(line, type=RefusalReason)
    except msgspec.MsgspecError:
        return refusal("broken_program", detail=line)
