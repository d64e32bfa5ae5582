"""Attempts with their items, campaigns and highlights."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.roles import Role
from annotation.models import Assignment, Attempt, Claim, Highlight
from campaigns.models import Campaign, Membership

# For requests that only need to know whose item it is, and in which pages to look.
_NARROW = ("campaign", "campaign__public_id", "campaign__corpus", "campaign__corpus__name")


def attempt_of(person: User, public_id: UUID, *, with_design: bool = True) -> Attempt | None:
    """Return a person's own attempt with its item, the campaign and the corpus.

    Every desk and every request of its scripts comes through here: people who have left the
    campaign, or no longer have the task, find nothing. Without the design, most columns of the
    item and of the campaign are left out, too.
    """
    attempt = Attempt.objects.filter(public_id=public_id, annotator=person).first()
    if attempt is None:
        return None
    may_work = _may_work_at(attempt, person)
    # Two narrow queries are faster than one that joins the items of both kinds of work.
    if attempt.highlight_id is not None:
        highlights = Highlight.with_gold.select_related("campaign__corpus", "page")
        if not with_design:
            highlights = highlights.only("page", *_NARROW)
        attempt.highlight = highlights.filter(may_work, pk=attempt.highlight_id).first()
    else:
        claims = Claim.with_gold.select_related("campaign__corpus")
        if not with_design:
            claims = claims.only(*_NARROW)
        attempt.claim = claims.filter(may_work, pk=attempt.at_claim).first()
    return attempt if attempt.highlight or attempt.claim else None


# What only managers do, and administrators in every campaign.
_MANAGERS_WORK = (Attempt.Purpose.GOLD, Attempt.Purpose.ADJUDICATION)


def _may_work_at(attempt: Attempt, person: User) -> Q:
    """Return the condition that the item is of a campaign in which the person may do this."""
    purpose = Attempt.Purpose(attempt.purpose)
    if purpose in _MANAGERS_WORK and person.is_administrator:
        return Q()
    if purpose is Attempt.Purpose.CALIBRATION:
        # Candidates do the task for which they are calibrated.
        is_writing = attempt.highlight_id is not None
        purpose = Attempt.Purpose.WRITE if is_writing else Attempt.Purpose.VERIFY
    member = memberships_for(purpose).filter(user=person, campaign=OuterRef("campaign"))
    return Q(Exists(member))


def memberships_for(purpose: Attempt.Purpose) -> QuerySet[Membership]:
    """Return the memberships whose people may work for this purpose."""
    if purpose is Attempt.Purpose.WRITE:
        return Membership.objects.filter(writes_claims=True)
    if purpose is Attempt.Purpose.VERIFY:
        return Membership.objects.filter(verifies_claims=True)
    if purpose in _MANAGERS_WORK:
        return Membership.objects.filter(role=Role.MANAGER)
    return Membership.objects.all()


def may_work(person: User, campaign: Campaign, purpose: Attempt.Purpose) -> bool:
    """Return whether a person may work in a campaign for this purpose now."""
    return memberships_for(purpose).filter(user=person, campaign=campaign).exists()


def held_attempt(person_id: int, campaign: Campaign, purpose: Attempt.Purpose) -> Attempt | None:
    """Return the attempt at the item that a person holds in a campaign's queue, if there is one."""
    mine = Attempt.objects.filter(
        annotator_id=person_id, purpose=purpose, outcome=Attempt.Outcome.OPEN
    )
    if purpose is Attempt.Purpose.WRITE:
        return mine.filter(
            highlight__campaign=campaign,
            highlight__state=Highlight.State.HELD,
            highlight__holder=person_id,
        ).first()
    return mine.filter(
        assignment__campaign=campaign,
        assignment__state=Assignment.State.HELD,
        assignment__holder=person_id,
    ).first()


def campaign_of(attempt: Attempt) -> Campaign:
    """Return the campaign of an attempt."""
    thing = attempt.highlight or attempt.claim
    assert thing is not None
    return thing.campaign


def highlight_of(attempt: Attempt) -> Highlight:
    """Return the highlight of a writing attempt."""
    assert attempt.highlight is not None
    return attempt.highlight
