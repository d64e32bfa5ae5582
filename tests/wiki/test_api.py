"""Corpora in the API."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.people import Cast
from tests.wiki.pages import make_page, share_corpus

pytestmark = pytest.mark.django_db


def test_page_is_read_with_its_elements_and_only_once(
    cast: Cast, log_in: Callable[..., Client]
) -> None:
    page = make_page("Aare", "The Aare is a river. It is long.")
    share_corpus(page.corpus, cast.manager)
    client = log_in(cast.manager)
    corpora = client.get("/api/v1/corpora").json()["results"]
    assert [corpus["id"] for corpus in corpora] == [str(page.corpus.public_id)]
    base = f"/api/v1/corpora/{page.corpus.public_id}"
    assert client.get(f"{base}/pages").json()["results"] == [{"title": "Aare"}]
    response = client.get(f"{base}/pages/Aare")
    assert response.json()["elements"][0]["text"] == "The Aare is a river."
    etag = response.headers["ETag"]
    unchanged = client.get(f"{base}/pages/Aare", headers={"If-None-Match": etag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    element = client.get(f"{base}/elements/sentence_1/Aare").json()
    assert element["element"]["text"] == "It is long."
    assert element["context"][0] == {"address": "title", "kind": "title", "text": "Aare"}
    for missing in ("pages/Rhine", "elements/sentence_9/Aare", "elements/title/Aare"):
        assert client.get(f"{base}/{missing}").status_code == 404


def test_corpus_of_others_does_not_exist(cast: Cast, log_in: Callable[..., Client]) -> None:
    page = make_page("Aare", "The Aare is a river.")
    client = log_in(cast.stranger)
    assert client.get("/api/v1/corpora").json()["results"] == []
    for path in ("pages", "pages/Aare", "elements/sentence_0/Aare", "search", "search?x=1"):
        response = client.get(f"/api/v1/corpora/{page.corpus.public_id}/{path}")
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
