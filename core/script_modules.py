"""The ES modules that a script imports, so that a page can name all of them at once.

A browser finds an import when it has read the module around it: a script whose imports are five
levels deep would wait for five answers, one after the other.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from django.contrib.staticfiles import finders

# An import or an export from another file, at the beginning of a line: those in comments are types.
_IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*["'](\.[^"']+)["']\s*;""", re.MULTILINE)


def imported_modules(script: str) -> list[str]:
    """Return the modules that a script imports, directly or through others, nearest first."""
    found = [script]
    # The list grows while it is read.
    for module in found:
        found += [name for name in _imports_of(module) if name not in found]
    return found[1:]


def _imports_of(module: str) -> list[str]:
    file = finders.find(module)
    if file is None:
        raise FileNotFoundError(module)
    folder = posixpath.dirname(module)
    names = _IMPORT.findall(Path(file).read_text(encoding="utf-8"))
    return [posixpath.normpath(posixpath.join(folder, name)) for name in names]
