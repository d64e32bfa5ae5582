"""Members of a campaign and their roles.

Joining happens through an invitation: see `invitations`.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.held_work import free_held_work
from accounts.models import Invitation, User
from accounts.roles import AREAS_OF_ROLE, Area, Role
from accounts.services.tokens import revoke_tokens_of
from campaigns.member_roles import MemberRole
from campaigns.models import Campaign, Membership
from core.services import audit


class OwnMembershipError(Exception):
    """A manager tried to change or end their own membership, which could leave no manager."""


class MembershipGoneError(Exception):
    """Somebody else removed the member in the meantime."""


class MachineRoleError(Exception):
    """A machine stays a machine, and nobody else becomes one: see `machines`."""


class AlreadyMemberError(Exception):
    """The person is in the campaign already."""


def add_member(
    *, campaign: Campaign, person: User, member_role: MemberRole, now: datetime, note: str = ""
) -> Membership:
    """Add a person to a campaign, in the transaction of what lets them in."""
    membership, made = Membership.objects.get_or_create(
        campaign=campaign,
        user=person,
        defaults={
            "role": member_role.role,
            "writes_claims": member_role.writes_claims,
            "verifies_claims": member_role.verifies_claims,
            "is_expert": member_role.is_expert,
            "joined_at": now,
            "note": note,
        },
    )
    if not made:
        raise AlreadyMemberError
    return membership


@transaction.atomic
def change_member_role(
    *, membership: Membership, member_role: MemberRole, actor: User, now: datetime
) -> None:
    """Give a member another role or other tasks, and free what they can no longer finish."""
    locked = _lock_for_change(membership, actor)
    before = locked.member_role
    if member_role == before:
        return
    if Role.MACHINE in (member_role.role, before.role):
        raise MachineRoleError
    locked.role = member_role.role
    locked.writes_claims = member_role.writes_claims
    locked.verifies_claims = member_role.verifies_claims
    locked.is_expert = member_role.is_expert
    locked.save(update_fields=["role", "writes_claims", "verifies_claims", "is_expert"])
    if Area.MEMBERS not in AREAS_OF_ROLE[member_role.role]:
        _revoke_invitations_of(locked, now)
    free_held_work(person=locked.user, actor=actor, now=now)
    audit.record(
        actor=actor,
        action="member.changed",
        target=locked,
        now=now,
        details={
            "campaign": locked.campaign.name,
            "person": locked.user.username,
            "before": before.key,
            "after": member_role.key,
        },
    )


@transaction.atomic
def remove_member(*, membership: Membership, actor: User, now: datetime) -> None:
    """Remove a person from a campaign and free what they hold. Their account stays.

    A machine is of no other campaign: its tokens stop working.
    """
    locked = _lock_for_change(membership, actor)
    if locked.is_machine:
        revoke_tokens_of(person=locked.user, now=now)
    _revoke_invitations_of(locked, now)
    audit.record(
        actor=actor,
        action="member.removed",
        target=locked,
        now=now,
        details={
            "campaign": locked.campaign.name,
            "person": locked.user.username,
            "before": locked.member_role.key,
        },
    )
    locked.delete()
    free_held_work(person=locked.user, actor=actor, now=now)


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
    # A person who may no longer invite must not let people in by links sent before.
    Invitation.objects.filter(
        membership__campaign=membership.campaign,
        invited_by=membership.user,
        accepted_at=None,
        revoked_at=None,
    ).update(revoked_at=now, email="")
