"""Judgements: a verdict with its evidence, as a verifier hands it in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct

from annotation.rules.verifying.elements import ElementReference
from campaigns.protocols.judging import MOST_SETS_OF_EXPERTS

LONGEST_NOTE = 1000
MOST_IN_A_SET = 1000

# Bounds for what a request may hold; what the protocol asks for is checked in `faults`.
_Name = Annotated[str, Meta(max_length=200)]
# More than anybody may give, so that a few too many are told as a fault.
_MOST_SENT = 2 * MOST_SETS_OF_EXPERTS
_Number = Annotated[int, Meta(ge=1, le=_MOST_SENT)]
_Set = Annotated[Sequence[ElementReference], Meta(max_length=20 * MOST_IN_A_SET)]


class Judgement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A verdict with its evidence."""

    verdict: _Name = ""
    # To the guideline question, where the verdict asks for it.
    answer: _Name = ""
    tags: Annotated[Mapping[_Name, _Name], Meta(max_length=100)] = {}
    sets: Annotated[Sequence[_Set], Meta(max_length=_MOST_SENT)] = ()
    note: Annotated[str, Meta(max_length=100 * LONGEST_NOTE)] = ""
    # The numbers of the sets at the desk, where an empty one comes before them; only for people to
    # read: a set is stored by its place among the filled ones.
    numbers: Annotated[Sequence[_Number], Meta(max_length=_MOST_SENT)] = ()

    def number_of(self, place: int) -> int:
        """Return the number at the desk of the set in this place, from 1."""
        known = len(set(self.numbers)) == len(self.sets) == len(self.numbers)
        return self.numbers[place - 1] if known else place

    @property
    def numbered_sets(self) -> dict[int, Sequence[ElementReference]]:
        """Return the sets by their numbers at the desk."""
        return {
            self.number_of(place): elements for place, elements in enumerate(self.sets, start=1)
        }


def digest_of(judgement: Judgement) -> str:
    """Return a digest that is the same for the same judgement sent twice."""
    plain = [
        judgement.verdict,
        judgement.answer,
        sorted(judgement.tags.items()),
        [sorted((one.page, one.address) for one in elements) for elements in judgement.sets],
        judgement.note.strip(),
    ]
    return sha256(json.dumps(plain).encode()).hexdigest()
