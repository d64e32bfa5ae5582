"""Reading API tokens."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import ApiToken, User
from accounts.tokens import API_TOKEN_PREFIX, digest_of


def working_tokens_of(person: User) -> QuerySet[ApiToken]:
    """A person's tokens that are not revoked, the newest first."""
    return ApiToken.objects.filter(user=person, revoked_at=None).order_by("-created_at", "-pk")


def token_with_secret(secret: str) -> ApiToken | None:
    """The token with this secret, with its person, if it works: neither of them revoked."""
    if not secret.startswith(API_TOKEN_PREFIX):
        return None
    return (
        ApiToken.objects.filter(digest=digest_of(secret), revoked_at=None, user__is_active=True)
        .select_related("user")
        .first()
    )
