"""Problems of the API: RFC 9457 documents, each kind with a code that does not change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct
from rest_framework import exceptions

from core.request_context import request_id
from core.structs import BadDataError, DataFault

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:touchstone:problem:"

# The codes of failures that any operation may have, with their titles.
TITLES: dict[str, str | Promise] = {
    "malformed": gettext_lazy("The request cannot be read"),
    "invalid": gettext_lazy("The request has wrong values"),
    "invalid_parameter": gettext_lazy("A parameter has a wrong value"),
    "unknown_parameter": gettext_lazy("There is no such parameter"),
    "not_authenticated": gettext_lazy("A token is needed"),
    "token_refused": gettext_lazy("This token does not work"),
    "permission_denied": gettext_lazy("You do not have access"),
    "scope_too_small": gettext_lazy("The token's scopes do not include this"),
    "archived": gettext_lazy("This is archived"),
    "not_found": gettext_lazy("Not found"),
    "method_not_allowed": gettext_lazy("Method not allowed"),
    "too_large": gettext_lazy("The request is too large"),
    "unsupported_media_type": gettext_lazy("The body must be JSON"),
    "invalid_idempotency_key": gettext_lazy("The idempotency key cannot be used"),
    "idempotency_key_reused": gettext_lazy("The idempotency key was used for another request"),
    "idempotency_key_in_use": gettext_lazy("The same request is still being answered"),
    "throttled": gettext_lazy("Too many requests"),
}


class FieldFault(Struct, frozen=True):
    """A field of the request that is wrong."""

    field: str
    code: str
    detail: str


class ProblemDetails(Struct, frozen=True):
    """The reason for a refusal (RFC 9457). Some kinds have further members."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    request: str
    errors: list[FieldFault] = []


class ApiProblem(Exception):
    """A refusal with a code. `members` are added to the document."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str = "",
        *,
        title: str = "",
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.title = title or str(TITLES.get(code, detail))
        self.detail = detail
        self.headers = dict(headers or {})
        self.members = members


def problem_response(problem: ApiProblem) -> HttpResponse:
    """Return a problem as a response."""
    document = {
        "type": TYPE_PREFIX + problem.code,
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail or problem.title,
        "code": problem.code,
        "request": request_id.get() or "",
        **problem.members,
    }
    return HttpResponse(
        msgspec.json.encode(document),
        status=problem.status,
        content_type=MEDIA_TYPE,
        headers=problem.headers,
    )


def answer_exception(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the problem that an exception means, for DRF; None for faults of our own."""
    problem = _problem_of(error)
    return problem_response(problem) if problem is not None else None


def body_problem(error: BadDataError) -> ApiProblem:
    """Return the problem of a body that does not fit its struct."""
    if error.fault == DataFault.MALFORMED:
        return ApiProblem(400, "malformed", error.detail)
    fault = FieldFault(error.field, error.fault.value, error.detail)
    return ApiProblem(422, "invalid", error.detail, errors=[fault])


def _problem_of(error: Exception) -> ApiProblem | None:
    match error:
        case ApiProblem():
            return error
        case BadDataError():
            return body_problem(error)
        case Http404() | exceptions.NotFound():
            return ApiProblem(404, "not_found")
        case RequestDataTooBig():
            return ApiProblem(413, "too_large")
        case exceptions.NotAuthenticated():
            return _unauthenticated(error, "not_authenticated")
        case exceptions.AuthenticationFailed():
            return _unauthenticated(error, "token_refused")
        case PermissionDenied():
            return ApiProblem(403, getattr(error, "problem_code", "permission_denied"))
        case exceptions.PermissionDenied():
            return ApiProblem(403, "permission_denied", str(error.detail))
        case exceptions.UnsupportedMediaType():
            return ApiProblem(415, "unsupported_media_type")
        case exceptions.Throttled():
            return _throttled(error)
        case exceptions.APIException():
            return ApiProblem(error.status_code, str(error.default_code), str(error.detail))
    return None


def _unauthenticated(error: exceptions.APIException, code: str) -> ApiProblem:
    # DRF adds the scheme to the exception.
    header = getattr(error, "auth_header", "")
    headers = {"WWW-Authenticate": header} if header else {}
    return ApiProblem(401, code, headers=headers)


def _throttled(error: exceptions.Throttled) -> ApiProblem:
    seconds = str(max(1, round(getattr(error, "wait", None) or 1)))
    detail = _("Try again in %s seconds.") % seconds
    return ApiProblem(429, "throttled", detail, headers={"Retry-After": seconds})


def is_api_request(request: HttpRequest) -> bool:
    """Return whether an address belongs to the API, so that its errors are problems."""
    return request.path.startswith("/api/")
