"""Acts as browsers report them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta, Struct

# As large as the columns hold.
Count = Annotated[int, Meta(ge=0, lt=2**31)]


# Clocks may be wrong, but not by a lifetime: within these bounds every difference of two moments,
# and every moment that a clock is corrected to, is a date.
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(2100, 1, 1, tzinfo=UTC)


# The stream of what the server itself records, the same for all attempts. A browser's stream is a
# random number, and a request that names this one is refused.
SERVER_STREAM = UUID(int=0)


class DeskAct(Struct, frozen=True, rename={"happened_at": "at"}):
    """Something that a person did at a desk, as their browser reports it."""

    sequence: Count
    kind: str
    # By the person's clock.
    happened_at: Annotated[datetime, Meta(tz=True)]
    body: dict[str, Any] = {}
