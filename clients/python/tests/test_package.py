"""The package stands alone: it runs where nothing of the platform is installed."""

from __future__ import annotations

import ast
import sys
import tomllib
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "touchstone_client"


def imported() -> set[str]:
    """Return the top-level packages that the client imports."""
    found = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add((node.module or "").split(".")[0])
    return found


def test_it_imports_nothing_but_what_it_declares() -> None:
    settings = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    (dependency,) = settings["project"]["dependencies"]
    outside = imported() - set(sys.stdlib_module_names) - {PACKAGE.name}
    assert outside == {"httpx"}
    assert dependency.startswith("httpx")


def test_its_types_are_told() -> None:
    assert (PACKAGE / "py.typed").is_file()
