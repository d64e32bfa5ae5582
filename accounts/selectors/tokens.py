"""API tokens that work."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import ApiToken, User
from accounts.tokens import digest_of
from core.secret_links import TOKEN_PREFIX


def working_tokens_of(person: User, *, now: datetime) -> QuerySet[ApiToken]:
    """Return a person's tokens that are neither revoked nor expired, newest first."""
    return _working(now).filter(user=person).order_by("-created_at", "-pk")


def token_with_secret(secret: str, *, now: datetime) -> ApiToken | None:
    """Return the token with this secret; None if it does not work or its person is deactivated."""
    if not secret.startswith(TOKEN_PREFIX):
        return None
    return (
        _working(now)
        .filter(digest=digest_of(secret), user__is_active=True)
        .select_related("user")
        .first()
    )


def _working(now: datetime) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), revoked_at=None)
