"""Scripts of people who call the API."""

from __future__ import annotations

from typing import Any

import msgspec
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import tokens
from annotation.rules.verifying.judgements import Judgement
from core.api.scopes import Scope


def client_of(person: User, *scopes: Scope) -> Client:
    """Return a client with a token of a person; without scopes, with all of them."""
    made = tokens.make_api_token(
        person=person, name="script", now=timezone.now(), scopes=scopes or tuple(Scope)
    )
    return Client(headers={"Authorization": f"Bearer {made.secret}"})


def get(client: Client, path: str, **parameters: Any) -> Any:
    """Read an address of the API."""
    return client.get(f"/api/v1/{path}", parameters)


def post(client: Client, path: str, body: Any = None, **headers: str) -> Any:
    """Send a body to an address of the API."""
    sent = msgspec.json.encode(body) if body is not None else b""
    return client.post(f"/api/v1/{path}", sent, content_type="application/json", headers=headers)


def refusal(response: Any) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def plain(judgement: Judgement) -> Any:
    """Return a judgement as a script sends it."""
    return msgspec.to_builtins(judgement)
