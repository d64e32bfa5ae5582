"""Requests to the API: repeated where that is safe, refused with the site's own words."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx

from touchstone_client.errors import ApiError, UnreachableError

TRIES = 5
LONGEST_WAIT = 60.0
_AGAIN = frozenset({429, 502, 503, 504})


class Connection:
    """A connection to the API of one site, with one token."""

    def __init__(
        self, site: str, token: str, *, transport: httpx.BaseTransport | None, timeout: float
    ) -> None:
        self._http = httpx.Client(
            base_url=site.rstrip("/") + "/api/v1/",
            headers={"Authorization": f"Bearer {token}"},
            transport=transport,
            timeout=timeout,
            # A token is sent to nobody but its site.
            follow_redirects=False,
        )

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def get(self, path: str, **parameters: Any) -> Any:
        """Return the answer to a question."""
        given = {name: value for name, value in parameters.items() if value is not None}
        return self._send("GET", path, params=given)

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Do something once, however often the request has to be sent."""
        # Sent again with the same key, it is answered again and not done again.
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return self._send("POST", path, json=dict(body or {}), headers=headers)

    def post_for_secret(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Do something that answers with a secret: no answer is kept, so it takes no key."""
        return self._send("POST", path, json=dict(body or {}))

    def pages(self, path: str) -> Iterator[Any]:
        """Yield all rows of a list."""
        cursor: str | None = None
        while True:
            part = self.get(path, limit=200, cursor=cursor)
            yield from part["results"]
            cursor = part["next_cursor"]
            if cursor is None:
                return

    @contextmanager
    def stream(self, path: str, *, start: int) -> Iterator[httpx.Response]:
        """Open a file, from this byte on."""
        headers = {"Accept-Encoding": "identity"}
        if start:
            headers["Range"] = f"bytes={start}-"
        with self._http.stream("GET", path, headers=headers) as response:
            if response.status_code not in (200, 206):
                response.read()
                raise _refusal(response)
            yield response

    def _send(self, method: str, path: str, **options: Any) -> Any:
        for number in range(1, TRIES + 1):
            wait = min(LONGEST_WAIT, 0.5 * 2**number)
            try:
                response = self._http.request(method, path, **options)
            except httpx.TransportError as error:
                if number == TRIES:
                    raise UnreachableError(f"The site does not answer: {error}") from error
            else:
                if response.is_success:
                    return response.json()
                refusal = _refusal(response)
                is_busy = refusal.code == "idempotency_key_in_use"
                if number == TRIES or not (is_busy or response.status_code in _AGAIN):
                    raise refusal
                wait = min(LONGEST_WAIT, _seconds(response, wait))
            time.sleep(wait)
        raise AssertionError("The last try returns or raises.")


def _seconds(response: httpx.Response, otherwise: float) -> float:
    told = response.headers.get("Retry-After", "")
    return float(told) if told.isascii() and told.isdigit() else otherwise


def _refusal(response: httpx.Response) -> ApiError:
    try:
        problem = response.json()
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        # A proxy answers in its own way; so does an address that is no site of ours.
        problem = {}
    code = str(problem.get("code", "http_error"))
    detail = str(problem.get("detail") or problem.get("title") or response.reason_phrase)
    return ApiError(response.status_code, code, detail, problem)
