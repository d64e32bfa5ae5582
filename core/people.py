"""What jobs needs to know of a person. Who people are is decided above, in accounts."""

from __future__ import annotations

import uuid
from typing import Any, Protocol, cast

from django.http import HttpRequest


class Person(Protocol):
    """Someone who asks for jobs and whose acts are recorded. `str()` gives their name."""

    pk: Any

    @property
    def public_id(self) -> uuid.UUID: ...

    @property
    def is_administrator(self) -> bool: ...


def person_of(request: HttpRequest) -> Person:
    """The person behind a request; every view here is behind the log-in."""
    return cast("Person", request.user)
