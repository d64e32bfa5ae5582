"""The minimality check: of each set one element at a time is hidden, and is the rest still enough?

The desk keeps the answers in the draft, by the number of the set: its elements when the check
began, those that are needed, and whether the person ended the check. What is needed in a set is
needed in every part of it, so answers hold until an element is added. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from annotation.rules.drafts import read_elements
from annotation.rules.verifying.judgements import Judgement
from core.structs import convert_leniently

# A set of one element has nothing to leave out.
FEWEST = 2


class SetCheck(Struct, frozen=True):
    """The answers about a set, as a draft stores them."""

    of: list[Any] = []
    needed: list[Any] = []
    ended: bool = False


def unchecked_sets(judgement: Judgement, checks: Mapping[str, object]) -> list[int]:
    """Return the numbers of the sets of which some element has not been asked about."""
    return [
        number
        for number, elements in judgement.numbered_sets.items()
        if len(set(elements)) >= FEWEST and not _is_answered(set(elements), checks.get(str(number)))
    ]


def _is_answered(elements: set[Any], stored: object) -> bool:
    check = convert_leniently(stored, SetCheck)
    if not elements <= set(read_elements(check.of)):
        return False
    return check.ended or elements <= set(read_elements(check.needed))
