"""Workers of external platforms: links for them, and joining by one.

The platform puts the id of its worker into the address. It is no secret and proves nothing: it
says whom to pay. What a person may do comes from their account.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction

from accounts import tokens
from accounts.models import User
from accounts.services import people
from campaigns.member_roles import MemberRole
from campaigns.models import Campaign, CrowdWorker, Membership, WorkerLink
from campaigns.selectors.workers import may_still_invite
from campaigns.services import memberships
from campaigns.services.campaigns import hold_campaign
from campaigns.services.invitations import INVITES_NOBODY, CampaignClosedError
from core.services import audit

# Without the characters that people mistake for one another.
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 10


class LinkClosedError(Exception):
    """The link was revoked or has expired, or nobody may join the campaign any more."""


class NoSeatLeftError(Exception):
    """As many workers as the link allows have joined."""


class WorkerIdTakenError(Exception):
    """Somebody has joined with this worker id."""


@transaction.atomic
def make_worker_link(
    *,
    campaign: Campaign,
    member_role: MemberRole,
    name: str,
    parameter: str,
    seats: int,
    items: int,
    code: str,
    lifetime: timedelta,
    actor: User,
    now: datetime,
) -> tuple[WorkerLink, str]:
    """Create a link and return it with its token, which is shown once."""
    if hold_campaign(campaign).state in INVITES_NOBODY:
        raise CampaignClosedError
    token = tokens.new_token()
    link = WorkerLink.objects.create(
        campaign=campaign,
        role=member_role.role,
        writes_claims=member_role.writes_claims,
        verifies_claims=member_role.verifies_claims,
        digest=tokens.digest_of(token),
        name=name,
        parameter=parameter,
        seats=seats,
        items=items,
        code=code,
        created_by=actor,
        created_at=now,
        expires_at=now + lifetime,
    )
    details = {"campaign": campaign.name, "role": member_role.key, "workers": seats}
    audit.record(actor=actor, action="workerlink.made", target=link, now=now, details=details)
    return link, token


@transaction.atomic
def revoke_worker_link(*, link: WorkerLink, actor: User, now: datetime) -> None:
    """Revoke a link, so that nobody joins by it any more; raise LinkClosedError if it was."""
    if not WorkerLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=now):
        raise LinkClosedError
    audit.record(actor=actor, action="workerlink.revoked", target=link, now=now)


@transaction.atomic
def join_with_new_account(
    *,
    link: WorkerLink,
    worker_id: str,
    username: str,
    name: str,
    email: str,
    password: str,
    now: datetime,
) -> CrowdWorker:
    """Create an account for a worker and let it join."""
    locked = _lock_open(link, worker_id, now)
    person = people.create_person(
        username=username, name=name, email=email, password=password, now=now
    )
    return _join(locked, worker_id, person, now)


@transaction.atomic
def join_as(*, link: WorkerLink, worker_id: str, person: User, now: datetime) -> CrowdWorker:
    """Let a person with an account join under a worker id."""
    return _join(_lock_open(link, worker_id, now), worker_id, person, now)


def _lock_open(link: WorkerLink, worker_id: str, now: datetime) -> WorkerLink:
    # The campaign first, as everywhere; then joining by one link is one at a time.
    state = hold_campaign(link.campaign).state
    locked = (
        WorkerLink.objects.select_for_update(of=("self",))
        .select_related("campaign", "created_by")
        .get(pk=link.pk)
    )
    if state in INVITES_NOBODY or not locked.is_open_at(now) or not may_still_invite(locked):
        raise LinkClosedError
    if CrowdWorker.objects.filter(campaign=locked.campaign, worker_id=worker_id).exists():
        raise WorkerIdTakenError
    if locked.workers.count() >= locked.seats:
        raise NoSeatLeftError
    return locked


def _join(link: WorkerLink, worker_id: str, person: User, now: datetime) -> CrowdWorker:
    # Somebody who worked here and left would be paid under two ids.
    was_here = CrowdWorker.objects.filter(campaign=link.campaign, person=person).exists()
    if was_here or Membership.objects.filter(campaign=link.campaign, user=person).exists():
        raise memberships.AlreadyMemberError
    memberships.add_member(
        campaign=link.campaign,
        person=person,
        member_role=link.member_role,
        note=f"{link.name}: {worker_id}"[:120],
        now=now,
    )
    worker = CrowdWorker.objects.create(
        campaign=link.campaign,
        link=link,
        person=person,
        worker_id=worker_id,
        code=link.code or _new_code(),
        joined_at=now,
    )
    details = {"person": person.username, "campaign": link.campaign.name, "link": link.name}
    audit.record(actor=person, action="worker.joined", target=worker, now=now, details=details)
    return worker


def _new_code() -> str:
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
