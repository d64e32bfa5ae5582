"""Requests while they arrive."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.request_intake import MOST_HEAD, MOST_WAITED_FOR, RequestIntake

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def post(body: int, *fields: bytes) -> bytes:
    head = [b"POST / HTTP/1.1", b"Host: x", b"Content-Length: %d" % body, *fields]
    return b"\r\n".join(head) + b"\r\n\r\n"


def test_a_request_without_a_body_is_ready_with_its_head() -> None:
    intake = RequestIntake()
    readiness = []
    for piece in (GET[:-1], GET[-1:]):
        intake.feed(piece)
        readiness.append(intake.is_ready)
    assert readiness == [False, True]
    collected, missing = intake.take()
    assert (collected.read(), missing, intake.is_empty) == (GET, 0, True)


def test_a_body_is_waited_for() -> None:
    intake = RequestIntake()
    readiness = []
    for piece in (post(5) + b"abcd", b"e"):
        intake.feed(piece)
        readiness.append(intake.is_ready)
    assert readiness == [False, True]
    collected, missing = intake.take()
    assert (collected.read(), missing) == (post(5) + b"abcde", 0)


def test_of_a_large_body_only_the_beginning_is_waited_for() -> None:
    head = post(3 * MOST_WAITED_FOR)
    intake = RequestIntake()
    intake.feed(head)
    assert (intake.is_large, intake.is_ready) == (True, False)
    intake.feed(b"x" * MOST_WAITED_FOR)
    assert intake.is_ready
    collected, missing = intake.take()
    assert len(collected.read()) + missing == len(head) + 3 * MOST_WAITED_FOR


def test_what_comes_after_a_request_stays() -> None:
    intake = RequestIntake()
    intake.feed(post(2) + b"ab" + GET)
    assert intake.take()[0].read() == post(2) + b"ab"
    assert (intake.is_ready, intake.take()[0].read()) == (True, GET)


def test_a_client_that_waits_for_a_sign_is_known() -> None:
    intake = RequestIntake()
    intake.feed(post(2, b"Expect: 100-Continue"))
    assert (intake.expects_continue, intake.is_ready) == (True, False)


def test_a_head_without_an_end_is_given_to_the_parser() -> None:
    intake = RequestIntake()
    intake.feed(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * (MOST_HEAD // 6 + 1))
    assert intake.is_ready


@given(cuts=st.lists(st.integers(0, 60), max_size=8))
def test_any_division_of_the_bytes_gives_the_same_request(cuts: list[int]) -> None:
    whole = post(9, b"Cookie: a=b") + b"123456789"
    intake = RequestIntake()
    places = sorted({0, *(min(cut, len(whole)) for cut in cuts), len(whole)})
    for start, end in pairwise(places):
        assert not intake.is_ready
        intake.feed(whole[start:end])
    assert intake.is_ready
    assert intake.take()[0].read() == whole


@pytest.mark.parametrize("length", [b"-5", b"1e3", b"0x10", b"9" * 30, b"\xc2\xb2"])
def test_a_length_that_is_none_is_left_to_the_parser(length: bytes) -> None:
    intake = RequestIntake()
    intake.feed(b"POST / HTTP/1.1\r\nContent-Length: " + length + b"\r\n\r\n")
    assert (intake.is_ready, intake.is_large) == (True, False)
