"""Error pages, which say what happened and what to do next. The API gets problem details."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.access import ArchivedError
from config.problems import (
    ARCHIVED,
    BAD_REQUEST,
    BROKEN,
    CSRF,
    FORBIDDEN,
    NOT_FOUND,
    TOO_LARGE,
    Problem,
)
from core.api.problems import ApiProblem, is_api_request
from core.api.problems import problem_response as api_problem_response


def problem_response(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return the problem as a page, or as JSON for the API."""
    request_id = getattr(request, "request_id", "")
    if is_api_request(request):
        refusal = ApiProblem(
            problem.status, problem.code, str(problem.advice), title=str(problem.title)
        )
        return api_problem_response(refusal)
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
