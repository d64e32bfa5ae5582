"""Attempts with their items, campaigns and highlights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, UUIDField

from accounts.models import User
from accounts.roles import Role
from annotation.models import QUEUED_PURPOSES, Assignment, Attempt, Claim, Highlight
from campaigns.models import Campaign, Membership
from campaigns.protocols.protocol import Protocol
from core.prepared_queries import Parameter, PreparedQuery
from core.raw_rows import id_column, partial_row, read_id

# What only managers do, and administrators in every campaign.
_MANAGERS_WORK = (Attempt.Purpose.GOLD, Attempt.Purpose.ADJUDICATION)
# What a membership must have to work for a purpose.
_NEEDED: dict[Attempt.Purpose, dict[str, Any]] = {
    Attempt.Purpose.WRITE: {"writes_claims": True},
    **{purpose: {"verifies_claims": True} for purpose in QUEUED_PURPOSES},
    **{purpose: {"role": Role.MANAGER} for purpose in _MANAGERS_WORK},
    Attempt.Purpose.MACHINE: {"role": Role.MACHINE},
}
_BARE_ATTEMPT = """
    SELECT attempt.id, attempt.purpose, attempt.lease, attempt.outcome, attempt.confirmed_digest,
        attempt.assignment_id, attempt.claim_id, attempt.highlight_id,
        campaign.id, campaign.public_id, campaign.corpus_id, campaign.state,
        member.id, member.role, member.writes_claims, member.verifies_claims
    FROM annotation_attempt attempt
    LEFT JOIN annotation_claim claim ON claim.id = attempt.claim_id
    LEFT JOIN annotation_highlight highlight ON highlight.id = attempt.highlight_id
    JOIN campaigns_campaign campaign
        ON campaign.id = COALESCE(claim.campaign_id, highlight.campaign_id)
    LEFT JOIN campaigns_membership member
        ON member.campaign_id = campaign.id AND member.user_id = attempt.annotator_id
    WHERE attempt.public_id = %s AND attempt.annotator_id = %s
"""


def attempt_of(person: User, public_id: UUID, *, with_design: bool = True) -> Attempt | None:
    """Return a person's own attempt with its item, the campaign and the corpus.

    Every desk and every request of its scripts comes through here: people who have left the
    campaign, or no longer have the task, find nothing. Without the design, all but the keys of the
    item, the campaign and the corpus is left out, too.
    """
    if not with_design:
        return _bare_attempt(person, public_id)
    attempt = _OWN.first(attempt=public_id, person=person.pk)
    if attempt is None:
        return None
    is_writing = attempt.highlight_id is not None
    purpose = Attempt.Purpose(attempt.purpose)
    is_allowed = purpose in _MANAGERS_WORK and person.is_administrator
    task = None if is_allowed else _task_of(purpose, is_writing=is_writing)
    # Two narrow queries are faster than one that joins the items of both kinds of work.
    if is_writing:
        highlights = _highlights_for(task)
        attempt.highlight = highlights.first(item=attempt.highlight_id, person=person.pk)
    else:
        attempt.claim = _claims_for(task).first(item=attempt.at_claim, person=person.pk)
    return attempt if attempt.highlight or attempt.claim else None


_OWN = PreparedQuery(
    lambda: Attempt.objects.filter(
        public_id=Parameter("attempt", UUIDField()), annotator=Parameter("person")
    ).order_by()[:1]
)


@cache
def _highlights_for(task: Attempt.Purpose | None) -> PreparedQuery[Highlight]:
    highlights = Highlight.with_gold.select_related("campaign__corpus", "page")
    return PreparedQuery(lambda: highlights.filter(_may_work_for(task), pk=Parameter("item")))


@cache
def _claims_for(task: Attempt.Purpose | None) -> PreparedQuery[Claim]:
    claims = Claim.with_gold.select_related("campaign__corpus")
    return PreparedQuery(lambda: claims.filter(_may_work_for(task), pk=Parameter("item")))


def _may_work_for(task: Attempt.Purpose | None) -> Q:
    """Return the condition that the item is of a campaign in which the person has this task."""
    if task is None:
        return Q()
    member = memberships_for(task).filter(user=Parameter("person"), campaign=OuterRef("campaign"))
    return Q(Exists(member))


def _task_of(purpose: Attempt.Purpose, *, is_writing: bool) -> Attempt.Purpose:
    """Return the purpose itself; for candidates, the task for which they are calibrated."""
    if purpose is not Attempt.Purpose.CALIBRATION:
        return purpose
    return Attempt.Purpose.WRITE if is_writing else Attempt.Purpose.VERIFY


def _bare_attempt(person: User, public_id: UUID) -> Attempt | None:
    """Return a person's attempt if they may work on it, with the keys around it.

    Desks send this every few seconds, and Django needs longer to build it than to run it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BARE_ATTEMPT, [id_column(public_id), person.pk])
        row = cursor.fetchone()
    if row is None:
        return None
    (
        pk, purpose, lease, outcome, confirmed_digest, assignment_id, claim_id, highlight_id,
        campaign_pk, campaign_id, corpus_id, campaign_state, *membership,
    ) = row  # fmt: skip
    if not _is_enough(membership, Attempt.Purpose(purpose), person, is_writing=claim_id is None):
        return None
    attempt = partial_row(
        Attempt,
        id=pk,
        public_id=public_id,
        highlight_id=highlight_id,
        claim_id=claim_id,
        assignment_id=assignment_id,
        annotator_id=person.pk,
        purpose=purpose,
        lease=lease,
        outcome=outcome,
        confirmed_digest=confirmed_digest,
    )
    campaign = partial_row(
        Campaign,
        id=campaign_pk,
        public_id=read_id(campaign_id),
        corpus_id=corpus_id,
        state=campaign_state,
    )
    if claim_id is not None:
        attempt.claim = partial_row(Claim, id=claim_id, campaign_id=campaign_pk)
        attempt.claim.campaign = campaign
    else:
        attempt.highlight = partial_row(Highlight, id=highlight_id, campaign_id=campaign_pk)
        attempt.highlight.campaign = campaign
    return attempt


