"""The fields of an index, the same in both engines. All hold tokens parted by spaces.

A field without `_plain` holds stems and their counts; its `_plain` neighbour holds the words
themselves with their places, for phrases. Text in sections that lack references stands in the
`_flagged` fields instead, so that a search can leave it out; so are links and signs marked.
"""

from __future__ import annotations

from enum import Enum

# Raised whenever the fields, or what is put into them, change: indices made before are stale.
VERSION = 4


class IndexOption(Enum):
    """How much a field knows of its tokens."""

    POSITIONS = "position"
    FREQUENCIES = "freq"
    PRESENCE = "basic"


# The parts of a page that a query can name, and those that flagged sections keep apart.
PARTS = ("title", "redirects", "lead", "headings", "tables", "text")
FLAGGED_PARTS = frozenset({"headings", "tables", "text"})


def plain(part: str) -> str:
    return f"{part}_plain"


def flagged(field: str) -> str:
    return f"{field}_flagged"


def only_flagged(token: str) -> str:
    """A link or sign that only flagged sections hold. No name is written with capitals here."""
    return f"{token}_FLAGGED"


def _fields() -> dict[str, IndexOption]:
    fields: dict[str, IndexOption] = {}
    for part in PARTS:
        own = {part: IndexOption.FREQUENCIES, plain(part): IndexOption.POSITIONS}
        fields |= own
        if part in FLAGGED_PARTS:
            fields |= {flagged(name): holding for name, holding in own.items()}
    # Whole titles and categories as one token each, and signs such as "table".
    fields |= dict.fromkeys(("title_key", "categories", "links", "signs"), IndexOption.PRESENCE)
    return fields


FIELDS: dict[str, IndexOption] = _fields()

SIGN_TABLE = "table"
SIGN_FLAGGED = "flagged"
