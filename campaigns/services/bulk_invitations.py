"""Invitations of many people at once, mailed where an address is given and mail is set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from accounts import tokens
from accounts.models import Invitation, User
from campaigns.member_roles import MemberRole
from campaigns.models import Campaign
from campaigns.services import invitations
from campaigns.services.invitations import NewInvitation
from jobs.services import jobs

MAIL_INVITATIONS = "campaigns.mail_invitations"


class InvitationMails(Struct):
    """The parameters of a job that mails invitations. The links themselves are stored nowhere."""

    invitations: list[UUID]
    site: str
    campaign: str


@dataclass(frozen=True, slots=True)
class Invitee:
    """A person to invite: the note of the managers about them, and perhaps an address."""

    note: str
    email: str = ""


@dataclass(frozen=True, slots=True)
class BulkInvitation:
    """The links to hand out, and the number of those that are mailed instead."""

    links: list[NewInvitation]
    mailed: int


@transaction.atomic
def invite_many(
    *,
    campaign: Campaign,
    member_role: MemberRole,
    invitees: Sequence[Invitee],
    site: str,
    actor: User,
    now: datetime,
) -> BulkInvitation:
    """Create an invitation for each of these people, or none; mail what can be mailed."""
    links: list[NewInvitation] = []
    mailed: list[UUID] = []
    for invitee in invitees:
        email = invitee.email if settings.MAIL_IS_SET_UP else ""
        made = invitations.invite_to_campaign(
            campaign=campaign,
            member_role=member_role,
            note=invitee.note,
            email=email,
            actor=actor,
            now=now,
        )
        if email:
            mailed.append(made.invitation.public_id)
        else:
            links.append(made)
    if mailed:
        jobs.enqueue_job(
            kind=MAIL_INVITATIONS,
            parameters=InvitationMails(mailed, site, campaign.name),
            requested_by=actor,
            now=now,
        )
    return BulkInvitation(links, len(mailed))


def mail_invitation(*, invitation: Invitation, site: str, now: datetime) -> None:
    """Send the link of an open invitation, unless it was sent.

    The link is made here and replaces an earlier one: if a worker is lost between sending and
    recording, the person gets a second mail, and the link in the newer one works.
    """
    token = tokens.new_token()
    still_open = Invitation.objects.filter(
        pk=invitation.pk,
        mailed_at=None,
        accepted_at=None,
        revoked_at=None,
        expires_at__gt=now,
    )
    if not still_open.exclude(email="").update(digest=tokens.digest_of(token)):
        return
    body = render_to_string(
        "campaigns/invitation_mail.txt",
        {"invitation": invitation, "link": site + reverse("join", args=[token])},
    )
    subject = _("Invitation to “%(campaign)s”") % {"campaign": invitation.membership.campaign.name}
    send_mail(subject, body, None, [invitation.email])
    Invitation.objects.filter(pk=invitation.pk).update(mailed_at=now)