def _is_enough(
    membership: Sequence[Any], purpose: Attempt.Purpose, person: User, *, is_writing: bool
) -> bool:
    """Return whether the columns of a person's membership let them do this."""
    if purpose in _MANAGERS_WORK and person.is_administrator:
        return True
    pk, *values = membership
    has = dict(zip(("role", "writes_claims", "verifies_claims"), values, strict=True))
    needed = _NEEDED.get(_task_of(purpose, is_writing=is_writing), {})
    return pk is not None and all(has[name] == value for name, value in needed.items())


def memberships_for(purpose: Attempt.Purpose) -> QuerySet[Membership]:
    """Return the memberships whose people may work for this purpose."""
    return Membership.objects.filter(**_NEEDED.get(purpose, {}))


def may_work(person: User, campaign: Campaign, purpose: Attempt.Purpose) -> bool:
    """Return whether a person may work in a campaign for this purpose now."""
    return memberships_for(purpose).filter(user=person, campaign=campaign).exists()


def may_still_work(attempt: Attempt) -> bool:
    """Return whether the person of an attempt is a member with the task that it needs."""
    return attempt_of(attempt.annotator, attempt.public_id) is not None


def held_attempt(person_id: int, campaign: Campaign, purpose: Attempt.Purpose) -> Attempt | None:
    """Return the attempt at the item that a person holds in a campaign's queue, if there is one."""
    mine = Attempt.objects.filter(annotator_id=person_id, outcome=Attempt.Outcome.OPEN)
    if purpose is Attempt.Purpose.WRITE:
        return mine.filter(
            purpose=purpose,
            highlight__campaign=campaign,
            highlight__state=Highlight.State.HELD,
            highlight__holder=person_id,
        ).first()
    return mine.filter(
        purpose__in=QUEUED_PURPOSES,
        assignment__campaign=campaign,
        assignment__state=Assignment.State.HELD,
        assignment__holder=person_id,
    ).first()


def campaign_of(attempt: Attempt) -> Campaign:
    """Return the campaign of an attempt."""
    thing = attempt.highlight or attempt.claim
    assert thing is not None
    return thing.campaign


def design_for(attempt: Attempt, protocol: Protocol) -> Protocol:
    """Return the campaign's protocol as it applies to an attempt: experts give all evidence."""
    is_expert = attempt.purpose == Attempt.Purpose.EXPERT
    return protocol.for_experts() if is_expert else protocol


def highlight_of(attempt: Attempt) -> Highlight:
    """Return the highlight of a writing attempt."""
    assert attempt.highlight is not None
    return attempt.highlight
