"""PeopleNames of people in what somebody typed: found, left out, and never in a release."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from releases.dataset.rules.names import LEFT_OUT, PeopleNames, without_names
from releases.dataset.rules.records import Act, Record
from tests.releases.records import RECORD

NAMES = PeopleNames(["verifier0", "Verifier 0", "anna", "Anna Berg", "mara@example.org", "Ed"])


def searched(*queries: str) -> Record:
    acts = tuple(Act("searched", 1.0, {"query": query}) for query in queries)
    return replace(RECORD, acts=acts)


@pytest.mark.parametrize(
    "query",
    [
        "ask Verifier 0 about it",
        "VERIFIER0?",
        "anna",
        "what anna berg wrote",
        "mara@example.org",
        "who@is.this",
        "(mara example org)",
    ],
)
def test_a_search_that_names_somebody_is_left_out(query: str) -> None:
    record = without_names(searched("Aare", query), NAMES)
    assert [act.body for act in record.acts] == [{"query": "Aare"}, {"query": LEFT_OUT}]
    assert record.provenance["searches_left_out"] == 1


@pytest.mark.parametrize(
    "query", ["Anna Karenina", "verifier 01", "Berg", "ed", "Verifier", "Bergen, Anna", "a@b"]
)
def test_words_that_are_only_like_a_name_stay(query: str) -> None:
    record = searched(query)
    assert without_names(record, NAMES) == record


def test_whoever_is_called_like_a_page_may_be_looked_for() -> None:
    acts = (*searched("anna berg's films").acts, Act("page_opened", 2.0, {"title": "Anna Berg"}))
    record = replace(RECORD, acts=acts)
    assert without_names(record, NAMES) == record


def test_results_do_not_repeat_what_was_left_out() -> None:
    shown = Act("results_shown", 2.0, {"query": "by verifier0", "first": 1, "results": ["Aare"]})
    record = replace(RECORD, acts=(*searched("by verifier0").acts, shown))
    unnamed = without_names(record, NAMES)
    assert [act.body["query"] for act in unnamed.acts] == [LEFT_OUT, LEFT_OUT]
    assert unnamed.acts[1].body["results"] == ["Aare"]
    assert unnamed.provenance["searches_left_out"] == 1
