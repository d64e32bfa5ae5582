"""Clients that send slowly, or stop half-way, against the real web server."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack

import pytest

from config.variables import PROJECT_ROOT
from tests.attacks.conftest import WebServer
from tests.config.programs import get
from tests.examples import IS_LONG

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("start")]

SLOW = 400 if IS_LONG else 50
HEALTHY = 20
FORM = (
    b"POST /log-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n"
)
# With a cookie, the token is looked for in the body; without, the answer is there before the body.
WITH_COOKIE = FORM + b"Cookie: csrftoken=" + b"a" * 32 + b"\r\n"
HALVES = {
    "body": FORM + b"Content-Length: 1000\r\n\r\nusername=",
    "head": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "nothing": b"",
    "large body": FORM + b"Content-Length: 8000000\r\n\r\n" + b"x" * 1_200_000,
}


def is_healthy(port: int) -> bool:
    return get(f"http://127.0.0.1:{port}/healthz")[0] == 200


def connect(port: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=60)
    client.settimeout(60)
    return client


def send(client: socket.socket, data: bytes) -> None:
    # A large body is read only in part: what the server does not take stays with us.
    client.setblocking(False)
    deadline = time.monotonic() + 60
    sent = 0
    while sent < len(data) and time.monotonic() < deadline:
        try:
            sent += client.send(data[sent : sent + 65536])
        except BlockingIOError:
            time.sleep(0.01)
    client.settimeout(60)


def is_held(client: socket.socket) -> bool:
    """Return whether the connection is open and has no answer."""
    client.setblocking(False)
    try:
        client.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    return False


@pytest.mark.parametrize("kind", HALVES)
def test_half_sent_requests_hold_no_thread(web_server: WebServer, kind: str) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(connect(web_server.port)) for _ in range(SLOW)]
        for client in slow:
            send(client, HALVES[kind])
        seconds = []
        if kind == "large body":
            # Half a gigabyte is on its way yet.
            assert is_healthy(web_server.port)
        # With a thread for each, eight of them would have stopped the site for good.
        for _ in range(HEALTHY):
            before = web_server.processor_seconds
            assert is_healthy(web_server.port)
            seconds.append(web_server.processor_seconds - before)
        # No answer waited for the end of a slow client: all of them are there still. Large bodies
        # are cut off when a thread begins to read them, because they are too slow.
        if kind != "large body":
            assert all(is_held(client) for client in slow)
        # Of the server's own time: on a busy machine, it may have to wait for a processor.
        assert max(seconds) < 1, seconds


def test_a_request_in_many_pieces_is_served(web_port: int) -> None:
    with connect(web_port) as client:
        for byte in b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n":
            client.sendall(bytes([byte]))
        assert client.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_a_connection_serves_one_request_after_another(web_port: int) -> None:
    with connect(web_port) as client:
        for _ in range(3):
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answer = b""
            while not answer.endswith(b"ok\n"):
                answer += client.recv(4096)
            assert answer.startswith(b"HTTP/1.1 200 ")


def test_a_large_body_of_an_honest_client_arrives(web_port: int) -> None:
    with connect(web_port) as client:
        client.sendall(WITH_COOKIE + b"Connection: close\r\nContent-Length: 1500000\r\n\r\n")
        send(client, b"x" * 1_500_000)
        # It was read to its end; without a token the form is refused.
        assert client.recv(4096).split(b" ")[1] == b"403"


def test_a_body_of_no_stated_length_is_refused(web_port: int) -> None:
    with connect(web_port) as client:
        client.sendall(FORM + b"Transfer-Encoding: chunked\r\n\r\n5\r\nuserx\r\n0\r\n\r\n")
        assert client.recv(4096).split(b" ")[1] == b"411"


def test_the_proxy_of_the_guide_buffers_requests() -> None:
    guide = (PROJECT_ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    proxy = guide.partition("reverse_proxy 127.0.0.1:8000 {")[2].partition("}")[0]
    assert proxy.split() == ["request_buffers", "4MiB"]
