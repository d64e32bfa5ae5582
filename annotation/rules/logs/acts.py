"""Acts as browsers report them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

# As large as the columns hold.
Count = Annotated[int, Meta(ge=0, lt=2**31)]


# Clocks may be wrong, but not by a lifetime: within these bounds every difference of two moments,
# and every moment that a clock is corrected to, is a date.
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(2100, 1, 1, tzinfo=UTC)


class DeskAct(Struct, frozen=True, rename={"happened_at": "at"}):
    """Something that a person did at a desk, as their browser reports it."""

    sequence: Count
    kind: str
    # By the person's clock.
    happened_at: Annotated[datetime, Meta(tz=True)]
    body: dict[str, Any] = {}
