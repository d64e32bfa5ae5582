"""Invitations: links that let one person in, once.

A link gives a membership in a campaign, or administrator's rights. Only administrators make the
latter; the views check that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts import tokens
from accounts.models import Invitation, User
from accounts.services import people
from campaigns.member_roles import MemberRole
from campaigns.models import Campaign, InvitedMembership
from campaigns.services import memberships
from campaigns.services.campaigns import hold_campaign
from core.services import audit

INVITES_NOBODY = (Campaign.State.CLOSED, Campaign.State.ARCHIVED, Campaign.State.DELETING)


class InvitationClosedError(Exception):
    """The link was used, revoked, or has expired, perhaps a moment ago."""


class CampaignClosedError(Exception):
    """The campaign is closed: it invites nobody."""


class NothingToGainError(Exception):
    """The person already has what the invitation offers; it stays open for somebody else."""


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """A new invitation with its token, which is shown once; only its digest stays."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite_to_campaign(
    *,
    campaign: Campaign,
    member_role: MemberRole,
    note: str,
    actor: User,
    now: datetime,
    email: str = "",
) -> NewInvitation:
    """Create a link that makes a person a member of this campaign, unless it is closed."""
    if hold_campaign(campaign).state in INVITES_NOBODY:
        raise CampaignClosedError
    made = _make(note=note, email=email, makes_administrator=False, actor=actor, now=now)
    InvitedMembership.objects.create(
        invitation=made.invitation,
        campaign=campaign,
        role=member_role.role,
        writes_claims=member_role.writes_claims,
        verifies_claims=member_role.verifies_claims,
        is_expert=member_role.is_expert,
    )
    audit.record(
        actor=actor,
        action="invitation.made",
        target=made.invitation,
        now=now,
        details={"note": note, "campaign": campaign.name, "role": member_role.key},
    )
    return made


@transaction.atomic
def invite_administrator(*, note: str, actor: User, now: datetime) -> NewInvitation:
    """Create a link that makes the person who accepts it an administrator."""
    made = _make(note=note, makes_administrator=True, actor=actor, now=now)
    audit.record(
        actor=actor,
        action="invitation.made",
        target=made.invitation,
        now=now,
        details={"note": note, "role": "administrator"},
    )
    return made


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: User, now: datetime) -> None:
    """Revoke a link, so that it no longer works."""
    # Guarded: somebody may accept it at this moment, and then there is nothing to revoke.
    revoked = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, revoked_at=None).update(
        revoked_at=now, email=""
    )
    if not revoked:
        raise InvitationClosedError
    audit.record(
        actor=actor,
        action="invitation.revoked",
        target=invitation,
        now=now,
        details={"note": invitation.note},
    )


@transaction.atomic
def accept_with_new_account(
    *,
    invitation: Invitation,
    username: str,
    name: str,
    email: str,
    password: str,
    now: datetime,
) -> User:
    """Create an account and give it what the invitation offers."""
    locked = _lock_open(invitation, now)
    person = people.create_person(
        username=username, name=name, email=email, password=password, now=now
    )
    _give(locked, person, now)
    return person


@transaction.atomic
def accept_as(*, invitation: Invitation, person: User, now: datetime) -> None:
    """Give a person with an account what the invitation offers."""
    _give(_lock_open(invitation, now), person, now)


def _make(
    *, note: str, makes_administrator: bool, actor: User, now: datetime, email: str = ""
) -> NewInvitation:
    token = tokens.new_token()
    invitation = Invitation.objects.create(
        digest=tokens.digest_of(token),
        note=note,
        email=email,
        makes_administrator=makes_administrator,
        invited_by=actor,
        created_at=now,
        expires_at=now + timedelta(days=settings.INVITATION_DAYS),
    )
    return NewInvitation(invitation, token)


def _lock_open(invitation: Invitation, now: datetime) -> Invitation:
    # The row lock makes the second of two people wait, then see that the link is used.
    # SQLite has none; there the whole transaction is one at a time (IMMEDIATE).
    locked = (
        Invitation.objects.select_for_update(of=("self",))
        .select_related("membership__campaign", "invited_by")
        .get(pk=invitation.pk)
    )
    if locked.state_at(now) != Invitation.State.OPEN:
        raise InvitationClosedError
    offered = getattr(locked, "membership", None)
    if offered is not None and offered.campaign.state in INVITES_NOBODY:
        raise InvitationClosedError
    return locked


def _give(invitation: Invitation, person: User, now: datetime) -> None:
    details = {"person": person.username, "invited by": invitation.invited_by.username}
    if invitation.makes_administrator:
        promoted = User.objects.filter(pk=person.pk, is_administrator=False).update(
            is_administrator=True
        )
        if not promoted:
            raise NothingToGainError
        details["role"] = "administrator"
    offered = getattr(invitation, "membership", None)
    if offered is not None:
        try:
            memberships.add_member(
                campaign=offered.campaign,
                person=person,
                member_role=offered.member_role,
                note=invitation.note,
                now=now,
            )
        except memberships.AlreadyMemberError as error:
            raise NothingToGainError from error
        details |= {"campaign": offered.campaign.name, "role": offered.member_role.key}
    # Guarded too: where a database ignores the lock, the second update finds nothing.
    accepted = Invitation.objects.filter(
        pk=invitation.pk, accepted_at=None, revoked_at=None, expires_at__gt=now
    ).update(accepted_at=now, accepted_by=person, email="")
    if not accepted:
        raise InvitationClosedError
    audit.record(
        actor=person, action="invitation.accepted", target=invitation, now=now, details=details
    )
