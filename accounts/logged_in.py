"""The person who is logged in, for the views of every app above."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def person_of(request: HttpRequest) -> User:
    """Return the person who is logged in; LoginRequiredMiddleware turned all others away."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
