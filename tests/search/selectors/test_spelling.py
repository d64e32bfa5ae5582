"""Queries that may have been meant, and which of them are offered."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import Settings

from search import rebuild_index, search_pages
from search.query import (
    parse_query,
)
from tests.search.query_texts import PIECES, shape_of
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus

# Of the demo's encyclopedia: what is offered for each query.
MEANT = {
    "vistla": "vistula",
    "Vistla VIENA": "Vistula Vienna",
    "danube, vistla!": "danube, vistula!",
    "Fischer–Spaski": "Fischer–Spassky",
    # However they begin.
    "bistula": "vistula",
    "istula": "vistula",
    "xvistula": "vistula",
    "ivstula": "vistula",
    # Where they stand.
    "(dnube OR rhne) budapst": "(danube OR rhine) budapest",
    "danube AND vistla": "danube AND vistula",
    "danube (vistla": "danube (vistula",
    '"longst river"': '"longest river"',
    "“Summer Olympcs”": "“Summer Olympics”",
    '"longest rivr"~3': '"longest river"~3',
    "intitle:dnube": "intitle:danube",
    'INTITLE:"Lake Geneav"': 'INTITLE:"Lake Geneva"',
    "inlead: capitl": "inlead: capital",
    "insection:tributries": "insection:tributaries",
    'intable:"288 kmm"': 'intable:"288 km"',
    "linksto:Lake_Thunn": "linksto:Lake_Thun",
    'incategory:"Rivers of Swizterland"': 'incategory:"Rivers of Switzerland"',
    # All else stays.
    "tributry -danbue": "tributary -danbue",
    "vistla -vistla": "vistula -vistla",
    "tributry danu*": "tributary danu*",
    "championshp kaspar?v": "championship kaspar?v",
    "championshp kasparow~": "championship kasparow~",
    "hastable:  Olympcs": "hastable:  Olympics",
    r"rivr insource:/\d{4}/": r"river insource:/\d{4}/",
    # Without slashes this operator is ignored, and so it is not offered.
    "insource:dnube": "danube",
    # What finds nothing all the same is not offered.
    r"rivr insource:/qqq/": "",
    '"chess danbue"': "",
    "prefix:Laek": "",
    "vistl*": "",
    # Another number is another fact.
    "olympics 2013": "",
    # What finds something is left alone.
    "danube OR vistla": "",
    "rhine -vistla": "",
}


def test_what_is_offered_on_the_demo(demo: Corpus, engine: str) -> None:
    rebuild_index(corpus=demo)
    assert {text: search_pages(corpus=demo, text=text).did_you_mean for text in MEANT} == MEANT


@pytest.fixture
def corpus(db: None) -> Corpus:
    corpus = make_corpus()
    make_page("Coffee", "People drink coffee. A coffer. Another coffer.", corpus=corpus)
    make_page("Tea", "People drink tea.\n\n== History ==\nOld coffer.", corpus=corpus)
    rebuild_index(corpus=corpus)
    return corpus


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("text", "offered"),
    [
        # Of "coffer" and "coffee", as near as each other, the first stands on more pages.
        ("coffeg", "coffer"),
        ('"drink coffeg"', '"drink coffee"'),
        ("intitle:coffeg", "intitle:coffee"),
        ('"drnk coffeg"', '"drink coffee"'),
        ('"tea coffeg"', ""),
    ],
)
def test_of_near_words_one_is_taken_that_finds_something(
    corpus: Corpus, text: str, offered: str
) -> None:
    assert search_pages(corpus=corpus, text=text).did_you_mean == offered


def test_a_pattern_that_cannot_be_tried_in_time_has_not_found_anything(
    corpus: Corpus, settings: Settings
) -> None:
    text = "drnk insource:/tea/"
    assert search_pages(corpus=corpus, text=text).did_you_mean == "drink insource:/tea/"
    settings.SEARCH_PATTERN_SECONDS = 0.0
    assert search_pages(corpus=corpus, text=text).did_you_mean == ""


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        (" ".join(f"peple{number}x" for number in range(1_000)), 0),
        ('"' + " ".join(f"p{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(240)) + '"', 0),
        (" OR ".join(f"coffe{chr(97 + number)}" for number in range(5, 16)), 0),
        (" OR ".join(f"coffe{chr(97 + number)}" for number in range(5, 15)), 10),
        ("水" * 1_000, 1),
        # All that is read of it is known.
        ("people " * 1_000 + "peple", 0),
    ],
    ids=lambda value: str(value)[:12],
)
def test_words_are_compared_where_no_more_than_ten_are_unknown(
    corpus: Corpus, text: str, compared: int
) -> None:
    with CaptureQueriesContext(connection) as asked:
        search_pages(corpus=corpus, text=text)
    assert len([query for query in asked if "LENGTH(term)" in query["sql"]]) == compared


MISSPELT = st.lists(
    st.one_of(
        st.sampled_from(["cofee", "Peple", "drnk ", "histry", "tee", " OR ", " "]),
        st.sampled_from(['"', "(", ")", "-", "~2", "insection:", "intitle:", "incategory:", "*"]),
        st.text(max_size=2),
    ),
    max_size=10,
).map("".join)


@pytest.mark.postgres
@hypothesis_settings(
    max_examples=50,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=st.one_of(PIECES, MISSPELT))
@example(text='"peple drnk" OR intitle:cofee -histry')
def test_what_is_offered_has_the_same_shape_and_finds_something(corpus: Corpus, text: str) -> None:
    offered = search_pages(corpus=corpus, text=text).did_you_mean
    if offered:
        assert shape_of(parse_query(offered).tree) == shape_of(parse_query(text).tree)
        assert search_pages(corpus=corpus, text=offered).total > 0
