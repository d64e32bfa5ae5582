"""What stands on the page on which a claim is corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.models import Claim, ClaimVersion
from annotation.rules.writing.cards import Card, ClaimDraft, cards_of
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.work import Stage


@dataclass(frozen=True, slots=True)
class CorrectionDesk:
    """A claim in its card, with what it was before."""

    claim: Claim
    card: Card
    typed: ClaimDraft
    # By card: what is written from the same highlight beside it.
    others: Mapping[str, ClaimDraft]
    # The ids of all these claims.
    own_ids: frozenset[str]
    versions: list[ClaimVersion]

    @property
    def is_open(self) -> bool:
        return self.claim.is_correctable


def correction_desk_of(claim: Claim, protocol: Protocol, stage: Stage) -> CorrectionDesk:
    """The card of a claim as it was dealt, filled with the claim as it stands."""
    cards = cards_of(protocol, stage, {claim.slot: claim.prescribed})
    card = next(one for one in cards if (one.slot.name, one.place) == (claim.slot, claim.place))
    keys = {(one.slot.name, one.place): one.key for one in cards}
    base = keys.get((claim.base.slot, claim.base.place), "") if claim.base else ""
    beside = Claim.objects.filter(highlight=claim.highlight_id, state=Claim.State.LIVE)
    written = {(one.slot, one.place): one for one in beside.exclude(pk=claim.pk).order_by("pk")}
    return CorrectionDesk(
        claim=claim,
        card=card,
        typed=ClaimDraft(text=claim.text, base=base, verdict=claim.verdict, tags=dict(claim.tags)),
        others={
            keys[key]: ClaimDraft(text=one.text) for key, one in written.items() if key in keys
        },
        own_ids=frozenset(str(one.public_id) for one in (claim, *written.values())),
        versions=list(claim.versions.order_by("-number")),
    )
