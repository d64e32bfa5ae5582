"""Whatever a query says: both engines answer it, and find what reading every page finds.

The queries are trees that stand as deep in one another as our limits let them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from search.compile.clauses import Bool, Clause, Constant, Everything, Term
from search.compile.compiler import compile_in_title, compile_query
from search.engines.base import Engine, RankedPages, Reader
from search.engines.elastic_engine import ElasticEngine
from search.engines.elastic_queries import query_of, weighted
from search.engines.ordering import best_pages, titles_first
from search.engines.tantivy_engine import TantivyEngine
from search.errors import QueryRefusedError
from search.query import (
    And,
    HasTable,
    InCategory,
    LinksTo,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    TitlePrefix,
    Within,
    Word,
    parse_query,
    print_query,
)
from search.query.parsing import DEEPEST, MOST_EXPANDED, MOST_LEAVES
from tests.examples import examples
from tests.search.engines.brute_force import BruteForce, Words
from tests.search.engines.generated import CATEGORIES, World
from tests.search.query_texts import PIECES

pytestmark = [pytest.mark.elasticsearch, pytest.mark.xdist_group("elasticsearch")]

KEY, BUILD = "any", "1"
WORLD = World(seed=17, words=40)
PAGES = list(WORLD.pages(120))
WORDS = Words(tuple(sorted({word for page in PAGES for word in page.words()})))
# What Elasticsearch takes unless it is told otherwise: `indices.query.bool.max_nested_depth`, and
# the least that `indices.query.bool.max_clause_count` comes to.
DEEPEST_THERE = 30
MOST_THERE = 1024


INNER = ("query", "must", "should", "must_not", "filter", "clauses")


def _inner(query: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the queries inside a query of Elasticsearch."""
    [body] = query.values()
    found = [body[name] for name in INNER if name in body and isinstance(body[name], dict | list)]
    return [inner for some in found for inner in (some if isinstance(some, list) else [some])]


def _depth(query: dict[str, Any]) -> int:
    return 1 + max(map(_depth, _inner(query)), default=0)


def _count(query: dict[str, Any]) -> int:
    return sum(map(_count, _inner(query))) or 1


@dataclass(frozen=True)
class Both:
    """The same pages in two indices."""

    tantivy: Reader
    elastic: Reader


