"""Taking a highlight, keeping it, skipping it, losing it.

A highlight is leased: who does not come back in time loses it to the next taker. Every change of
its state names the lease that it starts from, so two people never hold one. What was dealt for
it stays with it when a lease runs out, and is freed when it is skipped.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from annotation.models import Attempt, Deck, Highlight, InteractionKind, Skip
from annotation.services import decks, sampling
from annotation.services.interactions import record_of_server
from campaigns.models import Campaign, Membership
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.words import Act, Dealing
from campaigns.protocols.work import SOURCE, Stage
from campaigns.selectors.protocols import protocol_of
from core.services import audit
from jobs.services import jobs

LEASE = timedelta(hours=2)
LONGEST_REASON = 1000
OTHER = "other"


class NotAWriterError(Exception):
    """The person does not write claims in this campaign."""


class CampaignNotOpenError(Exception):
    """Nothing is handed out in this campaign now."""


class NothingLeftError(Exception):
    """There is no highlight left of the kind whose turn it is."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.source = source


class TargetReachedError(Exception):
    """As many highlights as the campaign wants are written or being written from."""


class LeaseLostError(Exception):
    """Somebody else has it by now, or it is finished."""


class UnknownReasonError(Exception):
    """The protocol knows no such reason for skipping, or the reason needs words."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A highlight in somebody's hands."""

    highlight: Highlight
    attempt: Attempt


def writing_stage(protocol: Protocol) -> Stage:
    """The stage in which claims are written from highlights."""
    stage = protocol.stage_for(Act.WRITE)
    if stage is None:
        raise CampaignNotOpenError
    return stage


@transaction.atomic
def take_highlight(
    *, campaign: Campaign, annotator: User, now: datetime, lease: timedelta = LEASE
) -> Taken:
    """What this person writes from next; whoever holds one already gets that again."""
    # The lock on the decks comes first: those who take from one campaign take turns.
    held_decks = decks.hold_decks(campaign.pk)
    fresh = Campaign.objects.get(pk=campaign.pk)
    _check_may_take(fresh, annotator)
    mine = _of(campaign).filter(state=Highlight.State.HELD)
    own = mine.select_for_update(no_key=True).filter(holder=annotator).first()
    if own is not None:
        return _lease(own, annotator, now, lease)
    # Highlights that somebody left come first: what was dealt for them waits with them.
    left = mine.filter(lease_until__lte=now).order_by("lease_until", "pk")
    abandoned = left.select_for_update(skip_locked=True, no_key=True).first()
    if abandoned is not None:
        return _lease(abandoned, annotator, now, lease)
    _check_target(fresh)
    return _take_new(fresh, held_decks, annotator, now, lease)


def _of(campaign: Campaign) -> QuerySet[Highlight]:
    return Highlight.objects.filter(campaign=campaign)


def _check_may_take(campaign: Campaign, annotator: User) -> None:
    if campaign.state != Campaign.State.OPEN:
        raise CampaignNotOpenError
    writes = Membership.objects.filter(campaign=campaign, user=annotator, writes_claims=True)
    if not writes.exists():
        raise NotAWriterError


def _check_target(campaign: Campaign) -> None:
    if not campaign.target:
        return
    begun = _of(campaign).filter(state__in=[Highlight.State.HELD, Highlight.State.WRITTEN])
    if begun.count() >= campaign.target:
        raise TargetReachedError


def _take_new(
    campaign: Campaign,
    held_decks: dict[str, Deck],
    annotator: User,
    now: datetime,
    lease: timedelta,
) -> Taken:
    protocol = protocol_of(campaign)
    source = decks.peek(held_decks[SOURCE]).value
    waiting = _of(campaign).filter(state=Highlight.State.WAITING, source=source)
    ranked = waiting.order_by("rank", "pk")
    highlight = ranked.select_for_update(skip_locked=True, no_key=True).first()
    if highlight is None:
        raise NothingLeftError(source)
    taken = _lease(highlight, annotator, now, lease)
    draws = [(held_decks[SOURCE], "")]
    draws += [
        (held_decks[factor], slot.name)
        for slot in writing_stage(protocol).slots
        for factor in slot.factors
        if protocol.factor(factor).dealt is Dealing.QUOTA
    ]
    decks.prescribe(draws=draws, highlight=highlight)
    return taken


