"""The room shows pages and results of the campaign's own corpus."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

import search
from accounts.models import User
from annotation.models import Attempt
from annotation.services.writing import highlights
from tests.annotation.world import World, make_world
from tests.people import NOW
from tests.wiki.pages import make_corpus
from wiki.models import Redirect

pytestmark = pytest.mark.django_db

LogIn = Callable[[User], Client]


@pytest.fixture
def world() -> World:
    Redirect.objects.create(
        corpus=make_corpus(), title="Old River", target="River 001", fragment="Bridges"
    )
    return make_world(pages=12, target=4)


@pytest.fixture
def attempt(world: World) -> Attempt:
    return highlights.take_highlight(
        campaign=world.campaign, annotator=world.writer, now=timezone.now()
    ).attempt


def get(client: Client, attempt: Attempt, what: str, **query: str) -> tuple[int, str]:
    answer = client.get(f"/desk/{attempt.public_id}/{what}/", query)
    return answer.status_code, answer.content.decode()


def test_the_highlight_is_marked_on_its_page_and_on_no_other(
    log_in: LogIn, attempt: Attempt
) -> None:
    assert attempt.highlight is not None
    title = attempt.highlight.page.title
    status, html = get(log_in(attempt.annotator), attempt, "page", title=title)
    assert status == 200
    assert html.count("data-highlighted") == len(attempt.highlight.addresses)
    other = "River 001" if title != "River 001" else "River 002"
    assert "data-highlighted" not in get(log_in(attempt.annotator), attempt, "page", title=other)[1]


def test_a_redirect_is_followed_and_said(log_in: LogIn, attempt: Attempt) -> None:
    status, html = get(log_in(attempt.annotator), attempt, "page", title="Old_River")
    assert status == 200
    assert 'data-page="River 001"' in html
    assert "Redirected from Old River" in html
    assert 'data-fragment="s-Bridges"' in html


def test_a_missing_page_offers_the_search(log_in: LogIn, attempt: Attempt) -> None:
    status, html = get(log_in(attempt.annotator), attempt, "page", title="No such <b>page</b>")
    assert status == 404
    assert 'data-shown="missing"' in html
    assert 'href="?q=No%20such%20%3Cb%3Epage%3C%2Fb%3E"' in html


def test_results_carry_their_rank_and_an_exact_title_opens(
    log_in: LogIn, world: World, attempt: Attempt
) -> None:
    assert world.campaign.corpus is not None
    search.rebuild_index(corpus=world.campaign.corpus, clock=lambda: NOW)
    client = log_in(attempt.annotator)
    status, html = get(client, attempt, "search", q="story bridge")
    assert status == 200
    assert 'data-shown="results"' in html
    assert 'data-rank="1"' in html
    assert 'data-shown="page"' in get(client, attempt, "search", q="River 003", go="1")[1]
    titles = client.get(f"/desk/{attempt.public_id}/suggest/", {"q": "River 00"}).json()["titles"]
    assert "River 003" in [one["title"] for one in titles]


def test_a_search_that_is_away_says_so(log_in: LogIn, attempt: Attempt) -> None:
    status, html = get(log_in(attempt.annotator), attempt, "search", q="story")
    assert status == 503
    assert "Search is not available right now" in html


@pytest.mark.parametrize("what", ["page", "search", "suggest", "guidelines"])
def test_somebody_elses_room_is_not_there(
    log_in: LogIn, world: World, attempt: Attempt, what: str
) -> None:
    assert get(log_in(world.writers[1]), attempt, what, title="River 001")[0] == 404
