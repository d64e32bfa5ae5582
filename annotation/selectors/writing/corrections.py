"""The page on which a claim is corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.models import Claim, ClaimVersion
from annotation.rules.drafts import ClaimDraft
from annotation.rules.writing.cards import Card, cards_of
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import INPUT, Stage


@dataclass(frozen=True, slots=True)
class CorrectionDesk:
    """A claim in its card, with its earlier versions."""

    claim: Claim
    card: Card
    draft: ClaimDraft
    # By card: the other claims of the same highlight.
    others: Mapping[str, ClaimDraft]
    # The ids of all these claims.
    own_ids: frozenset[str]
    versions: list[ClaimVersion]

    @property
    def is_open(self) -> bool:
        return self.claim.is_correctable


def correction_desk_of(claim: Claim, protocol: Protocol, stage: Stage) -> CorrectionDesk:
    """Return the card of a claim as it was dealt, filled with the claim as it is stored."""
    cards = cards_of(protocol, stage, {claim.slot: claim.prescribed})
    by_place = {(card.slot.name, card.place): card for card in cards}
    base = by_place.get((claim.base.slot, claim.base.place)) if claim.base else None
    is_new = base is None and by_place[claim.slot, claim.place].may_be_new
    others = Claim.objects.filter(highlight=claim.highlight_id, state__in=Claim.KEPT)
    beside = {(one.slot, one.place): one for one in others.exclude(pk=claim.pk).order_by("pk")}
    return CorrectionDesk(
        claim=claim,
        card=by_place[claim.slot, claim.place],
        draft=ClaimDraft(
            text=claim.text,
            base=base.key if base else INPUT if is_new else "",
            verdict=claim.verdict,
            tags=dict(claim.tags),
        ),
        others={
            by_place[place].key: ClaimDraft(text=other.text)
            for place, other in beside.items()
            if place in by_place
        },
        own_ids=frozenset(str(one.public_id) for one in (claim, *beside.values())),
        versions=list(claim.versions.order_by("-number")),
    )
