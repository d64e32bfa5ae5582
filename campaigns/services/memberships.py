"""Who is what in a campaign, and changing it.

Joining happens through an invitation: see `invitations`.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Invitation, User
from accounts.roles import AREAS_OF_ROLE, Area
from campaigns.models import Campaign, Membership
from campaigns.parts import GivenPart
from core.services import audit


class OwnMembershipError(Exception):
    """A manager tried to change or end their own part, which could leave nobody in charge."""


class MembershipGoneError(Exception):
    """Somebody else removed the member in the meantime."""


class AlreadyMemberError(Exception):
    """The person is in the campaign already."""


def add_member(*, campaign: Campaign, person: User, part: GivenPart, now: datetime) -> Membership:
    """Give a person a part. Called within the transaction of whatever lets them in."""
    membership, made = Membership.objects.get_or_create(
        campaign=campaign,
        user=person,
        defaults={
            "role": part.role,
            "writes_claims": part.writes_claims,
            "verifies_claims": part.verifies_claims,
            "joined_at": now,
        },
    )
    if not made:
        raise AlreadyMemberError
    return membership


@transaction.atomic
def change_part(*, membership: Membership, part: GivenPart, actor: User, now: datetime) -> None:
    """Give a member another role or other tasks."""
    locked = _lock_for_change(membership, actor)
    before = locked.given
    if part == before:
        return
    locked.role = part.role
    locked.writes_claims = part.writes_claims
    locked.verifies_claims = part.verifies_claims
    locked.save(update_fields=["role", "writes_claims", "verifies_claims"])
    if Area.MEMBERS not in AREAS_OF_ROLE[part.role]:
        _revoke_invitations_of(locked, now)
    audit.record(
        actor=actor,
        action="member.changed",
        target=locked,
        now=now,
        details={
            "campaign": locked.campaign.name,
            "person": locked.user.username,
            "before": before.key,
            "after": part.key,
        },
    )


@transaction.atomic
def remove_member(*, membership: Membership, actor: User, now: datetime) -> None:
    """End a person's part in a campaign. Their account stays."""
    locked = _lock_for_change(membership, actor)
    _revoke_invitations_of(locked, now)
    audit.record(
        actor=actor,
        action="member.removed",
        target=locked,
        now=now,
        details={
            "campaign": locked.campaign.name,
            "person": locked.user.username,
            "before": locked.given.key,
        },
    )
    locked.delete()


def _lock_for_change(membership: Membership, actor: User) -> Membership:
    if membership.user_id == actor.pk and not actor.is_administrator:
        raise OwnMembershipError
    locked = (
        Membership.objects.select_for_update(of=("self",))
        .select_related("campaign", "user")
        .filter(pk=membership.pk)
        .first()
    )
    if locked is None:
        raise MembershipGoneError
    return locked


def _revoke_invitations_of(membership: Membership, now: datetime) -> None:
    # Whoever may no longer invite must not let people in by links that are still out.
    Invitation.objects.filter(
        part__campaign=membership.campaign,
        invited_by=membership.user,
        accepted_at=None,
        revoked_at=None,
    ).update(revoked_at=now)
