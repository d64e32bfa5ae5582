"""Error pages: what happened, and what to do next. The API gets the same as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Problem:
    """A kind of failure as a person reads it."""

    status: int
    title: str | Promise
    advice: str | Promise


BAD_REQUEST = Problem(
    400, _("That request made no sense"), _("Go back, reload the page and try again.")
)
CSRF = Problem(
    403,
    _("This form is too old"),
    _(
        "You logged in or out since the page was opened, or your browser blocks cookies."
        " Go back, reload the page and send it again; what you typed is still there."
    ),
)
FORBIDDEN = Problem(
    403,
    _("This is not for you"),
    _("Your role does not include this page. Ask your project manager if it should."),
)
NOT_FOUND = Problem(
    404,
    _("There is nothing here"),
    _("The address may be mistyped, or what was here is not for you. Start from the home page."),
)
WRONG_METHOD = Problem(
    405, _("That cannot be done here"), _("Go back and use the page's own buttons and links.")
)
NO_LENGTH = Problem(
    411,
    _("The size of that is unknown"),
    _("Send the body's length in the Content-Length header, not in chunks."),
)
TOO_LARGE = Problem(
    413, _("That is too much at once"), _("Send less, or split it into several parts.")
)
LONG_ADDRESS = Problem(
    414,
    _("That is too long to ask for"),
    _("Go back and shorten what you typed; a search reads its first thousand characters."),
)
TOO_MANY = Problem(
    429,
    _("Too many attempts"),
    _("Wait a quarter of an hour, then try again. A forgotten password can be reset."),
)
BROKEN = Problem(
    500,
    _("Something broke on our side"),
    _("It was recorded. Try again in a minute; if it stays broken, tell your administrator."),
)


def problem_response(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The problem as a page, or as JSON for the API."""
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
    return problem_response(request, FORBIDDEN)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_response(request, NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    return problem_response(request, BROKEN)
