"""gunicorn's threaded worker, in which slow clients do not occupy a thread.

The worker's loop collects each request (`config.request_intake`) and gives it to a thread when it
is complete. Bodies of more than a mebibyte are read by their thread, at most half of the threads
at a time, and only as long as they arrive at a useful rate. A client that does not send its request
in time is cut off, and so is the slowest when there are very many.
"""

from __future__ import annotations

import errno
import select
import selectors
import time
from collections import deque
from functools import partial
from http import HTTPStatus
from io import BytesIO
from socket import socket
from typing import Any

from django.template.loader import render_to_string
from gunicorn import http  # type: ignore[import-untyped]
from gunicorn.http import message  # type: ignore[import-untyped]
from gunicorn.http.errors import LimitRequestLine  # type: ignore[import-untyped]
from gunicorn.util import write_nonblock  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from config import environment, web_server
from config.problems import LONG_ADDRESS
from config.request_intake import RequestIntake

# gunicorn has its own maximum, whatever the setting.
message.MAX_REQUEST_LINE = web_server.limit_request_line

# The time that a client may take to send a request that fits into memory.
ARRIVAL_SECONDS = environment.number("TOUCHSTONE_WEB_ARRIVAL_SECONDS")
# For a large body: the longest pause, and the lowest rate in bytes per second.
SILENCE_SECONDS = ARRIVAL_SECONDS
LEAST_RATE = 32 * 1024
# The most requests that may be arriving at the same time; one more closes the oldest.
MOST_ARRIVING = 500
_READ = 64 * 1024
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class SlowClientError(ConnectionResetError):
    """The client sends its large body too slowly."""

    def __init__(self) -> None:
        super().__init__(errno.ECONNRESET, "The body arrives too slowly.")


class CollectedRequest:
    """A socket for the parser: the collected bytes first, then the rest of a large body."""

    def __init__(self, sock: socket, collected: BytesIO, missing: int) -> None:
        self._sock = sock
        self._collected = collected
        self._missing = missing
        self._started = time.monotonic()
        self._read = 0
        self._timeout: float | None = None

    def gettimeout(self) -> float | None:
        return self._timeout

    def settimeout(self, seconds: float | None) -> None:
        """Limit the time to read beyond the collected bytes, as gunicorn does before closing."""
        self._timeout = seconds

    def recv(self, size: int) -> bytes:
        """Return the next bytes of this request and never any of the next one."""
        if data := self._collected.read(size):
            return data
        if not self._missing:
            return b""
        patience = SILENCE_SECONDS if self._timeout is None else self._timeout
        readable, _, _ = select.select([self._sock], [], [], patience)
        if not readable:
            raise SlowClientError if self._timeout is None else TimeoutError
        data = self._sock.recv(min(size, self._missing))
        self._missing -= len(data)
        self._read += len(data)
        seconds = time.monotonic() - self._started
        if seconds > SILENCE_SECONDS and self._read < LEAST_RATE * seconds:
            raise SlowClientError
        return data


class Connection(TConn):
    """A client's connection, with the request that is arriving on it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.intake = RequestIntake()
        self.is_large = False

    def init(self) -> None:
        """Do nothing: `start_request` has done it in the worker's loop."""

    def start_request(self) -> None:
        """Pass the collected request to a new parser."""
        self.initialized = True
        self.is_large = self.intake.is_large
        collected = CollectedRequest(self.sock, *self.intake.take())
        self.parser = http.get_parser(self.cfg, collected, self.client)


class WebWorker(ThreadWorker):
    """A worker that gives a request to a thread once it has arrived."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._most_large = max(1, self.cfg.threads // 2)
        self._large = 0
        self._large_waiting: deque[Connection] = deque()

    def accept(self, listener: socket) -> None:
        """Wait for the first request of a new client."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self.nr_conns += 1
        self._wait_for_request(Connection(self.cfg, client, address, listener.getsockname()))

    def on_client_socket_readable(self, conn: Connection, client: socket) -> None:
        """Wait for another request on a connection that was kept open."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._wait_for_request(conn)

    def enqueue_req(self, conn: Connection) -> None:
        """Give the request to a thread; limit the number of large ones at the same time."""
        if conn.intake.is_large:
            if self._large >= self._most_large:
                self._large_waiting.append(conn)
                return
            self._large += 1
        conn.start_request()
        super().enqueue_req(conn)

    def finish_request(self, conn: Connection, fs: Any) -> None:
        """Keep or close the connection, and start the next large request."""
        if conn.is_large:
            self._large -= 1
            if self._large_waiting:
                self.enqueue_req(self._large_waiting.popleft())
        if conn.intake.is_empty:
            super().finish_request(conn, fs)
        else:
            # Pipelined requests are not supported: no client uses them.
            self.nr_conns -= 1
            conn.close(graceful=True)

    def handle_error(self, req: Any, client: socket, addr: Any, exc: Exception) -> None:
        """Answer a URL that is too long with our own error page."""
        if isinstance(exc, LimitRequestLine):
            # No request was read, so Django cannot answer it.
            write_nonblock(client, _refusal())
        else:
            super().handle_error(req, client, addr, exc)

    def _wait_for_request(self, conn: Connection) -> None:
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + ARRIVAL_SECONDS
        if len(self.pending_conns) >= MOST_ARRIVING:
            self._drop(self.pending_conns[0])
        self.pending_conns.append(conn)
        arriving = partial(self._on_arriving, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, arriving)
        arriving(conn.sock)

    def _on_arriving(self, conn: Connection, client: socket) -> None:
        try:
            data = client.recv(_READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(conn)
            return
        conn.intake.feed(data)
        if conn.intake.expects_continue:
            conn.intake.expects_continue = False
            write_nonblock(client, _CONTINUE)
        if conn.intake.is_ready:
            self.poller.unregister(client)
            self.pending_conns.remove(conn)
            self.enqueue_req(conn)

    def _drop(self, conn: Connection) -> None:
        self.poller.unregister(conn.sock)
        self.pending_conns.remove(conn)
        self.nr_conns -= 1
        conn.close()


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
