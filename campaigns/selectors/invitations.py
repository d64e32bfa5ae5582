"""Invitations: all, those into a campaign, and those that still work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import Invitation
from accounts.tokens import digest_of
from campaigns.models import Campaign


def invitation_with_token(token: str) -> Invitation | None:
    """Return the invitation whose link has this token, with its offer and its sender."""
    return (
        Invitation.objects.filter(digest=digest_of(token))
        .select_related("membership__campaign", "invited_by")
        .first()
    )


def _open(now: datetime) -> QuerySet[Invitation]:
    return (
        Invitation.objects.filter(accepted_at=None, revoked_at=None, expires_at__gt=now)
        .select_related("membership__campaign", "invited_by")
        .order_by("expires_at", "pk")
    )


def all_invitations() -> QuerySet[Invitation]:
    """Return every invitation ever made, the newest first."""
    return Invitation.objects.order_by("-created_at", "-pk")


def open_invitations(*, now: datetime) -> QuerySet[Invitation]:
    """Return every invitation that still works, the next to expire first."""
    return _open(now)


def invitations_to(campaign: Campaign) -> QuerySet[Invitation]:
    """Return every invitation ever made into this campaign."""
    return Invitation.objects.filter(membership__campaign=campaign)


def open_invitations_to(campaign: Campaign, *, now: datetime) -> QuerySet[Invitation]:
    """Return the invitations into this campaign that still work, the next to expire first."""
    return _open(now).filter(membership__campaign=campaign)


def invitations_with_tokens(
    campaign: Campaign, tokens: Sequence[str]
) -> list[tuple[str, Invitation]]:
    """Return the invitations into a campaign whose links have these tokens, in their order."""
    digests = {digest_of(token): token for token in tokens}
    found = invitations_to(campaign).filter(digest__in=digests).in_bulk(field_name="digest")
    return [(token, found[digest]) for digest, token in digests.items() if digest in found]
