"""The names of builds: of which version of the code, and when begun."""

from __future__ import annotations

from datetime import datetime

from search import analysis
from search.indexing import fields

# How the names begin of builds that hold what this version would index.
_VERSIONS = f"v{fields.VERSION}-{analysis.VERSION}-"


def new_build(now: datetime) -> str:
    return _VERSIONS + now.strftime("%Y%m%d%H%M%S%f")


def is_outdated(build: str) -> bool:
    """Whether a build was made by a version whose fields or tokens were others."""
    return not build.startswith(_VERSIONS)
