"""Error pages, which say what happened and what to do next. The API gets the same as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.access import ArchivedError


@dataclass(frozen=True, slots=True)
class Problem:
    """A kind of failure, in words for people."""

    status: int
    title: str | Promise
    advice: str | Promise


BAD_REQUEST = Problem(400, _("Invalid request"), _("Go back, reload the page and try again."))
CSRF = Problem(
    403,
    _("This form has expired"),
    _(
        "You logged in or out after opening the page, or your browser blocks cookies."
        " Go back, reload the page and send it again. Your text is still there."
    ),
)
FORBIDDEN = Problem(
    403,
    _("You do not have access to this page"),
    _("Your role does not include this page. Ask your project manager if it should."),
)
ARCHIVED = Problem(
    403,
    _("This is archived"),
    _("Nothing in it can be changed. A manager can restore it."),
)
NOT_FOUND = Problem(
    404,
    _("Page not found"),
    _("The address may be wrong, or you do not have access. Start from the home page."),
)
WRONG_METHOD = Problem(
    405, _("Method not allowed"), _("Go back and use the buttons and links of the page.")
)
NO_LENGTH = Problem(
    411,
    _("The size of the request is unknown"),
    _("Send a Content-Length header instead of a chunked body."),
)
TOO_LARGE = Problem(
    413, _("The request is too large"), _("Send less, or split it into several parts.")
)
LONG_ADDRESS = Problem(
    414,
    _("The address is too long"),
    _("Go back and shorten your text. A search uses the first 1,000 characters."),
)
TOO_MANY = Problem(
    429,
    _("Too many attempts"),
    _("Wait a while, then try again. If you forgot your password, reset it."),
)
BROKEN = Problem(
    500,
    _("Something went wrong"),
    _("The error was recorded. Try again in a minute. If it happens again, tell an administrator."),
)


def problem_response(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return the problem as a page, or as JSON for the API."""
    request_id = getattr(request, "request_id", "")
    if request.path.startswith("/api/"):
        return JsonResponse(
            {"detail": str(problem.title), "advice": str(problem.advice), "request": request_id},
            status=problem.status,
        )
    context = {"problem": problem, "request_id": request_id}
    return render(request, "errors/error.html", context, status=problem.status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)):
        return problem_response(request, TOO_LARGE)
    return problem_response(request, BAD_REQUEST)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return problem_response(request, CSRF)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, ArchivedError):
        return problem_response(request, ARCHIVED)
    return problem_response(request, FORBIDDEN)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_response(request, NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    return problem_response(request, BROKEN)
