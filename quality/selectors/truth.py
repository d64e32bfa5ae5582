"""The truth of a simulated campaign, to be compared with what comes out of it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from annotation.rules.verifying.judgements import Judgement
from campaigns.models import Campaign
from core.structs import convert
from quality.models import SimulatedTruth

_ROWS_AT_ONCE = 1000


class TruthLine(Struct, frozen=True, kw_only=True):
    """A line of the exported truth: a claim, and the right judgement of it."""

    claim: str
    text: str
    author: str
    slot: str
    verdict: str
    tags: dict[str, str]
    # Sets of elements, each as [page, address].
    evidence: list[list[tuple[str, str]]]


def truth_lines(campaign: Campaign) -> Iterator[bytes]:
    """Yield what is true of each claim that a program wrote, as JSON lines."""
    rows = SimulatedTruth.objects.filter(claim__campaign=campaign).order_by("claim")
    fields = ("claim__public_id", "claim__text", "claim__author__username", "claim__slot")
    for row in rows.values_list(*fields, "judgement").iterator(_ROWS_AT_ONCE):
        public_id, text, author, slot, stored = row
        judgement = convert(stored, Judgement)
        line = TruthLine(
            claim=str(public_id),
            text=text,
            author=author,
            slot=slot,
            verdict=judgement.verdict,
            tags=dict(judgement.tags),
            evidence=[
                [(element.page, element.address) for element in elements]
                for elements in judgement.sets
            ],
        )
        yield msgspec.json.encode(line) + b"\n"
