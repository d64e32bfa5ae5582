"""Highlights in people's hands: taken, kept, skipped, lost.

A highlight is leased: a person who does not come back in time loses it to the next taker. What
was dealt for it stays with it when a lease expires, and is freed when it is skipped.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from annotation.models import (
    Attempt,
    Deck,
    Highlight,
    InteractionKind,
    Prescription,
    Skip,
    Suspension,
    TaskName,
)
from annotation.services.desk import act_limits, eligibility, leases, stages
from annotation.services.desk.act_limits import LimitedAct
from annotation.services.logs.interactions import record_server_acts
from annotation.services.writing import decks, sampling
from campaigns.models import Campaign, Membership
from campaigns.protocols.enums import Dealing
from campaigns.protocols.writing import FEEDBACK, SOURCE
from campaigns.selectors.protocols import protocol_of
from core.services import audit
from jobs.services import jobs


class NotAWriterError(Exception):
    """The person does not write claims in this campaign."""


class NothingLeftError(Exception):
    """There is no highlight left of the source whose turn it is."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.source = source


class TargetReachedError(Exception):
    """As many highlights as the campaign's target are written from or held."""


@dataclass(frozen=True, slots=True)
class TakenHighlight:
    """A highlight that a person holds, with their attempt at it."""

    highlight: Highlight
    attempt: Attempt


@transaction.atomic
def take_highlight(*, campaign: Campaign, annotator: User, now: datetime) -> TakenHighlight:
    """Give a person a highlight to write from; a person who holds one gets that one again."""
    # The lock on the decks comes first, so that people who take from one campaign take turns.
    held_decks = decks.hold_decks(campaign.pk)
    fresh = Campaign.objects.get(pk=campaign.pk)
    _check_may_take(fresh, annotator)
    mine = _of(campaign).filter(state=Highlight.State.HELD)
    own = mine.select_for_update(no_key=True).filter(holder=annotator).first()
    if own is not None:
        return _lease(own, annotator, now)
    # Abandoned and freed highlights come first: what was dealt for them waits with them.
    abandoned = mine.filter(lease_until__lte=now).order_by("lease_until", "pk")
    # Those whose skip was undone wait too, but what was dealt for them has gone to others.
    freed = (
        _of(campaign)
        .filter(_is_dealt_for(), state=Highlight.State.WAITING, lease__gt=0)
        .order_by("pk")
    )
    for left in (abandoned, freed):
        found = left.select_for_update(skip_locked=True, no_key=True).first()
        if found is not None:
            return _lease(found, annotator, now)
    _check_target(fresh)
    return _take_new(fresh, held_decks, annotator, now)


def _of(campaign: Campaign) -> QuerySet[Highlight]:
    return Highlight.objects.filter(campaign=campaign)


def _is_dealt_for() -> Q:
    return Q(Exists(Prescription.objects.filter(highlight=OuterRef("pk"))))


def _check_may_take(campaign: Campaign, annotator: User) -> None:
    stages.check_hands_out(campaign)
    writes = Membership.objects.filter(campaign=campaign, user=annotator, writes_claims=True)
    if not writes.exists():
        raise NotAWriterError
    eligibility.check_approved(campaign, annotator, TaskName.WRITE)
    eligibility.check_not_set_aside(campaign, annotator, Suspension.Work.WRITE)


def _check_target(campaign: Campaign) -> None:
    if not campaign.target:
        return
    begun = _of(campaign).filter(state__in=[Highlight.State.HELD, Highlight.State.WRITTEN])
    if begun.count() >= campaign.target:
        raise TargetReachedError


def _take_new(
    campaign: Campaign, held_decks: dict[str, Deck], annotator: User, now: datetime
) -> TakenHighlight:
    protocol = protocol_of(campaign)
    source = decks.peek(held_decks[SOURCE]).value
    waiting = _of(campaign).filter(state=Highlight.State.WAITING, source=source)
    waiting = waiting.exclude(_is_dealt_for())
    ranked = waiting.order_by("rank", "pk")
    highlight = ranked.select_for_update(skip_locked=True, no_key=True).first()
    if highlight is None:
        raise NothingLeftError(source)
    taken = _lease(highlight, annotator, now)
    draws = [(held_decks[SOURCE], "")]
    draws += [(held_decks[factor.name], "") for factor in protocol.highlight_factors]
    draws += [
        (held_decks[factor], slot.name)
        for slot in stages.writing_stage(protocol).slots
        for factor in slot.factors
        if protocol.factor(factor).dealt is Dealing.QUOTA
    ]
    dealt = decks.prescribe(draws=draws, highlight=highlight)
    # What it had before a skip that was undone is another's by now.
    highlight.feedback = dealt.get(FEEDBACK, "")
    highlight.save(update_fields=["feedback"])
    return taken


