"""The site itself, served over HTTP from a thread of the test's own process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.test.testcases import LiveServerThread


class _Server(LiveServerThread):
    """Django's test server without its static files: WhiteNoise serves them, as in production."""

    def __init__(self) -> None:
        super().__init__("127.0.0.1", static_handler=cast("Any", _unchanged))


def _unchanged(application: WSGIHandler) -> WSGIHandler:
    return application


@contextmanager
def running_site() -> Iterator[str]:
    """Yield the address of the running site, on this test's database."""
    thread = _Server()
    thread.daemon = True
    thread.start()
    thread.is_ready.wait()
    if thread.error:
        raise thread.error
    try:
        yield f"http://{thread.host}:{thread.port}"
    finally:
        thread.terminate()
        connections.close_all()
