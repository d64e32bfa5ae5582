"""`docs/settings.md` and `.env.example`, written from the declarations in `environment`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

from config.environment import PROJECT_ROOT, VARIABLES, Variable

DOC_FILE = PROJECT_ROOT / "docs" / "settings.md"
EXAMPLE_FILE = PROJECT_ROOT / ".env.example"

DOC_HEAD = """\
# Settings

Touchstone reads its settings from environment variables, or from a file `.env` in the project's
folder; the environment wins. Embedded (`make run`), none is needed. In production it refuses to
start while one of the first group is missing, and names all that are.

This page and `.env.example` are written by `python manage.py settings_doc`.
"""
EXAMPLE_HEAD = """\
# Touchstone's settings. Copy this file to .env and fill in what you need;
# docs/settings.md explains each. Lines that start with # are not read.
"""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _table(variables: Iterable[Variable]) -> str:
    lines = ["| variable | default | what it does |", "|---|---|---|"]
    for variable in variables:
        default = f"`{variable.default}`" if variable.default else ""
        example = f" Example: `{variable.example}`" if variable.example else ""
        lines.append(f"| `{variable.name}` | {default} | {_cell(variable.help + example)} |")
    return "\n".join(lines) + "\n"


def _split() -> tuple[list[Variable], list[Variable]]:
    required = [v for v in VARIABLES.values() if v.required_in_production]
    optional = [v for v in VARIABLES.values() if not v.required_in_production]
    return required, optional


def settings_page() -> str:
    required, optional = _split()
    return (
        f"{DOC_HEAD}\n## Needed in production\n\n{_table(required)}"
        f"\n## Optional\n\n{_table(optional)}"
    )


def _example_lines(variable: Variable) -> str:
    comment = textwrap.fill(
        variable.help, 96, initial_indent="# ", subsequent_indent="# ", break_long_words=False
    )
    value = variable.example or variable.default
    # Read by our own settings, by Compose and by shells: quotes serve all three.
    value = f'"{value}"' if set(value) & set(" <>") else value
    return f"\n{comment}\n#{variable.name}={value}\n"


def env_example() -> str:
    required, optional = _split()
    return (
        f"{EXAMPLE_HEAD}\n# --- needed in production ---\n"
        + "".join(map(_example_lines, required))
        + "\n# --- optional ---\n"
        + "".join(map(_example_lines, optional))
    )


def pages() -> dict[Path, str]:
    """Every file that is written from the declarations, with what it should say."""
    return {DOC_FILE: settings_page(), EXAMPLE_FILE: env_example()}


def outdated() -> list[Path]:
    """The files that say something else."""
    return [
        path
        for path, text in pages().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
