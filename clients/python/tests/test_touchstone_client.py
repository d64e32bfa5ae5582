"""The client against answers of a site."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from fake_site import Site, ok, refusal
from touchstone_client import ApiError, Touchstone
from touchstone_client.errors import UnreachableError

JOB = {
    "id": "j",
    "title": "Build a release",
    "state": "running",
    "sentence": "Running",
    "progress_done": 1,
    "progress_total": 4,
    "progress_note": "",
    "error": "",
    "result": None,
    "a_field_of_a_later_version": 1,
}


def client(site: Site) -> Touchstone:
    return Touchstone("https://site.example/", "tst_secret", transport=site)


def test_lists_are_read_to_their_end() -> None:
    row = {
        "name": "Rivers",
        "state": "open",
        "corpus": None,
        "role": "annotator",
        "writes_claims": False,
        "verifies_claims": True,
    }
    site = Site(
        ok({"results": [{"id": "a", **row}], "next_cursor": "next"}),
        ok({"results": [{"id": "b", **row}], "next_cursor": None}),
    )
    assert [campaign.id for campaign in client(site).campaigns()] == ["a", "b"]
    assert site.asked == [
        "GET /api/v1/campaigns?limit=200",
        "GET /api/v1/campaigns?limit=200&cursor=next",
    ]
    assert site.requests[0].headers["Authorization"] == "Bearer tst_secret"


def test_a_judgement_is_confirmed_and_then_submitted_with_its_token() -> None:
    site = Site(ok({"confirmation": "t"}), ok({"id": "v", "version": 2}))
    judgement = {"verdict": "supported", "sets": []}
    assert client(site).submit("a", judgement).version == 2
    assert site.asked == ["POST /api/v1/attempts/a/confirm", "POST /api/v1/attempts/a/submit"]
    assert site.body(1) == {"confirmation": "t", "judgement": judgement}
    keys = {request.headers["Idempotency-Key"] for request in site.requests}
    assert len(keys) == 2


def test_what_failed_on_the_way_is_sent_again_with_the_same_key(waits: list[float]) -> None:
    busy = refusal(429, "throttled", **{"Retry-After": "7"})
    lost = httpx.ReadError("cut off")
    in_use = refusal(409, "idempotency_key_in_use", **{"Retry-After": "2"})
    site = Site(lost, busy, in_use, ok({"outcome": "skipped"}))
    client(site).skip("a", "too_hard")
    assert len({request.headers["Idempotency-Key"] for request in site.requests}) == 1
    assert waits[1:] == [7.0, 2.0]


@pytest.mark.parametrize("status", [400, 403, 404, 409, 422])
def test_refusals_are_not_repeated_and_keep_their_code(status: int, waits: list[float]) -> None:
    site = Site(refusal(status, "no_such_thing"))
    with pytest.raises(ApiError) as caught:
        client(site).take("c")
    assert (caught.value.status, caught.value.code) == (status, "no_such_thing")
    assert str(caught.value) == f"Not now. ({status} no_such_thing)"
    assert waits == []


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"\xff"])
def test_answers_of_something_else_are_errors_too(body: bytes, waits: list[float]) -> None:
    site = Site(*(httpx.Response(502, content=body) for _ in range(5)))
    with pytest.raises(ApiError) as caught:
        client(site).me()
    assert (caught.value.status, caught.value.code) == (502, "http_error")
    assert len(waits) == 4


def test_a_site_that_never_answers_is_given_up(waits: list[float]) -> None:
    site = Site(*(httpx.ConnectError("refused") for _ in range(5)))
    with pytest.raises(UnreachableError):
        client(site).me()
    assert waits == [1.0, 2.0, 4.0, 8.0]


def test_the_token_follows_no_redirect() -> None:
    site = Site(httpx.Response(302, headers={"Location": "https://elsewhere.example/"}))
    with pytest.raises(ApiError):
        client(site).me()
    assert len(site.requests) == 1


def test_a_job_is_followed_to_its_end(waits: list[float]) -> None:
    site = Site(ok(JOB), ok(JOB | {"progress_done": 3}), ok(JOB | {"state": "failed"}))
    heard: list[Any] = []
    ended = client(site).follow_job("j", lambda job: heard.append(job.progress_done), every=3)
    assert heard == [1, 3, 1]
    assert waits == [3, 3]
    assert (ended.is_finished, ended.has_succeeded) == (True, False)


def test_titles_may_have_any_character() -> None:
    site = Site(ok({"title": "AC/DC?"}))
    client(site).page("c", "AC/DC?")
    assert site.asked == ["GET /api/v1/corpora/c/pages/AC%2FDC%3F"]
