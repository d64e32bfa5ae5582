"""POST requests to addresses that people name.

A request goes to an address that was checked, over a connection of its own. Nothing is followed: no
redirect, no proxy of the environment. Time and the size of the answer are limited in total.
"""

from __future__ import annotations

import http.client
import io
import socket
import ssl
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from time import monotonic
from typing import Any, cast

from core.outgoing.addresses import (
    AddressRefusedError,
    Fault,
    Policy,
    Resolver,
    Target,
    read_target,
    resolve,
)

# Of an answer, in bytes: the head and the beginning of the body, and what is kept of the body.
_MOST_READ = 64 * 1024
EXCERPT = 500


@dataclass(frozen=True, slots=True)
class PostLimits:
    """Seconds for the connection, and for all of it."""

    connect: float = 5
    total: float = 15


LIMITS = PostLimits()


@dataclass(frozen=True, slots=True)
class PostReply:
    """The outcome of a request. Without a fault it was accepted."""

    status: int | None
    fault: Fault | None
    excerpt: str
    milliseconds: int


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    policy: Policy,
    limits: PostLimits = LIMITS,
    look_up: Resolver = socket.getaddrinfo,
    tls: ssl.SSLContext | None = None,
) -> PostReply:
    """Send a request and return what came of it; nothing that a server does raises."""
    started = monotonic()
    status, excerpt = None, ""
    fault: Fault | None
    try:
        target = read_target(url, policy)
        addresses = resolve(target, policy, look_up)
        deadline = started + limits.total
        with closing(_connect(target, addresses, limits.connect, deadline, tls)) as connection:
            connection.sendall(_head(target, len(body), headers) + body)
            status, excerpt = _read_answer(connection, deadline)
        fault = _fault_of(status)
    except AddressRefusedError as error:
        fault = error.fault
    except TimeoutError:
        fault = Fault.TIMEOUT
    except ssl.SSLError:
        fault = Fault.TLS
    except OSError:
        fault = Fault.CONNECTION
    except (http.client.HTTPException, ValueError):
        fault = Fault.ANSWER
    return PostReply(status, fault, excerpt, round((monotonic() - started) * 1000))


def _fault_of(status: int) -> Fault | None:
    if 200 <= status < 300:
        return None
    return Fault.REDIRECT if 300 <= status < 400 else Fault.STATUS


def _connect(
    target: Target,
    addresses: tuple[str, ...],
    seconds: float,
    deadline: float,
    tls: ssl.SSLContext | None,
) -> socket.socket:
    opened = _open_socket(addresses, target.port, min(monotonic() + seconds, deadline))
    if target.scheme == "http":
        return opened
    try:
        opened.settimeout(_left(deadline))
        # The certificate must be the host's, although the connection goes to an address.
        context = tls or ssl.create_default_context()
        return context.wrap_socket(opened, server_hostname=target.host)
    except BaseException:
        opened.close()
        raise


def _open_socket(addresses: tuple[str, ...], port: int, until: float) -> socket.socket:
    for address in addresses[:-1]:
        try:
            return socket.create_connection((address, port), timeout=_left(until) / 2)
        except OSError:
            continue
    return socket.create_connection((addresses[-1], port), timeout=_left(until))


def _head(target: Target, length: int, headers: Mapping[str, str]) -> bytes:
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.authority}",
        "User-Agent: Touchstone",
        "Connection: close",
        f"Content-Length: {length}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode("ascii")


def _read_answer(connection: socket.socket, deadline: float) -> tuple[int, str]:
    source = cast("socket.socket", _Source(connection, deadline))
    with closing(http.client.HTTPResponse(source, method="POST")) as answer:
        answer.begin()
        try:
            beginning = answer.read(EXCERPT)
        except (OSError, http.client.HTTPException, ValueError):
            # The status says whether it was accepted, even if the rest does not arrive.
            beginning = b""
        return answer.status, _plain(beginning)


def _plain(beginning: bytes) -> str:
    text = beginning.decode("utf-8", errors="replace")
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()


def _left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Source:
    """A connection as `http.client` reads it, limited in time and size altogether."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._raw = _BoundedReader(connection, deadline)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self._raw)


class _BoundedReader(io.RawIOBase):
    def __init__(self, connection: socket.socket, deadline: float) -> None:
        super().__init__()
        self._connection = connection
        self._deadline = deadline
        self._most = _MOST_READ

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._most:
            return 0
        # Each time less is left: a server that sends a byte now and then gains nothing by it.
        self._connection.settimeout(_left(self._deadline))
        got = self._connection.recv_into(memoryview(buffer)[: self._most])
        self._most -= got
        return got
