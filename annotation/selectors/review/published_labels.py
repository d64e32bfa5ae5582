"""The claims whose labels everybody who may see releases may see.

Releases publish labels or withhold them, and their app is above this one. It says which labels are
published, in its module `contributions`:

publish_labels(published_claims)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from campaigns.models import Campaign
from core.contributions import load_contributions

# Returns the keys of the claims.
ClaimKeys = Callable[[Campaign], QuerySet[Any, Any]]
_sources: list[ClaimKeys] = []


def publish_labels(source: ClaimKeys) -> None:
    """Add a source of published labels, once."""
    if source not in _sources:
        _sources.append(source)


def published_labels(campaign: Campaign) -> set[int]:
    """Return the keys of the claims whose labels are published."""
    load_contributions()
    return {key for source in _sources for key in source(campaign)}
