"""The parameters and the body of a request, read into structs. Nothing else is accepted."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _
from msgspec import Struct, ValidationError
from rest_framework.exceptions import UnsupportedMediaType

from core.api.problems import ApiProblem
from core.structs import BadDataError, DataFault, decode_json

S = TypeVar("S", bound=Struct)
T = TypeVar("T")

JSON = "application/json"
# An escaped NUL: PostgreSQL stores none. An even number of backslashes before it escape each other.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def read_body(request: HttpRequest, decoder: msgspec.json.Decoder[T]) -> T:
    """Return the body; raise BadDataError if it does not fit, UnsupportedMediaType if not JSON."""
    check_media_type(request, JSON)
    body = request.body
    if _NUL.search(body):
        raise BadDataError(DataFault.MALFORMED, "", "NUL characters are not allowed.")
    return decode_json(decoder, body)


def check_media_type(request: HttpRequest, wanted: str) -> None:
    """Raise UnsupportedMediaType if a request's body is of another type."""
    if request.content_type != wanted:
        raise UnsupportedMediaType(request.content_type or "")


def refuse_body(request: HttpRequest) -> None:
    """Raise a problem if a request that has no body has one; an empty object is none."""
    if request.body.strip() not in (b"", b"{}"):
        raise ApiProblem(400, "malformed", _("This request has no body."))


def read_parameters(request: HttpRequest, into: type[S] | None) -> S | None:
    """Return the parameters in the address as a struct; raise a problem for any other."""
    declared = {field.encode_name: field for field in msgspec.structs.fields(into)} if into else {}
    sent: dict[str, Any] = {}
    for name, values in request.GET.lists():
        if name not in declared:
            known = ", ".join(sorted(declared)) or _("none")
            detail = _("This address takes the parameters: %s.") % known
            raise ApiProblem(400, "unknown_parameter", detail)
        if len(values) != 1 or "\0" in values[0]:
            raise _wrong(name, _("It must be given once, without control characters."))
        sent[name] = values[0]
    if into is None:
        return None
    missing = [name for name, field in declared.items() if field.required and name not in sent]
    if missing:
        raise _wrong(missing[0], _("It is required."))
    converted = {}
    for name, text in sent.items():
        field = declared[name]
        try:
            converted[field.name] = msgspec.convert(text, field.type, strict=False)
        except ValidationError as error:
            raise _wrong(name, str(error)) from error
    return into(**converted)


def _wrong(name: str, detail: str) -> ApiProblem:
    fault = {"field": name, "code": "wrong", "detail": detail}
    return ApiProblem(400, "invalid_parameter", f"{name}: {detail}", errors=[fault])
