"""Acts as browsers report them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

# As large as the columns hold.
Count = Annotated[int, Meta(ge=0, lt=2**31)]


class DeskAct(Struct, frozen=True, rename={"happened_at": "at"}):
    """Something that a person did at a desk, as their browser reports it."""

    sequence: Count
    kind: str
    # By the person's clock.
    happened_at: Annotated[datetime, Meta(tz=True)]
    body: dict[str, Any] = {}
