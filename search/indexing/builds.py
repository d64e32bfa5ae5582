"""The names of builds: the version of the code, and when they were begun."""

from __future__ import annotations

from datetime import datetime

from search import analysis
from search.indexing import fields

# The start of the names of builds with the content that this version indexes.
_VERSIONS = f"v{fields.VERSION}-{analysis.VERSION}-"


def new_build(now: datetime) -> str:
    """Return the name of a build that is begun now."""
    return _VERSIONS + now.strftime("%Y%m%d%H%M%S%f")


def is_outdated(build: str) -> bool:
    """Return whether a build was made by a version with other fields or tokens."""
    return not build.startswith(_VERSIONS)
