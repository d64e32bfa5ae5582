"""Corrections of claims: until somebody starts to verify them, and of what managers returned.

Earlier versions are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import Claim, ClaimKey, Highlight
from annotation.rules.checks.duplicates import identity_key
from annotation.rules.writing.submissions import ClaimPlace, FittedClaim, WrittenClaim, fit_claim
from annotation.selectors.review.claim_reviews import in_force
from annotation.selectors.writing.highlights import material_of
from annotation.services.desk.stages import writing_stage
from annotation.services.logs.interactions import record_server_acts
from annotation.services.review.claim_reports import void_verifications
from annotation.services.verifying import slots
from annotation.services.writing.claim_checks import (
    GiveAways,
    check_claim,
    check_context_of,
    identity_of,
    overrides_in,
    refuse_refusals,
    refused_as_identical,
)
from annotation.services.writing.claims import add_keys, version_of
from campaigns.models import Campaign
from campaigns.selectors.guidelines import guidelines_in_force
from campaigns.selectors.protocols import protocol_of

_CORRECTED = ("text", "verdict", "tags", "base", "wording", "identity")


class BeingVerifiedError(Exception):
    """Somebody has started to verify the claim, or it was withdrawn: it stays as it is."""


class UnchangedError(Exception):
    """A claim that was returned is sent back as it was."""


class NotTheAuthorError(Exception):
    """Only the author corrects a claim."""


@transaction.atomic
def correct_claim(
    *,
    claim: Claim,
    written: WrittenClaim,
    actor: User,
    now: datetime,
    giveaways: GiveAways | None = None,
) -> Claim:
    """Store another version of a claim, until somebody starts to verify it; its slot stays.

    A claim that was returned comes back, to be verified from the start.
    """
    slots.hold_slots(claim)
    held = Claim.objects.select_for_update(no_key=True).get(pk=claim.pk)
    if held.author_id != actor.pk:
        raise NotTheAuthorError
    if not held.is_correctable:
        raise BeingVerifiedError
    was_returned = held.state == Claim.State.RETURNED
    campaign = Campaign.objects.get(pk=held.campaign_id)
    fitted, siblings = _fit_correction(campaign, held, written)
    if _unchanged(held, fitted, siblings):
        if was_returned:
            raise UnchangedError
        return held
    # A claim with an author was written from a highlight.
    assert held.highlight_id is not None
    assert held.attempt is not None
    highlight = Highlight.objects.get(pk=held.highlight_id)
    own = frozenset(str(one.public_id) for one in siblings.values()) | {str(held.public_id)}
    texts = {key: one.text for key, one in siblings.items()}
    found = {
        fitted.key: check_claim(
            fitted, texts, material_of(highlight), check_context_of(campaign, giveaways or {}), own
        )
    }
    # Advice was given when the claim was written, and again while it is corrected: what is kept is
    # logged as overridden.
    refuse_refusals(found)
    held.text, held.verdict, held.tags = fitted.text, fitted.verdict, fitted.tags
    held.base = siblings[fitted.base] if fitted.base else None
    held.wording, held.identity = identity_key(fitted.text), identity_of(fitted)
    held.state, held.verifying_since = Claim.State.LIVE, None
    try:
        with transaction.atomic():
            held.save(update_fields=[*_CORRECTED, "state", "verifying_since"])
    except IntegrityError as error:
        raise refused_as_identical([fitted.key]) from error
    ClaimKey.objects.filter(claim=held).delete()
    add_keys([held])
    last = held.versions.order_by("-number").values_list("number", flat=True)[0]
    version_of(held, last + 1, guidelines_in_force(campaign), actor.pk, now).save()
    record_server_acts(attempt=held.attempt, acts=overrides_in(found), now=now)
    _requeue(held, campaign, now, was_returned=was_returned)
    return held


def _requeue(claim: Claim, campaign: Campaign, now: datetime, *, was_returned: bool) -> None:
    """End what was decided about the earlier version, and queue the new one as the design wants."""
    in_force().filter(claim=claim).update(superseded_at=now)
    protocol = protocol_of(campaign)
    if was_returned:
        void_verifications(claim, now)
    if protocol.acceptance.filtered:
        # The new version waits for a review of its own.
        slots.close_slots(claim, now=now)
    elif was_returned:
        slots.open_slots_of(campaign=campaign, claim=claim, protocol=protocol, now=now)


def _fit_correction(
    campaign: Campaign, claim: Claim, written: WrittenClaim
) -> tuple[FittedClaim, dict[ClaimPlace, Claim]]:
    """Return the corrected claim, and the other claims of its highlight."""
    protocol = protocol_of(campaign)
    slot = writing_stage(protocol).slot(claim.slot)
    others = Claim.objects.filter(highlight=claim.highlight_id, state__in=Claim.KEPT)
    siblings = {(one.slot, one.place): one for one in others.exclude(pk=claim.pk).order_by("pk")}
    earlier = {
        key: FittedClaim(
            slot=writing_stage(protocol).slot(one.slot),
            place=one.place,
            text=one.text,
            verdict=one.verdict,
            tags=dict(one.tags),
            base=None,
            prescribed=dict(one.prescribed),
            effect=None,
            overridden=frozenset(),
        )
        for key, one in siblings.items()
    }
    same = replace(written, slot=claim.slot, values={})
    made = fit_claim(protocol, slot, claim.place, claim.prescribed, same, earlier)
    return made, siblings


def _unchanged(claim: Claim, fitted: FittedClaim, siblings: Mapping[ClaimPlace, Claim]) -> bool:
    base = siblings[fitted.base].pk if fitted.base else None
    stored = (claim.text, claim.verdict, claim.tags, claim.base_id)
    return stored == (fitted.text, fitted.verdict, fitted.tags, base)
