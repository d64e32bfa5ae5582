"""Strangers who try passwords: they stop themselves, and nobody else."""

from __future__ import annotations

import re
import selectors
import socket
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import password_turns
from accounts.models import CountedTries
from accounts.password_turns import AT_ONCE, WAITING, BusyError, password_check
from accounts.services import log_ins, tries
from accounts.throttling import SAME_NAME_AND_PLACE, SAME_NAME_AND_SITE, SAME_PLACE
from tests.attacks.conftest import HoldingServer
from tests.config.programs import PATIENCE_SECONDS, get
from tests.people import NOW, PASSWORD, Cast


def try_to_log_in(client: Client, username: str, password: str, address: str) -> int:
    data = {"username": username, "password": password}
    headers = {"X-Forwarded-For": address}
    return client.post("/log-in/", data, headers=headers, REMOTE_ADDR="10.0.0.1").status_code


def attack(username: str, tries: int, address: str) -> list[int]:
    return [try_to_log_in(Client(), username, f"wrong {n}", address) for n in range(tries)]


# The true number takes half a minute.
MANY_HERE = 12


@pytest.fixture
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MANY", MANY_HERE)


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings: Settings) -> None:
    settings.PROXY_COUNT = 1


def test_a_stranger_locks_out_only_themselves(client: Client, cast: Cast) -> None:
    statuses = attack("anna", SAME_NAME_AND_PLACE.free + 2, "203.0.113.66")
    assert statuses == [422] * (SAME_NAME_AND_PLACE.free - 1) + [429] * 3
    assert try_to_log_in(client, "anna", PASSWORD, "192.0.2.1") == 302


def test_forging_other_addresses_does_not_help(cast: Cast) -> None:
    statuses = [
        try_to_log_in(Client(), "anna", "wrong", f"192.0.2.{number}, 203.0.113.66")
        for number in range(SAME_NAME_AND_PLACE.free + 1)
    ]
    assert statuses[-2:] == [429, 429]


def test_one_place_cannot_try_many_names(cast: Cast) -> None:
    address = "203.0.113.66"
    tried = [try_to_log_in(Client(), f"name-{n}", "wrong", address) for n in range(SAME_PLACE.free)]
    assert set(tried[:-1]) == {422}
    assert try_to_log_in(Client(), "another", "wrong", address) == 429
    assert try_to_log_in(Client(), "another", "wrong", "192.0.2.1") == 422


def attack_from_many_places(username: str) -> set[int]:
    """Try passwords until the name is known to be attacked; return the statuses."""
    return {
        try_to_log_in(Client(), username, "wrong", f"203.0.{number // 250}.{number % 250}")
        for number in range(MANY_HERE)
    }


@pytest.mark.usefixtures("_few_are_many")
def test_an_owner_in_a_new_browser_is_not_locked_out_by_many_places(cast: Cast) -> None:
    assert attack_from_many_places("anna") == {422}
    assert try_to_log_in(Client(), "anna", PASSWORD, "192.0.2.1") == 302
    # The attack goes on, and the owner travels.
    assert attack_from_many_places("anna") == {422}
    assert try_to_log_in(Client(), "anna", "mistyped", "192.0.2.2") == 422
    assert try_to_log_in(Client(), "anna", PASSWORD, "192.0.2.2") == 302


@pytest.mark.usefixtures("_few_are_many")
def test_during_an_attack_each_site_has_few_guesses(cast: Cast) -> None:
    attack_from_many_places("anna")
    free = SAME_NAME_AND_SITE.free
    assert attack("anna", free + 1, "198.51.100.1") == [422] * (free - 1) + [429] * 2
    # The networks of one IPv6 customer are one site.
    statuses = [
        try_to_log_in(Client(), "anna", "wrong", f"2001:db8:7:{number}::1")
        for number in range(free + 1)
    ]
    assert statuses == [422] * (free - 1) + [429] * 2
    # Other names are tried as always.
    assert attack("mona", free + 1, "198.51.100.2") == [422] * (free + 1)


@pytest.mark.usefixtures("_few_are_many")
def test_many_places_cost_the_owner_of_a_known_browser_nothing(cast: Cast) -> None:
    owner = Client()
    assert try_to_log_in(owner, "anna", PASSWORD, "192.0.2.1") == 302
    owner.post("/log-out/")
    attack_from_many_places("anna")
    attack("anna", SAME_NAME_AND_SITE.free, "203.0.0.1")
    assert try_to_log_in(Client(), "anna", PASSWORD, "203.0.0.1") == 429
    # Even from the strangers' own address.
    assert try_to_log_in(owner, "anna", PASSWORD, "203.0.0.1") == 302


