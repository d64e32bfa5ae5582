"""API tokens that work."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import ApiToken, User
from accounts.tokens import API_TOKEN_PREFIX, digest_of


def working_tokens_of(person: User) -> QuerySet[ApiToken]:
    """Return a person's tokens that are not revoked, newest first."""
    return ApiToken.objects.filter(user=person, revoked_at=None).order_by("-created_at", "-pk")


def token_with_secret(secret: str) -> ApiToken | None:
    """Return the token with this secret; None if it is revoked or its person deactivated."""
    if not secret.startswith(API_TOKEN_PREFIX):
        return None
    return (
        ApiToken.objects.filter(digest=digest_of(secret), revoked_at=None, user__is_active=True)
        .select_related("user")
        .first()
    )