@pytest.fixture(scope="module")
def both(elasticsearch_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    folder: Path = tmp_path_factory.mktemp("any")
    elastic = ElasticEngine(elasticsearch_url, prefix="any", shards=1, replicas=0)
    engines: list[Engine] = [TantivyEngine(str(folder)), elastic]
    for engine in engines:
        engine.create_build(KEY, BUILD)
        with engine.writer(KEY, BUILD) as writer:
            writer.add(PAGES)
            writer.commit()
        engine.publish_build(KEY, BUILD)
    yield Both(*(engine.reader(KEY) for engine in engines))
    elastic.drop_build(KEY, BUILD)


def _most_asked(tree: Node, *, with_flagged: bool = True) -> dict[str, Any]:
    """Return the larger of the two queries that Elasticsearch gets where titles come first."""
    clause = compile_query(tree, text="a title", lookup=WORDS, with_flagged=with_flagged).clause
    in_title = compile_in_title(tree, lookup=WORDS, with_flagged=with_flagged)
    return weighted(query_of(Bool(must=(clause, Constant(in_title or Everything())))))


def _ask(reader: Reader, tree: Node, *, with_flagged: bool, by_title: bool = False) -> RankedPages:
    """Return all pages found. The query is within the limits of a server with default settings."""
    most = _most_asked(tree, with_flagged=with_flagged)
    assert _depth(most) <= DEEPEST_THERE
    assert _count(most) <= MOST_THERE
    asked = compile_query(tree, text="", lookup=WORDS, with_flagged=with_flagged)
    in_title = compile_in_title(tree, lookup=WORDS, with_flagged=with_flagged)
    if by_title and in_title is not None:
        return titles_first(reader, asked, in_title, 0, len(PAGES))
    return best_pages(reader, asked, offset=0, limit=len(PAGES))


def _ids(found: RankedPages) -> list[int]:
    return list(found.page_ids)


# --- trees ---------------------------------------------------------------------------------
_WORDS = st.sampled_from(WORLD.words)
_LEAVES: st.SearchStrategy[Any] = st.one_of(
    st.builds(Word, _WORDS),
    st.builds(Phrase, st.lists(_WORDS, min_size=2, max_size=2).map(" ".join), st.integers(0, 3)),
    st.builds(Prefix, _WORDS.map(lambda word: word[:2])),
)
_ATOMS: st.SearchStrategy[Any] = st.one_of(
    _LEAVES,
    st.builds(Within, st.sampled_from(["title", "lead", "headings", "tables"]), _LEAVES),
    st.builds(InCategory, st.sampled_from(CATEGORIES)),
    st.builds(LinksTo, _WORDS),
    st.builds(TitlePrefix, _WORDS.map(lambda word: word[:2])),
    st.just(HasTable()),
)


def _joined(nodes: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(nodes, min_size=2, max_size=3).map(tuple)
    return st.one_of(st.builds(And, some), st.builds(Or, some), st.builds(Not, nodes))


@st.composite
def _deep(draw: st.DrawFn) -> Node:
    """Nest each level in the parentheses of the one above."""
    tree: Node = draw(_ATOMS)
    for _ in range(draw(st.integers(1, DEEPEST))):
        tree = And((draw(_ATOMS), Or((draw(_ATOMS), draw(st.sampled_from([tree, Not(tree)]))))))
    return tree


def _as_typed(tree: Node) -> Node | None:
    """Return the tree as the parser reads it, within its limits."""
    return parse_query(print_query(tree)).tree


TREES = st.one_of(st.recursive(_ATOMS, _joined, max_leaves=12), _deep()).map(_as_typed)


@settings(max_examples=examples(80))
@given(tree=TREES, with_flagged=st.booleans())
def test_both_engines_find_what_reading_all_pages_finds(
    both: Both, tree: Node, with_flagged: bool
) -> None:
    reading = BruteForce(WORDS, with_flagged)
    expected = {page.page_id for page in PAGES if reading.finds(tree, page)}
    tantivy = _ask(both.tantivy, tree, with_flagged=with_flagged)
    elastic = _ask(both.elastic, tree, with_flagged=with_flagged)
    assert (tantivy.total, set(_ids(tantivy))) == (len(expected), expected)
    assert (elastic.total, set(_ids(elastic))) == (len(expected), expected)
    _assert_same_order(tantivy, elastic)


def _hits(found: RankedPages) -> list[tuple[int, float]]:
    return list(zip(found.page_ids, found.scores, strict=True))


def _assert_same_order(ours: RankedPages, others: RankedPages) -> None:
    """Assert that the order is the same, except where scores differ by single precision only."""
    scores = dict(_hits(others))
    for hit, another in zip(_hits(ours), _hits(others), strict=True):
        assert hit == another or scores[hit[0]] == pytest.approx(another[1], rel=1e-3)


@settings(max_examples=examples(60))
@given(tree=TREES, with_flagged=st.booleans())
@example(tree=parse_query(f"{WORLD.words[0]} OR {WORLD.words[1]}").tree, with_flagged=True)
def test_title_matches_come_first_and_else_the_order_stays(
    both: Both, tree: Node, with_flagged: bool
) -> None:
    reading = BruteForce(WORDS, with_flagged)
    pages = {page.page_id: page for page in PAGES}
    for reader in (both.tantivy, both.elastic):
        by_relevance = _ids(_ask(reader, tree, with_flagged=with_flagged))
        expected = sorted(
            by_relevance, key=lambda key: not reading.finds_by_title(tree, pages[key])
        )
        found = _ask(reader, tree, with_flagged=with_flagged, by_title=True)
        assert (_ids(found), found.total) == (expected, len(expected))


@settings(max_examples=examples(60))
@given(text=st.one_of(st.text(), PIECES))
def test_any_text_is_answered_alike(both: Both, text: str) -> None:
    tree = parse_query(text).tree
    if tree is None:
        return
    reading = BruteForce(WORDS)
    for reader in (both.tantivy, both.elastic):
        found = _ask(reader, tree, with_flagged=True, by_title=True)
        assert found.total == sum(reading.finds(tree, page) for page in PAGES)


# --- the limits of Elasticsearch -----------------------------------------------------------
def _nested(inner: str, around: str, times: int = DEEPEST) -> str:
    """Return nested parentheses, each of an AND with an OR in it."""
    for _ in range(times):
        inner = around.format(inner)
    return inner


NEAR = '"kaba codi"~2'
LETTERS = " ".join("abcdefghijklmnopqrstuvwxy" * 2)
WORST = {
    "choices": _nested(f"a b OR {NEAR}", "a b OR ({})"),
    "excluded": _nested(f"a b OR {NEAR}", "a b OR -({})"),
    "excluded once": f"a b OR -({_nested(f'a b OR {NEAR}', 'a b OR ({})', DEEPEST - 1)})",
    "in tables": _nested(f"a b OR intable:{NEAR}", "a b OR ({})"),
    "in tables, excluded": _nested(f"a b OR -intable:{NEAR}", "a b OR -({})"),
    "wildcards": _nested("ka* OR -co*", "a b OR ({})"),
    "filters": _nested("a OR -hastable:", 'linksto:a incategory:"b" OR -({})'),
    "near phrases": " OR ".join([NEAR] * 16),
    "long phrases": f'"{LETTERS}"~1' + ' OR "a b c d e"' * 49,
    "words": " OR ".join(["a"] * (MOST_LEAVES - MOST_EXPANDED) + ["ka*"] * MOST_EXPANDED),
}


@pytest.mark.parametrize("with_flagged", [True, False])
@pytest.mark.parametrize("text", WORST.values(), ids=WORST)
def test_the_most_that_a_query_can_say_is_answered(
    both: Both, text: str, with_flagged: bool
) -> None:
    tree = _whole(text)
    found = [
        _ask(reader, tree, with_flagged=with_flagged, by_title=True)
        for reader in (both.tantivy, both.elastic)
    ]
    assert found[0].total == found[1].total


def test_one_more_level_would_still_be_within_the_servers_limits() -> None:
    deepest = {name: _depth(_most_asked(_whole(text))) for name, text in WORST.items()}
    assert max(deepest.values()) == DEEPEST_THERE - 1, deepest


def _whole(text: str) -> Node:
    """Return the tree of a query of which nothing is ignored."""
    parsed = parse_query(text)
    assert parsed.tree is not None
    assert parsed.ignored == ()
    return parsed.tree


def test_what_the_server_refuses_is_no_fault_of_the_site(both: Both) -> None:
    clause: Clause = Term("text", "a")
    for _ in range(DEEPEST_THERE):
        clause = Bool(must=(clause,))
    with pytest.raises(QueryRefusedError, match="too complex for the search engine") as refused:
        both.elastic.search(clause, 10)
    assert refused.value.status == 422
