"""gunicorn's worker with threads, which refuses addresses that are too long in our words."""

from __future__ import annotations

from http import HTTPStatus
from socket import socket
from typing import Any

from django.template.loader import render_to_string
from gunicorn.http import message  # type: ignore[import-untyped]
from gunicorn.http.errors import LimitRequestLine  # type: ignore[import-untyped]
from gunicorn.util import write_nonblock  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from config import web_server
from config.errors import LONG_ADDRESS

# Whatever its setting says, gunicorn reads no more than its own most.
message.MAX_REQUEST_LINE = web_server.limit_request_line


class WebWorker(ThreadWorker):
    def handle_error(self, req: Any, client: socket, addr: Any, exc: Exception) -> None:
        if isinstance(exc, LimitRequestLine):
            # No request was read, so that Django cannot answer it.
            write_nonblock(client, _refusal())
        else:
            super().handle_error(req, client, addr, exc)


def _refusal() -> bytes:
    status = HTTPStatus(LONG_ADDRESS.status)
    page = render_to_string("errors/error.html", {"problem": LONG_ADDRESS}).encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Connection: close",
        "Content-Type: text/html; charset=utf-8",
        f"Content-Length: {len(page)}",
        "",
        "",
    )
    return "\r\n".join(head).encode("ascii") + page
