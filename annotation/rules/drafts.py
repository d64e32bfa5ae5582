"""Drafts of both desks: what a person has typed or chosen so far.

A draft is the browser's own and holds more than is read here. It is read leniently: what does not
fit is left out, and never keeps anybody from the rest of their work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from annotation.rules.logs.acts import Count
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from campaigns.protocols.writing import VERDICT
from core.structs import convert_leniently, convert_or_none

# Far more than a claim may have, so that its writer learns of the limit; the rest is cut off.
MOST_TYPED = 20_000


class DraftUpdate(Struct, frozen=True, forbid_unknown_fields=True):
    """A draft as its window has it, and the revision that the window began from."""

    revision: Count
    body: dict[str, Any]


class RoomDraft(Struct, frozen=True):
    """The page that is open beside a desk."""

    title: str = ""


class ClaimDraft(Struct, frozen=True):
    """The text, the choices and the overridden warnings of one card."""

    text: str = ""
    base: str = ""
    verdict: str = ""
    tags: dict[str, str] = {}
    overrides: tuple[str, ...] = ()

    def answer(self, question: str) -> str:
        """Return what was chosen for a question of the card."""
        return self.verdict if question == VERDICT else self.tags.get(question, "")

    @property
    def is_empty(self) -> bool:
        return not self.text.strip()


class WritingDraft(Struct, frozen=True):
    """A draft of the writing desk; `open` is the key of the card that is open."""

    claims: dict[str, Any] = {}
    open: str = ""
    room: RoomDraft = RoomDraft()


class VerifyingDraft(Struct, frozen=True):
    """A draft of the verification desk, as far as the server reads it."""

    sets: list[Any] = []
    # The answers of the minimality check, by the number of the set.
    checks: dict[str, Any] = {}
    room: RoomDraft = RoomDraft()


def read_writing_draft(body: object) -> WritingDraft:
    """Return what fits of a stored draft."""
    return convert_leniently(body, WritingDraft)


def read_verifying_draft(body: object) -> VerifyingDraft:
    """Return what fits of a stored draft."""
    return convert_leniently(body, VerifyingDraft)


def read_claim_drafts(keys: Iterable[str], claims: Mapping[str, object]) -> dict[str, ClaimDraft]:
    """Return the draft of each card, by the card's key; an empty one where nothing fits."""
    return {key: _read_claim_draft(claims.get(key)) for key in keys}


def _read_claim_draft(value: object) -> ClaimDraft:
    return shortened(convert_leniently(value, ClaimDraft))


def shortened(draft: ClaimDraft) -> ClaimDraft:
    """Return a draft without what was typed beyond every limit."""
    if len(draft.text) <= MOST_TYPED:
        return draft
    return msgspec.structs.replace(draft, text=draft.text[:MOST_TYPED])


def read_elements(values: Iterable[object]) -> list[ElementReference]:
    """Return the elements among the values, each once."""
    found = (convert_or_none(value, ElementReference) for value in values)
    return list(dict.fromkeys(element for element in found if element is not None))


def elements_in_draft(draft: VerifyingDraft) -> list[ElementReference]:
    """Return the elements of all sets of a draft, each once."""
    return read_elements(
        value for values in draft.sets if isinstance(values, list) for value in values
    )


def claims_body(drafts: Mapping[str, ClaimDraft]) -> dict[str, Any]:
    """Return drafts of cards as the writing desk's draft stores them."""
    return {"claims": msgspec.to_builtins(drafts)}


def judgement_body(judgement: Judgement, limit: int) -> dict[str, Any]:
    """Return a judgement as the verification desk's draft stores it, with nothing to undo."""
    sets: list[Any] = msgspec.to_builtins(judgement.sets)
    return {
        "sets": [*sets, *([] for _ in range(limit - len(sets)))],
        "current": 1,
        "verdict": judgement.verdict,
        "answer": judgement.answer,
        "tags": dict(judgement.tags),
        "note": judgement.note,
        "history": {"past": [], "future": []},
    }
