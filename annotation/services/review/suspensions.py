"""Setting a person's work aside from a time on, sending it back to the queue, and undoing that.

Verifications become void and others get their slots; claims leave the queue and releases. The
person gets no more work of the task until it is undone, and keeps their drafts. Undoing brings back
what is still about the claim as it is now. What others did since is kept: such a claim has one
verification more, and the first one is the first again.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from annotation.models import (
    LONGEST_REASON,
    QUEUED_PURPOSES,
    Assignment,
    Attempt,
    Claim,
    ClaimReview,
    ClaimVersion,
    Highlight,
    Suspension,
    Verification,
    VerificationVersion,
)
from annotation.rules.ranking import rank_of
from annotation.selectors.review.claim_reviews import in_force, is_accepted
from annotation.selectors.review.suspensions import suspension_of
from annotation.services.desk import leases
from annotation.services.verifying import queue, reopening, slots
from annotation.services.verifying.free_slots import HELD_STATES
from annotation.services.writing import decks, highlights
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit


class AlreadySetAsideError(Exception):
    """The person's work of this task is set aside already."""


class AlreadyUndoneSuspensionError(Exception):
    """Somebody has undone it already."""


class OwnWorkSetAsideError(Exception):
    """Nobody sets their own work aside."""


class ReasonError(Exception):
    """The reason is missing, too long, or contains a null character."""


@transaction.atomic
def set_aside(
    *,
    campaign: Campaign,
    person: User,
    task: Suspension.Work,
    since: datetime,
    reason: str,
    actor: User,
    now: datetime,
) -> Suspension:
    """Set a person's work of one task aside from a time on, and send it back to the queue."""
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON or "\0" in reason:
        raise ReasonError
    if person == actor:
        raise OwnWorkSetAsideError
    held = hold_campaign(campaign)
    if suspension_of(person, held, task) is not None:
        raise AlreadySetAsideError
    made = Suspension.objects.create(
        campaign=held,
        person=person,
        task=task,
        since=since,
        reason=reason,
        made_at=now,
        made_by=actor,
    )
    if task == Suspension.Work.VERIFY:
        made.items = _void_verifications(made, held, now)
        _free_slots(made, now)
    else:
        made.items = _take_claims_out(made, now)
        _free_highlights(made, now)
    made.save(update_fields=["items"])
    _record(made, "work.set_aside", actor, now, {"since": since.isoformat(), "reason": reason})
    return made


@transaction.atomic
def undo_suspension(*, suspension: Suspension, actor: User, now: datetime) -> Suspension:
    """Bring back what was set aside, as far as it is still about the claims as they are now."""
    campaign = hold_campaign(suspension.campaign)
    held = Suspension.objects.select_for_update().get(pk=suspension.pk)
    if held.undone_at is not None:
        raise AlreadyUndoneSuspensionError
    held.undone_at, held.undone_by = now, actor
    if held.task == Suspension.Work.VERIFY:
        held.restored = _restore_verifications(held)
    else:
        held.restored = _restore_claims(held, campaign, now)
    held.save(update_fields=["undone_at", "undone_by", "restored"])
    _record(held, "work.restored", actor, now, {"restored": held.restored})
    return held


def _record(
    suspension: Suspension, action: str, actor: User, now: datetime, details: dict[str, object]
) -> None:
    about = {
        "campaign": suspension.campaign.name,
        "task": suspension.task,
        "items": suspension.items,
    }
    audit.record(
        actor=actor, action=action, target=suspension.person, now=now, details=about | details
    )


