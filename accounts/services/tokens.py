"""Personal API tokens: made, used, revoked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts import tokens
from accounts.models import ApiToken, User
from accounts.selectors.tokens import working_tokens_of
from core.api.scopes import Scope
from core.secret_links import TOKEN_PREFIX

TOKENS_A_PERSON = 20
USE_NOTED_EVERY = timedelta(minutes=1)
LETTERS_KEPT = 10


class TooManyTokensError(Exception):
    """A person has as many working tokens as they may."""


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A new token with its secret, which is shown once; only its digest is stored."""

    token: ApiToken
    secret: str


@transaction.atomic
def make_api_token(
    *,
    person: User,
    name: str,
    now: datetime,
    scopes: Collection[Scope] = (),
    lifetime: timedelta | None = None,
) -> MadeToken:
    """Create a token for this person's scripts. Raise TooManyTokensError at the limit.

    Every token reads; without a lifetime it works until it is revoked.
    """
    # The person's row is the lock: two requests at once must not both be the last allowed.
    User.objects.select_for_update().get(pk=person.pk)
    if working_tokens_of(person, now=now).count() >= TOKENS_A_PERSON:
        raise TooManyTokensError
    secret = tokens.new_token(TOKEN_PREFIX)
    token = ApiToken.objects.create(
        user=person,
        name=name,
        start=secret[:LETTERS_KEPT],
        digest=tokens.digest_of(secret),
        may_annotate=Scope.ANNOTATE in scopes,
        may_manage=Scope.MANAGE in scopes,
        created_at=now,
        expires_at=now + lifetime if lifetime is not None else None,
    )
    return MadeToken(token, secret)


@transaction.atomic
def revoke_api_token(*, token: ApiToken, now: datetime) -> None:
    """Revoke a token for good. The time of the first revocation is kept."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)


def revoke_tokens_of(*, person: User, now: datetime) -> None:
    """Revoke all tokens of a person, or of a machine."""
    ApiToken.objects.filter(user=person, revoked_at=None).update(revoked_at=now)


def note_use(*, token: ApiToken, now: datetime) -> None:
    """Store when a token was used, at most once a minute: scripts send many requests."""
    if token.last_used_at is None or now - token.last_used_at >= USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
