"""People, as far as the apps below `accounts` need to know them."""

from __future__ import annotations

import uuid
from typing import Any, Protocol, cast

from django.http import HttpRequest


class Person(Protocol):
    """Someone who requests jobs and whose actions are recorded. `str()` returns their name."""

    pk: Any

    @property
    def public_id(self) -> uuid.UUID: ...

    @property
    def is_administrator(self) -> bool: ...


def person_of(request: HttpRequest) -> Person:
    """Return the person who sent a request; every view that calls this requires a log-in."""
    return cast("Person", request.user)
