"""The fields of an index, the same in both engines. All contain tokens, separated by spaces.

A field without `_plain` has stems and their frequencies; its `_plain` counterpart has the words
themselves with their positions, for phrases. Text of sections that lack references is in the
`_flagged` fields instead, so that a search can leave it out; links and signs are marked likewise.
"""

from __future__ import annotations

from enum import Enum

# Increased whenever the fields or their content change: older indices are then outdated.
VERSION = 4


class IndexOption(Enum):
    """The detail that a field records of its tokens."""

    POSITIONS = "position"
    FREQUENCIES = "freq"
    PRESENCE = "basic"


# The parts of a page that a query can name, and those with a field for flagged sections.
PARTS = ("title", "redirects", "lead", "headings", "tables", "text")
FLAGGED_PARTS = frozenset({"headings", "tables", "text"})


def plain(part: str) -> str:
    """Return the field of a part's plain forms."""
    return f"{part}_plain"


def flagged(field: str) -> str:
    """Return the field for flagged sections."""
    return f"{field}_flagged"


def only_flagged(token: str) -> str:
    """Return a link or sign that only flagged sections have. Other tokens have no capitals."""
    return f"{token}_FLAGGED"


def _fields() -> dict[str, IndexOption]:
    fields: dict[str, IndexOption] = {}
    for part in PARTS:
        own = {part: IndexOption.FREQUENCIES, plain(part): IndexOption.POSITIONS}
        fields |= own
        if part in FLAGGED_PARTS:
            fields |= {flagged(name): option for name, option in own.items()}
    # Whole titles and categories as one token each, and signs such as "table".
    fields |= dict.fromkeys(("title_key", "categories", "links", "signs"), IndexOption.PRESENCE)
    return fields


FIELDS: dict[str, IndexOption] = _fields()

SIGN_TABLE = "table"
SIGN_FLAGGED = "flagged"
