"""Authentication of API requests by token: `Authorization: Bearer tst_…`."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.selectors.tokens import token_with_secret
from accounts.services.tokens import note_use


class ApiTokenAuthentication(BaseAuthentication):
    """Authentication by API token; unknown, expired and revoked ones get the same answer."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        now = timezone.now()
        token = token_with_secret(secret.strip().decode("latin-1"), now=now)
        if token is None:
            raise AuthenticationFailed(_("This token does not work."))
        note_use(token=token, now=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Touchstone"'


class ApiTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The description of tokens in the schema of the API."""

    target_class = ApiTokenAuthentication
    name = "apiToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "A personal API token."}
