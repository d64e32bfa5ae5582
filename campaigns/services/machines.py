"""Machines: programs that annotate in one campaign, each with an account and tokens of its own.

An account is a machine's from its first moment, and stays one: what it did is read in that light.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services import tokens
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, Membership
from campaigns.services import memberships
from campaigns.services.campaigns import hold_campaign
from campaigns.services.invitations import INVITES_NOBODY, CampaignClosedError
from core.api.scopes import Scope
from core.services import audit


@dataclass(frozen=True, slots=True)
class NewMachine:
    """A machine with the secret of its new token, which is shown once."""

    membership: Membership
    secret: str


@transaction.atomic
def add_machine(*, campaign: Campaign, name: str, actor: User, now: datetime) -> NewMachine:
    """Create an account for a machine, a member of this campaign, with a token to annotate."""
    if hold_campaign(campaign).state in INVITES_NOBODY:
        raise CampaignClosedError
    machine = User.objects.create_user(
        f"machine-{secrets.token_hex(6)}", None, name=name, is_machine=True, joined_at=now
    )
    membership = memberships.add_member(
        campaign=campaign, person=machine, member_role=MEMBER_ROLES["machine"], now=now
    )
    details = {"campaign": campaign.name, "person": machine.username, "name": name}
    audit.record(actor=actor, action="machine.added", target=membership, now=now, details=details)
    return NewMachine(membership, _make_token(machine, now))


@transaction.atomic
def renew_token(*, membership: Membership, actor: User, now: datetime) -> NewMachine:
    """Revoke a machine's tokens and create another one.

    Raise MembershipGoneError if the machine was removed, and MachineRoleError for a person.
    """
    locked = Membership.objects.select_for_update(of=("self",)).filter(pk=membership.pk)
    held = locked.select_related("user", "campaign").first()
    if held is None:
        raise memberships.MembershipGoneError
    if not held.is_machine:
        raise memberships.MachineRoleError
    tokens.revoke_tokens_of(person=held.user, now=now)
    details = {"campaign": held.campaign.name, "person": held.user.username}
    audit.record(actor=actor, action="machine.token_renewed", target=held, now=now, details=details)
    return NewMachine(held, _make_token(held.user, now))


def _make_token(machine: User, now: datetime) -> str:
    made = tokens.make_api_token(person=machine, name="machine", now=now, scopes=[Scope.ANNOTATE])
    return made.secret
