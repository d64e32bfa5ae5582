"""Operations: a method of a view with its parameters, body and answer declared once.

The declaration reads the request, refuses what is not declared, repeats answers by idempotency key,
writes the answer, and is what the schema of the API is made from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import msgspec
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Struct
from rest_framework.request import Request

from core.api.problems import MEDIA_TYPE, ApiProblem, ProblemDetails
from core.api.requests import (
    JSON,
    check_media_type,
    read_body,
    read_parameters,
    refuse_body,
)
from core.api.scopes import Scope
from core.api.struct_schemas import parameters_of, reference_to
from core.models import IdempotencyKey
from core.people import person_of
from core.services import idempotency

KEY_HEADER = "Idempotency-Key"
REPLAYED_HEADER = "Idempotency-Replayed"
LONGEST_KEY = 100
SAFE = ("get",)


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """An answer with another status or with headers."""

    content: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tagged:
    """An answer that does not change while its tag does not; it is made only if it is needed."""

    etag: str
    make: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """The declaration of a method of a view."""

    scope: Scope


def operation(
    name: str,
    summary: str,
    *,
    tag: str,
    answer: Any = None,
    scope: Scope = Scope.READ,
    parameters: type[Struct] | None = None,
    body: Any = None,
    upload: str = "",
    has_secret: bool = False,
    status: int = 200,
    refusals: Sequence[int] = (),
    media_type: str = JSON,
    is_tagged: bool = False,
    has_ranges: bool = False,
    examples: Sequence[Any] = (),
) -> Callable[[Callable[..., Any]], Callable[..., HttpResponseBase]]:
    """Return a decorator that makes a method of an `ApiView` an operation.

    The method gets `parameters` and `body` as keyword arguments if they are declared, and returns
    a struct, an `ApiAnswer`, a `Tagged` one or a response. An `upload` of this media type is read
    by the method itself, and takes no idempotency key: it may be larger than the memory. Nor does
    an operation whose answer has a secret: answers are kept to repeat them, and secrets are not.
    Whoever returns a `Tagged` answer or a range of a file says so: `is_tagged`, `has_ranges`.
    """
    decoder = msgspec.json.Decoder(body) if body is not None else None

    def decorate(method: Callable[..., Any]) -> Callable[..., HttpResponseBase]:
        is_safe = method.__name__ in SAFE
        takes_key = not (is_safe or upload or has_secret)

        def run(view: Any, request: Request, **arguments: Any) -> HttpResponseBase:
            # What the request says is read once it is known that its sender may say it.
            view.enter(request, **arguments)
            sent = read_parameters(request._request, parameters)
            if parameters is not None:
                arguments["parameters"] = sent
            if decoder is not None:
                arguments["body"] = read_body(request._request, decoder)
            elif upload:
                check_media_type(request._request, upload)
            elif not is_safe:
                refuse_body(request._request)
            return _response(request, method(view, request, **arguments), status)

        @wraps(method)
        def perform(view: Any, request: Request, **arguments: Any) -> HttpResponseBase:
            if is_safe or KEY_HEADER not in request.headers:
                return run(view, request, **arguments)
            if not takes_key:
                raise ApiProblem(400, "invalid_idempotency_key", _("This request takes no key."))
            return _once(view, request, lambda: run(view, request, **arguments))

        perform.operation = ApiOperation(scope)  # type: ignore[attr-defined]
        problems = {400, 401, 403, 404, 429, *refusals}
        if not is_safe:
            problems |= {409, 411, 413, 415, 422}
        headers = (
            (takes_key, _KEY_PARAMETER),
            (is_tagged, _TAG_PARAMETER),
            (has_ranges, _RANGE_PARAMETER),
        )
        described = parameters_of(parameters) if parameters is not None else []
        described += [header for is_read, header in headers if is_read]
        answers = _described_answers(status, media_type, answer, is_tagged, has_ranges)
        return extend_schema(
            operation_id=name,
            summary=summary,
            tags=[tag],
            parameters=described,
            request=_described_body(body, upload),
            responses={
                **answers,
                **{(code, MEDIA_TYPE): reference_to(ProblemDetails) for code in sorted(problems)},
            },
            examples=list(examples),
        )(perform)

    return decorate


_KEY_PARAMETER = OpenApiParameter(
    KEY_HEADER,
    type={"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    location=OpenApiParameter.HEADER,
    description="A name for this request. The same request with the same name within 24 hours is"
    " answered again, not done again.",
)

_TAG_PARAMETER = OpenApiParameter(
    "If-None-Match",
    type={"type": "string", "maxLength": 200, "pattern": "^[!-~]*$"},
    location=OpenApiParameter.HEADER,
    description="The ETag of an earlier answer: the same one is not sent again (304).",
)
_RANGE_PARAMETER = OpenApiParameter(
    "Range",
    type={"type": "string", "maxLength": 60, "pattern": "^bytes=[0-9]*-[0-9]*$"},
    location=OpenApiParameter.HEADER,
    description="The bytes to send, such as bytes=1000- to go on with a download (206).",
)


def _described_body(body: Any, upload: str) -> dict[str, Any] | None:
    if upload:
        return {upload: {"type": "string", "format": "binary"}}
    return {JSON: reference_to(body)} if body is not None else None


def _described_answers(
    status: int, media_type: str, answer: Any, is_tagged: bool, has_ranges: bool
) -> dict[Any, Any]:
    """Return the answers of an operation that are no problems, for the schema."""
    file = OpenApiResponse({"type": "string", "format": "binary"})
    answers: dict[Any, Any] = {
        (status, media_type): reference_to(answer) if answer is not None else file
    }
    if has_ranges:
        answers[206, media_type] = file
    if is_tagged:
        answers[304] = OpenApiResponse(description="Nothing has changed since.")
    return answers


def _response(request: Request, result: Any, status: int) -> HttpResponseBase:
    if isinstance(result, HttpResponseBase):
        return result
    if isinstance(result, Tagged):
        # Weak: the proxy may compress the answer.
        etag = f'W/"{result.etag}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return unchanged
        result = ApiAnswer(result.make(), status, {"ETag": etag})
    if not isinstance(result, ApiAnswer):
        result = ApiAnswer(result, status)
    return HttpResponse(
        msgspec.json.encode(result.content),
        status=result.status,
        content_type=JSON,
        headers=dict(result.headers),
    )


def _once(view: Any, request: Request, run: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    key = request.headers[KEY_HEADER]
    if not (key.isascii() and key.isprintable() and 0 < len(key) <= LONGEST_KEY) or " " in key:
        detail = _("A key has 1 to 100 ASCII characters and no spaces.")
        raise ApiProblem(400, "invalid_idempotency_key", detail)
    try:
        row = idempotency.claim_key(
            person=person_of(request), key=key, digest=_digest(request), now=timezone.now()
        )
    except idempotency.KeyReusedError:
        raise ApiProblem(422, "idempotency_key_reused") from None
    except idempotency.KeyInUseError:
        raise ApiProblem(409, "idempotency_key_in_use", headers={"Retry-After": "2"}) from None
    if row.status is not None:
        return _replayed(row)
    try:
        response = run()
    except Exception as error:
        try:
            response = view.handle_exception(error)
        except Exception:
            idempotency.give_up_key(row=row)
            raise
    if response.streaming or response.status_code >= 500:
        idempotency.give_up_key(row=row)
        return response
    assert isinstance(response, HttpResponse)
    idempotency.store_answer(
        row=row,
        status=response.status_code,
        body=response.content.decode(),
        media_type=response.headers["Content-Type"],
    )
    return response


def _replayed(row: IdempotencyKey) -> HttpResponse:
    return HttpResponse(
        row.body.encode(),
        status=row.status,
        content_type=row.media_type,
        headers={REPLAYED_HEADER: "true"},
    )


def _digest(request: Request) -> str:
    sent = request._request
    parts = ((sent.method or "").encode(), sent.get_full_path().encode(), sent.body)
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
