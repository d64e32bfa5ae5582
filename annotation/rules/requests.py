"""The bodies of the desks' requests, each decoded once into a struct.

A judgement is its own struct, in `verifying.judgements`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from annotation.rules.drafts import ClaimDraft, DraftUpdate
from annotation.rules.logs.acts import DeskAct
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import MOST_IN_A_SET, Judgement
from annotation.rules.verifying.rulings import Ruling

MOST_DESCRIBED = 3 * MOST_IN_A_SET


class SyncRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The request of every few seconds: new acts of one page load, and the draft."""

    stream: UUID
    acts: list[DeskAct] = []
    # By the browser's clock, as the times of the acts.
    sent_at: Annotated[datetime, Meta(tz=True)] | None = None
    draft: DraftUpdate | None = None


class CheckRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a card to check, and the drafts of all cards."""

    key: str
    claims: dict[str, ClaimDraft] = {}


class FeedbackRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a card, the text that the verifier is asked about, and the intended verdict."""

    key: str
    text: str
    verdict: str = ""


class ElementsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Elements whose texts a desk wants."""

    elements: Annotated[list[ElementReference], Meta(max_length=MOST_DESCRIBED)]


class RulingRequest(Ruling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision of the adjudication bench with the right judgement."""

    judgement: Judgement


SYNC = msgspec.json.Decoder(SyncRequest)
CHECK = msgspec.json.Decoder(CheckRequest)
FEEDBACK = msgspec.json.Decoder(FeedbackRequest)
ELEMENTS = msgspec.json.Decoder(ElementsRequest)
JUDGEMENT = msgspec.json.Decoder(Judgement)
RULING = msgspec.json.Decoder(RulingRequest)
