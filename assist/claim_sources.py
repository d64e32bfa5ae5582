"""The claims with known verdicts and evidence that models learn from.

They lie in apps above this one: campaigns and imported datasets, and claims that a program makes up
from the pages of a corpus. Each of these apps adds its reader when Django starts:

add_source(ClaimSourceKind.CAMPAIGN, claims_of_campaign)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class ClaimSourceKind(StrEnum):
    """The kinds of sources; each is asked with the public id of what it reads."""

    # The claims that count of a campaign, or of a dataset that was imported.
    CAMPAIGN = "campaign"
    # Claims made up from the pages of a corpus.
    SIMULATED = "simulated"


class SourceGoneError(Exception):
    """A campaign or corpus that was chosen was deleted meanwhile, or is no longer the person's."""


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """A claim with its label and its evidence sets, each of pairs of page and address."""

    text: str
    # Of `verifier.text.model.LABELS`.
    label: str
    sets: tuple[tuple[tuple[str, str], ...], ...]


ClaimReader = Callable[[UUID], Iterator[GoldClaim]]

_readers: dict[ClaimSourceKind, ClaimReader] = {}


def add_source(kind: ClaimSourceKind, reader: ClaimReader) -> None:
    """Add the reader of a kind of source."""
    _readers[kind] = reader


def read_claims(kind: ClaimSourceKind, public_id: UUID) -> Iterator[GoldClaim]:
    """Yield the claims of a source, in an order that is always the same."""
    return _readers[kind](public_id)
