"""The help page: every example is a link, and finds something in the demo corpus."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import lxml.html
import pytest
from django.test import Client

import search
from accounts.models import User
from search.views.help_page import CHAPTERS
from tests.people import Cast
from wiki.services.demo import load_demo_corpus

EXAMPLES = [example.query for chapter in CHAPTERS for example in chapter.examples]


def test_every_example_can_be_tried(cast: Cast, log_in: Callable[[User], Client]) -> None:
    page: lxml.html.HtmlElement = lxml.html.fromstring(
        log_in(cast.annotator).get("/search/help/").content
    )
    links = {a.text_content(): a.get("href") for a in page.find_class("search-help__example")}
    assert list(links) == EXAMPLES
    assert links['"whole course lies"'] == "/search/?q=%22whole%20course%20lies%22"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_every_example_finds_something_and_is_wholly_understood() -> None:
    corpus = load_demo_corpus(now=datetime(2026, 1, 1, tzinfo=UTC))
    search.rebuild_index(corpus=corpus)
    wrong = []
    for query in EXAMPLES:
        found = search.search_pages(corpus=corpus, text=query, with_flagged=False)
        if not found.total or found.ignored:
            wrong.append((query, found.total, found.ignored))
    assert wrong == []