# --- verifications ------------------------------------------------------------------------------
def _void_verifications(made: Suspension, campaign: Campaign, now: datetime) -> int:
    rows = Verification.objects.filter(
        campaign=campaign,
        annotator=made.person_id,
        # Silent gold as well, so that nothing tells it apart.
        purpose__in=QUEUED_PURPOSES,
        submitted_at__gte=made.since,
        void_since=None,
    )
    found = list(rows.select_related("attempt").order_by("pk"))
    done = [one.attempt.in_slot for one in found]
    # Slots are locked before claims, as by everybody.
    done_slots = list(
        Assignment.with_checks.select_for_update(no_key=True)
        .filter(pk__in=done, state=Assignment.State.DONE)
        .order_by("pk")
    )
    claims = [one.claim_id for one in found]
    live = set(
        Claim.objects.select_for_update(no_key=True)
        .filter(pk__in=claims, state=Claim.State.LIVE)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    for verification in found:
        if verification.attempt.outcome == Attempt.Outcome.OPEN:
            reopening.end_correction(verification, verification.attempt, now)
    Verification.objects.filter(pk__in=[one.pk for one in found]).update(
        void_since=now, set_aside=made
    )
    again = [slot for slot in done_slots if slot.claim_id in live]
    Assignment.with_checks.filter(pk__in=[slot.pk for slot in again]).update(
        state=Assignment.State.CLOSED
    )
    _open_again(campaign, again, now)
    return len(found)


def _open_again(campaign: Campaign, closed: Sequence[Assignment], now: datetime) -> None:
    """Open slots of the same numbers, at places of their own in the queue."""
    Assignment.objects.bulk_create(
        [
            Assignment(
                campaign=campaign,
                claim_id=slot.claim_id,
                slot=slot.slot,
                kind=slot.kind,
                rank=rank_of(campaign.seed, "again", slot.pk, now.isoformat()),
                opened_at=now,
            )
            for slot in closed
        ],
        ignore_conflicts=True,
    )


def _free_slots(made: Suspension, now: datetime) -> None:
    held = Assignment.with_checks.filter(
        campaign=made.campaign_id, holder=made.person_id, state__in=HELD_STATES
    )
    for slot in held.select_related("claim", "holder"):
        # Their drafts stay with their attempts.
        with suppress(leases.LeaseLostError):
            queue.free_claim(assignment=slot, actor=made.made_by, now=now)


def _restore_verifications(held: Suspension) -> int:
    newest = ClaimVersion.objects.filter(claim=OuterRef("claim_version__claim")).order_by("-number")
    current = VerificationVersion.objects.filter(
        verification=OuterRef("pk"), number=OuterRef("number")
    ).filter(claim_version=newest.values("pk")[:1])
    aside = Verification.objects.filter(set_aside=held)
    valid = list(
        aside.filter(Exists(current)).order_by("pk").values_list("pk", "attempt__assignment")
    )
    aside.filter(pk__in=[pk for pk, _slot in valid]).update(void_since=None, set_aside=None)
    # The others are void for another reason, too: their claims were edited.
    aside.update(set_aside=None)
    _give_slots_back([slot for _pk, slot in valid if slot is not None])
    return len(valid)


def _give_slots_back(closed: Sequence[int]) -> None:
    """Mark slots as done again, in place of those that were opened for others and still wait."""
    for slot in Assignment.with_checks.filter(pk__in=closed, state=Assignment.State.CLOSED):
        others = Assignment.with_checks.filter(claim=slot.claim_id, slot=slot.slot).exclude(
            state=Assignment.State.CLOSED
        )
        # The slots of experts are numbered by themselves.
        is_expert = Q(kind=Assignment.Kind.EXPERT)
        others = others.filter(is_expert if slot.kind == Assignment.Kind.EXPERT else ~is_expert)
        others.filter(state=Assignment.State.WAITING).update(state=Assignment.State.CLOSED)
        # Somebody verifies or has verified it instead: that is kept, beside this one.
        if not others.exists():
            Assignment.with_checks.filter(pk=slot.pk).update(state=Assignment.State.DONE)


# --- claims -------------------------------------------------------------------------------------
def _take_claims_out(made: Suspension, now: datetime) -> int:
    decks.hold_decks(made.campaign_id)
    found = list(
        Claim.objects.filter(
            campaign=made.campaign_id,
            author=made.person_id,
            state__in=Claim.KEPT,
            written_at__gte=made.since,
        )
        .select_related("highlight")
        .order_by("pk")
    )
    for claim in found:
        slots.close_slots(claim, now=now)
    Claim.objects.filter(pk__in=[claim.pk for claim in found]).update(
        state=Claim.State.SET_ASIDE, set_aside=made
    )
    # The quotas deal it again.
    decks.free_slots_of(found)
    return len(found)


def _free_highlights(made: Suspension, now: datetime) -> None:
    held = Highlight.objects.filter(
        campaign=made.campaign_id, holder=made.person_id, state=Highlight.State.HELD
    )
    for highlight in held.select_related("campaign", "holder"):
        with suppress(leases.LeaseLostError):
            highlights.free_highlight(highlight=highlight, actor=made.made_by, now=now)


def _restore_claims(held: Suspension, campaign: Campaign, now: datetime) -> int:
    decks.hold_decks(campaign.pk)
    restored = 0
    for claim in Claim.objects.filter(set_aside=held).order_by("pk"):
        # Somebody else may have written the same since: theirs stays, and this one stays out.
        with suppress(IntegrityError), transaction.atomic():
            is_returned = (
                in_force().filter(claim=claim, decision=ClaimReview.Decision.RETURNED).exists()
            )
            state = Claim.State.RETURNED if is_returned else Claim.State.LIVE
            Claim.objects.filter(pk=claim.pk).update(state=state, set_aside=None)
            decks.prescribe_again(claim)
            if not is_returned:
                queue_again(claim, campaign, now)
            restored += 1
    return restored


def queue_again(claim: Claim, campaign: Campaign, now: datetime) -> None:
    """Give verified slots back to their verifications, and open the others again.

    Where the design wants a manager to accept claims first, one that nobody accepted waits for that
    instead, as if nobody had begun to verify it.
    """
    protocol = protocol_of(campaign)
    claims = Claim.objects.filter(pk=claim.pk)
    if protocol.acceptance.filtered and not claims.filter(is_accepted()).exists():
        claims.update(verifying_since=None)
        return
    valid = Verification.objects.filter(claim=claim, purpose__in=QUEUED_PURPOSES, void_since=None)
    own = list(valid.values_list("attempt__assignment", flat=True))
    _give_slots_back([slot for slot in own if slot is not None])
    newest = claim.versions.order_by("-number").values_list("written_at", flat=True)[0]
    closed = Assignment.with_checks.filter(claim=claim, opened_at__gte=newest)
    taken = {_place(slot) for slot in closed.exclude(state=Assignment.State.CLOSED)}
    missing = {_place(slot): slot for slot in closed if _place(slot) not in taken}
    _open_again(campaign, list(missing.values()), now)
    slots.open_slots_of(campaign=campaign, claim=claim, protocol=protocol, now=now)


def _place(slot: Assignment) -> tuple[bool, int]:
    """Return the number of a slot; those of experts are counted by themselves."""
    return slot.kind == Assignment.Kind.EXPERT, slot.slot
