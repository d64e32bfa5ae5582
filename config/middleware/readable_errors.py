"""Pages, or JSON, for errors that Django leaves blank."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.errors import problem_response
from config.problems import TOO_MANY, WRONG_METHOD

_PROBLEMS = {problem.status: problem for problem in (WRONG_METHOD, TOO_MANY)}


class ReadableErrorsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        problem = _PROBLEMS.get(response.status_code)
        if problem is None or response.streaming or response.content:
            return response
        page = problem_response(request, problem)
        # Keep headers such as `Allow` and `Retry-After`.
        for name, value in response.headers.items():
            if name not in {"Content-Type", "Content-Length"}:
                page.headers[name] = value
        page.cookies.update(response.cookies)
        return page
