"""A site that answers as its test says, and remembers what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx

Answer = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]


class Site(httpx.MockTransport):
    """A transport without a network: answers in turn."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        super().__init__(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx.Response) else answer(request)

    @property
    def asked(self) -> list[str]:
        """The requests so far, as methods and paths."""
        return [f"{one.method} {one.url.raw_path.decode()}" for one in self.requests]

    def body(self, number: int) -> Any:
        """Return the body of a request."""
        return json.loads(self.requests[number].content)


def ok(body: Any) -> httpx.Response:
    """Return an answer in JSON."""
    return httpx.Response(200, json=body)


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    """Return problem details."""
    problem = {"status": status, "code": code, "title": "Refused", "detail": "Not now."}
    return httpx.Response(status, json=problem, headers=headers)
