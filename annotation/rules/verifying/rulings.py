"""Rulings of the adjudication bench."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

_Word = Annotated[str, Meta(max_length=100)]


class Ruling(Struct, frozen=True):
    """The cause of a disagreement, and what the bench showed when it was decided."""

    cause: _Word = ""
    comment: Annotated[str, Meta(max_length=100_000)] = ""
    # The digest of the verifications that were shown.
    seen: _Word = ""
    # The public id of the decision in force that was shown; empty if there was none.
    replaces: _Word = ""