def _lease(highlight: Highlight, annotator: User, now: datetime, lease: timedelta) -> Taken:
    """Give a highlight to a person, if nobody else was given it in the meantime."""
    same = highlight.holder_id == annotator.pk
    number = highlight.lease if same else highlight.lease + 1
    updated = _of_lease(highlight).update(
        state=Highlight.State.HELD, holder=annotator, lease=number, lease_until=now + lease
    )
    if not updated:
        raise LeaseLostError
    highlight.state, highlight.holder = Highlight.State.HELD, annotator
    highlight.lease, highlight.lease_until = number, now + lease
    if number == 1 and not same:
        attempt = Attempt.objects.create(
            highlight=highlight, annotator=annotator, lease=number, started_at=now
        )
        return Taken(highlight, attempt)
    if not same:
        Attempt.objects.filter(highlight=highlight, outcome=Attempt.Outcome.OPEN).update(
            outcome=Attempt.Outcome.LOST, ended_at=now
        )
    attempt, _made = Attempt.objects.get_or_create(
        highlight=highlight,
        annotator=annotator,
        purpose=Attempt.Purpose.WRITE,
        defaults={"lease": number, "started_at": now},
    )
    if attempt.lease != number:
        attempt.lease, attempt.outcome, attempt.ended_at = number, Attempt.Outcome.OPEN, None
        attempt.save(update_fields=["lease", "outcome", "ended_at"])
    return Taken(highlight, attempt)


def _of_lease(highlight: Highlight) -> QuerySet[Highlight]:
    """The row, if it is as it was read."""
    return Highlight.objects.filter(
        pk=highlight.pk,
        lease=highlight.lease,
        state=highlight.state,
        lease_until=highlight.lease_until,
    )


@transaction.atomic
def renew_lease(*, attempt: Attempt, now: datetime, lease: timedelta = LEASE) -> datetime:
    """The person is still there. A lease that ran out is renewed too, if nobody took over."""
    until = now + lease
    kept = held_by(attempt).update(lease_until=until)
    if not kept:
        raise LeaseLostError
    return until


def held_by(attempt: Attempt) -> QuerySet[Highlight]:
    """The attempt's highlight, as long as the person has it; however late they are."""
    return Highlight.objects.filter(
        pk=attempt.at_highlight,
        state=Highlight.State.HELD,
        holder=attempt.annotator_id,
        lease=attempt.lease,
    )


@transaction.atomic
def skip_highlight(*, attempt: Attempt, reason: str, text: str = "", now: datetime) -> Skip:
    """Write nothing from it, and say why. What was dealt for it goes to the next taker."""
    campaign = Campaign.objects.get(highlights=attempt.highlight_id)
    decks.hold_decks(campaign.pk)
    done = Skip.objects.filter(attempt=attempt).first()
    if done is not None:
        return done
    text = checked_reason(writing_stage(protocol_of(campaign)), reason, text)
    left = held_by(attempt).update(state=Highlight.State.SKIPPED, holder=None, lease_until=None)
    if not left:
        raise LeaseLostError
    highlight = Highlight.objects.get(pk=attempt.at_highlight)
    freed = decks.free_prescriptions(highlight=highlight)
    end_attempt(attempt, Attempt.Outcome.SKIPPED, now)
    record_of_server(attempt=attempt, acts=[(InteractionKind.SKIPPED, {"reason": reason})], now=now)
    _replace_skipped(campaign, highlight.source, now)
    return Skip.objects.create(
        attempt=attempt, reason=reason, text=text, prescribed=freed, skipped_at=now
    )


def checked_reason(stage: Stage, reason: str, text: str) -> str:
    """The words that go with a reason for skipping, if the stage knows the reason."""
    reasons = [choice.name for choice in stage.skip_reasons]
    text = text.strip()
    if reasons and reason not in reasons:
        raise UnknownReasonError
    if not reason or (reason == OTHER and not text) or len(text) > LONGEST_REASON or "\0" in text:
        raise UnknownReasonError
    return text


def _replace_skipped(campaign: Campaign, source: str, now: datetime) -> None:
    """More are drawn as soon as those that were drawn to spare run low."""
    waiting = _of(campaign).filter(state=Highlight.State.WAITING, source=source)
    if waiting.count() >= sampling.FEWEST_SPARE:
        return
    # Else one such job is on its way, and the next skip asks again.
    with suppress(jobs.AlreadyQueuedError):
        sampling.request_highlights(campaign=campaign, actor=None, now=now)


def end_attempt(
    attempt: Attempt, outcome: Attempt.Outcome, now: datetime, *, digest: str = ""
) -> None:
    """Called in the transaction that settles the highlight."""
    attempt.outcome, attempt.ended_at, attempt.digest = outcome, now, digest
    attempt.save(update_fields=["outcome", "ended_at", "digest"])


@transaction.atomic
def free_highlight(*, highlight: Highlight, actor: User, now: datetime) -> None:
    """A manager ends a lease, so that the next taker gets the highlight with what was dealt."""
    held = _of(highlight.campaign).filter(pk=highlight.pk, state=Highlight.State.HELD)
    # Another lease number: the heartbeat of the person who had it keeps it no longer.
    freed = held.filter(lease=highlight.lease).update(lease_until=now, lease=highlight.lease + 1)
    if not freed:
        raise LeaseLostError
    Attempt.objects.filter(highlight=highlight, outcome=Attempt.Outcome.OPEN).update(
        outcome=Attempt.Outcome.LOST, ended_at=now
    )
    audit.record(
        actor=actor,
        action="highlight.freed",
        target=highlight,
        now=now,
        details={"holder": str(highlight.holder)},
    )