def test_a_known_browser_has_a_limit_of_its_own(cast: Cast) -> None:
    owner = Client()
    assert try_to_log_in(owner, "anna", PASSWORD, "192.0.2.1") == 302
    owner.post("/log-out/")
    free = SAME_NAME_AND_PLACE.free
    statuses = [try_to_log_in(owner, "anna", "wrong", "192.0.2.1") for _ in range(free)]
    assert statuses == [422] * (free - 1) + [429]


def test_a_forged_cookie_makes_no_known_browser(cast: Cast) -> None:
    stranger = Client()
    stranger.cookies["known_browser"] = "eyJicm93c2VyIjoiYSIsIm5hbWVzIjpbImFubmEiXX0:1:forged"
    assert try_to_log_in(stranger, "anna", "wrong", "203.0.113.66") == 422
    assert not CountedTries.objects.filter(kind="known browser").exists()


def test_who_is_overtaken_at_the_counter_need_not_wait(db: None) -> None:
    source = log_ins.LogInSource("anna", "192.0.2.1", "192.0.2.1", "")
    log_ins.begin_log_in(source=source, now=NOW)
    # Asked for the time before the first one, counted after it.
    log_ins.begin_log_in(source=source, now=NOW - timedelta(milliseconds=5))
    assert set(CountedTries.objects.values_list("tries", flat=True)) == {2}


def test_names_and_addresses_are_not_kept(cast: Cast) -> None:
    attack("anna", 1, "203.0.113.66")
    for row in CountedTries.objects.values_list("name_digest", "source_digest"):
        assert not {"anna", "203.0.113.66"} & set(row)


def test_checks_beyond_a_few_are_sent_away_at_once() -> None:
    waiting = threading.Barrier(password_turns.AT_ONCE + 1)
    done = threading.Event()

    def check() -> None:
        with password_check():
            waiting.wait()
            done.wait()

    running = [threading.Thread(target=check) for _ in range(password_turns.AT_ONCE)]
    for thread in running:
        thread.start()
    waiting.wait()
    # All turns are taken; the places to wait in are, too.
    for _ in range(password_turns.WAITING):
        assert password_turns._places.acquire(blocking=False)
    try:
        with pytest.raises(BusyError), password_check():
            raise AssertionError("nobody gets a turn")
    finally:
        for _ in range(password_turns.WAITING):
            password_turns._places.release()
        done.set()
        for thread in running:
            thread.join()
    with password_check():
        pass


def test_who_is_sent_away_is_told_and_not_counted(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = threading.BoundedSemaphore(1)
    full.acquire()
    monkeypatch.setattr(password_turns, "_places", full)
    response = client.post("/log-in/", {"username": "anna", "password": PASSWORD})
    assert (response.status_code, response["Retry-After"]) == (503, "3")
    assert "Many people are logging in" in response.content.decode()
    assert sum(CountedTries.objects.values_list("tries", flat=True)) == 0


@pytest.mark.slow
@pytest.mark.xdist_group("start")
def test_sixteen_log_ins_at_once_leave_threads_to_others(holding_server: HoldingServer) -> None:
    port = holding_server.port
    requests = [log_in_request(port, f"name-{number}") for number in range(16)]
    with ExitStack() as stack, selectors.DefaultSelector() as answered:
        for request in requests:
            client = stack.enter_context(connect(port))
            client.sendall(request)
            answered.register(client, selectors.EVENT_READ)
        # No check ends: who has no place is sent away, while the others keep their threads.
        most = AT_ONCE + WAITING
        statuses = [status for _, status in zip(range(16 - most), answers(answered), strict=False)]
        assert statuses == [503] * (16 - most)
        # Threads are left for others.
        assert get(f"http://127.0.0.1:{port}/healthz") == (200, "ok\n")
        holding_server.hold.unlink()
        held = [status for _, status in zip(range(most), answers(answered), strict=False)]
    assert held == [422] * most
    # The site is as before: the next log-in is checked.
    with connect(port) as client:
        client.sendall(log_in_request(port, "another"))
        assert client.recv(4096).startswith(b"HTTP/1.1 422 ")


def answers(waiting: selectors.BaseSelector) -> Iterator[int]:
    """Yield the statuses of answers as they come, each of a client that waits no more."""
    while waiting.get_map():
        ready = waiting.select(PATIENCE_SECONDS)
        assert ready, f"no answer within {PATIENCE_SECONDS} s"
        key, _ = ready[0]
        waiting.unregister(key.fileobj)
        assert isinstance(key.fileobj, socket.socket)
        yield int(key.fileobj.recv(4096).split(b" ")[1])


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)


def log_in_request(port: int, username: str) -> bytes:
    """Return a complete request with a wrong password and a valid token."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/log-in/", timeout=60) as page:
        cookie = page.headers["Set-Cookie"].partition(";")[0]
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
    assert token is not None
    fields = {"csrfmiddlewaretoken": token[1], "username": username, "password": "wrong"}
    body = urlencode(fields).encode()
    head = (
        f"POST /log-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: {cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
