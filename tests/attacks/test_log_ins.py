"""Strangers who try passwords: they stop themselves, and nobody else."""

from __future__ import annotations

import threading

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import password_turns
from accounts.models import CountedTries
from accounts.password_turns import BusyError, password_check
from accounts.throttling import SAME_NAME, SAME_NAME_AND_PLACE, SAME_PLACE
from tests.people import PASSWORD, Cast


def try_to_log_in(client: Client, username: str, password: str, address: str) -> int:
    data = {"username": username, "password": password}
    headers = {"X-Forwarded-For": address}
    return client.post("/log-in/", data, headers=headers, REMOTE_ADDR="10.0.0.1").status_code


def attack(username: str, tries: int, address: str) -> list[int]:
    return [try_to_log_in(Client(), username, f"wrong {n}", address) for n in range(tries)]


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


def test_many_places_cost_the_owner_of_a_known_browser_nothing(cast: Cast) -> None:
    owner = Client()
    assert try_to_log_in(owner, "anna", PASSWORD, "192.0.2.1") == 302
    owner.post("/log-out/")
    for number in range(SAME_NAME.free):
        try_to_log_in(Client(), "anna", "wrong", f"203.0.113.{number % 250}")
    assert try_to_log_in(Client(), "anna", "wrong", "198.51.100.1") == 429
    # Even from the strangers' own address.
    assert try_to_log_in(owner, "anna", PASSWORD, "203.0.113.1") == 302


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
