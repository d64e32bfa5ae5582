"""The API about the person who calls it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from msgspec import Struct
from rest_framework.request import Request

from accounts.logged_in import person_of
from core.api.operations import operation
from core.api.scopes import Scope
from core.api.views import ApiView


class Me(Struct, frozen=True):
    """A person, as they see themselves, and what their token may be used for."""

    id: UUID
    username: str
    name: str
    email: str
    is_administrator: bool
    scopes: list[Scope]


class MeView(ApiView):
    """The person who calls the API."""

    @operation("me", "The person whom the token belongs to", tag="people", answer=Me)
    def get(self, request: Request) -> Me:
        person = person_of(request)
        token: Any = request.auth
        scopes = token.scopes if token is not None else frozenset(Scope)
        return Me(
            id=person.public_id,
            username=person.username,
            name=person.name,
            email=person.email,
            is_administrator=person.is_administrator,
            scopes=sorted(scopes),
        )
