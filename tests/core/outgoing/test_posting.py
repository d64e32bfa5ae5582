"""Requests to real servers on this machine."""

from __future__ import annotations

import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from core.outgoing.addresses import Fault, Policy
from core.outgoing.posting import EXCERPT, PostLimits, PostReply, post
from tests.core.outgoing.receivers import Receiver, raw, receiving

LOCAL = Policy((ip_network("127.0.0.0/8"),), allows_http=True)
SHORT = PostLimits(connect=1, total=1)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as opened:
        yield opened


def send(url: str, policy: Policy = LOCAL, **more: Any) -> PostReply:
    return post(url, b"{}", {"webhook-id": "m1"}, policy=policy, **more)


def test_a_request_arrives_as_it_was_meant(receiver: Receiver) -> None:
    reply = send(receiver.url)
    assert (reply.status, reply.fault, reply.excerpt) == (204, None, "")
    ((path, headers, body),) = receiver.requests
    assert (path, body, headers["webhook-id"]) == ("/hook?key=1", b"{}", "m1")
    assert headers["Host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.parametrize(
    ("status", "fault"),
    [(200, None), (299, None), (400, Fault.STATUS), (410, Fault.STATUS), (503, Fault.STATUS)],
)
def test_only_a_success_is_accepted(receiver: Receiver, status: int, fault: Fault | None) -> None:
    receiver.answer = status
    reply = send(receiver.url)
    assert (reply.status, reply.fault) == (status, fault)


def test_this_machine_is_not_called_unless_allowed(receiver: Receiver) -> None:
    assert send(receiver.url, Policy(allows_http=True)).fault == Fault.NETWORK
    assert send(receiver.url, Policy((ip_network("127.0.0.0/8"),))).fault == Fault.SCHEME
    name = f"http://localhost:{receiver.port}/"
    assert send(name, Policy(allows_http=True)).fault == Fault.NETWORK
    assert receiver.requests == []


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(receiver: Receiver, status: int) -> None:
    with receiving() as inside:
        answer = f"HTTP/1.1 {status} Moved\r\nLocation: {inside.url}\r\n\r\n"
        receiver.answer = raw(answer.encode())
        reply = send(receiver.url)
    assert (reply.status, reply.fault) == (status, Fault.REDIRECT)
    assert inside.requests == []


def test_a_name_is_resolved_once_and_its_checked_address_is_called(receiver: Receiver) -> None:
    asked = []

    def rebinding(host: str, port: int, **more: Any) -> Any:
        asked.append(host)
        address = "127.0.0.1" if len(asked) == 1 else "10.0.0.1"
        return [(0, 0, 0, "", (address, port))]

    url = f"http://hooks.example.org:{receiver.port}/"
    assert send(url, look_up=rebinding).fault is None
    assert asked == ["hooks.example.org"]
    assert receiver.requests[0][1]["Host"] == f"hooks.example.org:{receiver.port}"
    # The second time the name leads elsewhere, and is checked again.
    assert send(url, look_up=rebinding).fault == Fault.NETWORK
    assert len(receiver.requests) == 1


def test_the_next_address_is_tried(receiver: Receiver) -> None:
    def two(host: str, port: int, **more: Any) -> Any:
        return [(0, 0, 0, "", (address, port)) for address in ("127.0.0.9", "127.0.0.1")]

    assert send(f"http://hooks.example.org:{receiver.port}/", look_up=two).fault is None


def test_proxies_of_the_environment_are_not_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert send(receiver.url).fault is None


def test_the_beginning_of_an_answer_is_kept(receiver: Receiver) -> None:
    body = b"no\x00\n" + b"a" * 2000
    head = f"HTTP/1.1 500 No\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    receiver.answer = raw(head + body)
    reply = send(receiver.url)
    assert reply.excerpt == "no  " + "a" * (EXCERPT - 4)


def test_a_body_that_breaks_off_does_not_count(receiver: Receiver) -> None:
    receiver.answer = raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz")
    reply = send(receiver.url)
    assert (reply.status, reply.fault, reply.excerpt) == (200, None, "")


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        (b"", Fault.CONNECTION),
        (b"SSH-2.0-OpenSSH\r\n", Fault.ANSWER),
        (b"HTTP/1.1 abc\r\n\r\n", Fault.ANSWER),
        (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200, Fault.ANSWER),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 10_000, Fault.ANSWER),
    ],
    ids=["nothing", "another protocol", "no status", "many headers", "no end"],
)
def test_what_is_no_answer_is_a_fault(receiver: Receiver, sent: bytes, fault: Fault) -> None:
    receiver.answer = raw(sent)
    assert send(receiver.url).fault == fault


def test_a_slow_answer_ends_in_time(receiver: Receiver) -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        for letter in b"HTTP/1.1 200 OK and so on for a long time":
            handler.wfile.write(bytes([letter]))
            handler.wfile.flush()
            time.sleep(0.1)

    receiver.answer = drip
    reply = send(receiver.url, limits=SHORT)
    # Without a limit for all of it the end would come after some four seconds, as no time-out.
    assert (reply.status, reply.fault) == (None, Fault.TIMEOUT)


def test_a_port_where_nobody_listens_is_a_fault() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        assert send(f"http://127.0.0.1:{closed.getsockname()[1]}/").fault == Fault.CONNECTION


def certificate_for(host: str, folder: Path) -> Path:
    """Return a file with a key and a certificate that it signed itself."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={host}"]
    command += ["-addext", f"subjectAltName=DNS:{host}"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes(key.read_bytes() + certificate.read_bytes())
    return both


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate_for("hooks.example.org", tmp_path_factory.mktemp("tls"))


def test_the_certificate_must_be_of_the_host(certificate: Path) -> None:
    def local(host: str, port: int, **more: Any) -> Any:
        return [(0, 0, 0, "", ("127.0.0.1", port))]

    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(certificate)
    asked: list[str | None] = []
    server.sni_callback = lambda opened, name, context: asked.append(name)
    trusting = ssl.create_default_context(cafile=str(certificate))
    with receiving(server) as receiver:
        right = f"https://hooks.example.org:{receiver.port}/"
        other = f"https://other.example.org:{receiver.port}/"
        assert send(right, look_up=local, tls=trusting).fault is None
        assert asked == ["hooks.example.org"]
        assert send(other, look_up=local, tls=trusting).fault == Fault.TLS
        assert send(right, look_up=local).fault == Fault.TLS
    assert len(receiver.requests) == 1
