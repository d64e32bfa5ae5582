"""Long lists, a part at a time. A cursor names the last row that was sent.

Rows are ordered by a time and a public id; both are in the rows themselves, so that a cursor tells
nothing that its reader has not read. New rows move nothing between two parts.
"""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

import msgspec
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from core.api.problems import ApiProblem
from core.moments import read_moment

T = TypeVar("T")
M = TypeVar("M", bound=Model)

USUAL_LIMIT = 50
LARGEST_LIMIT = 200


class ListParameters(Struct, frozen=True, kw_only=True):
    """The parameters of every list."""

    cursor: Annotated[str, Meta(max_length=400)] = ""
    limit: Annotated[int, Meta(ge=1, le=LARGEST_LIMIT)] = USUAL_LIMIT


class Listing(Struct, Generic[T], frozen=True):
    """A part of a list; `next_cursor` is null at its end."""

    results: list[T]
    next_cursor: str | None


class _Place(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    at: str
    id: UUID


def newest_first(
    rows: QuerySet[M], parameters: ListParameters, *, time: str = "created_at"
) -> tuple[list[M], str | None]:
    """Return the next rows by time, newest first, and the cursor of what follows."""
    ordered = rows.order_by(f"-{time}", "public_id")
    if parameters.cursor:
        place = _decode(parameters.cursor, _Place)
        at = read_moment(place.at)
        if at is None:
            raise _no_cursor()
        ordered = ordered.filter(
            Q(**{f"{time}__lt": at}) | Q(**{time: at, "public_id__gt": place.id})
        )
    found = list(ordered[: parameters.limit + 1])
    if len(found) <= parameters.limit:
        return found, None
    last: Any = found[parameters.limit - 1]
    at = getattr(last, time).isoformat()
    return found[: parameters.limit], encode_cursor(_Place(at, last.public_id))


def by_text(
    rows: QuerySet[M], parameters: ListParameters, *, text: str
) -> tuple[list[M], str | None]:
    """Return the next rows by a unique text, and the cursor of what follows."""
    ordered = rows.order_by(text)
    if parameters.cursor:
        ordered = ordered.filter(**{f"{text}__gt": decode_text(parameters.cursor)})
    found = list(ordered[: parameters.limit + 1])
    if len(found) <= parameters.limit:
        return found, None
    return found[: parameters.limit], encode_cursor(getattr(found[parameters.limit - 1], text))


def encode_cursor(place: Any) -> str:
    """Return a cursor that names a place in a list."""
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def decode_text(cursor: str) -> str:
    """Return the text that a cursor names; raise a problem for no cursor of ours."""
    return _decode(cursor, str)


def _decode(cursor: str, into: type[T]) -> T:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        place = msgspec.json.decode(base64.urlsafe_b64decode(padded), type=into)
    except (UnicodeEncodeError, binascii.Error, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _no_cursor() from error
    if isinstance(place, str) and "\0" in place:
        raise _no_cursor()
    return place


def _no_cursor() -> ApiProblem:
    fault = {"field": "cursor", "code": "wrong", "detail": _("This is no cursor of this list.")}
    return ApiProblem(400, "invalid_parameter", fault["detail"], errors=[fault])
