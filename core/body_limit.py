"""The size of the request body that a view accepts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])
_LIMIT = "body_limit"


def allows_large_body(limit: int) -> Callable[[View], View]:
    """Let a view accept bodies of up to this many bytes instead of `settings.BODY_LIMIT`.

    It must be the outermost decorator of the view: the middleware looks at the outermost function.
    """

    def mark(view: View) -> View:
        setattr(view, _LIMIT, limit)
        return view

    return mark


def limit_of(view: Callable[..., Any], usual: int) -> int:
    """Return how many bytes a view accepts."""
    limit: int = getattr(view, _LIMIT, usual)
    return limit