def _lease(highlight: Highlight, annotator: User, now: datetime) -> TakenHighlight:
    until = now + leases.lease_time()
    is_new = leases.grant_lease(highlight, holder=annotator, until=until)
    number = highlight.lease
    if is_new and number == 1:
        attempt = Attempt.objects.create(
            highlight=highlight, annotator=annotator, lease=number, started_at=now
        )
        return TakenHighlight(highlight, attempt)
    if is_new:
        leases.lose_open(Attempt.objects.filter(highlight=highlight), now)
    attempt, _made = Attempt.objects.get_or_create(
        highlight=highlight,
        annotator=annotator,
        purpose=Attempt.Purpose.WRITE,
        defaults={"lease": number, "started_at": now},
    )
    if attempt.lease != number:
        attempt.lease, attempt.outcome, attempt.ended_at = number, Attempt.Outcome.OPEN, None
        attempt.reopened_at = now
        attempt.save(update_fields=["lease", "outcome", "ended_at", "reopened_at"])
    return TakenHighlight(highlight, attempt)


def renew_lease(*, attempt: Attempt, now: datetime) -> datetime:
    """Keep the highlight for its holder; an expired lease is renewed if nobody took over."""
    until = now + leases.lease_time()
    kept = held_by(attempt).update(lease_until=until)
    if not kept:
        raise leases.LeaseLostError
    return until


def held_by(attempt: Attempt) -> QuerySet[Highlight]:
    """Return the attempt's highlight while the person holds it, however late they are."""
    return Highlight.objects.filter(
        pk=attempt.at_highlight,
        state=Highlight.State.HELD,
        holder=attempt.annotator_id,
        lease=attempt.lease,
    )


@transaction.atomic
def skip_highlight(*, attempt: Attempt, reason: str, text: str = "", now: datetime) -> Skip:
    """Skip a highlight for a reason. What was dealt for it goes to the next taker."""
    act_limits.hold_person(attempt.annotator_id)
    campaign = Campaign.objects.get(highlights=attempt.highlight_id)
    decks.hold_decks(campaign.pk)
    done = Skip.objects.filter(attempt=attempt).first()
    if done is not None:
        return done
    text = stages.checked_reason(stages.writing_stage(protocol_of(campaign)), reason, text)
    act_limits.check_rate(act=LimitedAct.SKIP, person_id=attempt.annotator_id, now=now)
    left = held_by(attempt).update(state=Highlight.State.SKIPPED, holder=None, lease_until=None)
    if not left:
        raise leases.LeaseLostError
    highlight = Highlight.objects.get(pk=attempt.at_highlight)
    freed = decks.free_prescriptions(highlight=highlight)
    leases.end_attempt(attempt, Attempt.Outcome.SKIPPED, now)
    record_server_acts(
        attempt=attempt, acts=[(InteractionKind.SKIPPED, {"reason": reason})], now=now
    )
    _replace_skipped(campaign, highlight.source, now)
    return Skip.objects.create(
        attempt=attempt, reason=reason, text=text, prescribed=freed, skipped_at=now
    )


def _replace_skipped(campaign: Campaign, source: str, now: datetime) -> None:
    """Ask for more highlights as soon as those drawn to spare run low."""
    waiting = _of(campaign).filter(state=Highlight.State.WAITING, source=source)
    if waiting.count() >= sampling.FEWEST_SPARE:
        return
    # If such a job is queued already, the next skip asks again.
    with suppress(jobs.AlreadyQueuedError):
        sampling.request_highlights(campaign=campaign, actor=None, now=now)


@transaction.atomic
def free_highlight(*, highlight: Highlight, actor: User | None, now: datetime) -> None:
    """End a lease, so that the next taker gets the highlight with what was dealt for it."""
    held = _of(highlight.campaign).filter(pk=highlight.pk, state=Highlight.State.HELD)
    # With another lease number the former holder's heartbeat renews nothing.
    freed = held.filter(lease=highlight.lease).update(
        state=Highlight.State.WAITING, holder=None, lease_until=None, lease=highlight.lease + 1
    )
    if not freed:
        raise leases.LeaseLostError
    leases.lose_open(Attempt.objects.filter(highlight=highlight), now)
    audit.record(
        actor=actor,
        action="highlight.freed",
        target=highlight,
        now=now,
        details={"holder": str(highlight.holder)},
    )
