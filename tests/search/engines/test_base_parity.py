"""The two engines give the same answers: on 20,000 generated pages, with 1 and with 3 shards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice, permutations
from pathlib import Path

import pytest

from search.compile.clauses import Bool, Clause, Near, Term
from search.compile.compiler import compile_query
from search.engines.base import Engine, RankedPages, Reader
from search.engines.elastic_engine import ElasticEngine
from search.engines.ordering import best_pages
from search.engines.tantivy_engine import TantivyEngine
from search.errors import EngineAwayError, TooSlowError
from search.indexing.documents import IndexDocument
from search.query import parse_query
from search.selectors.pages import CorpusLookup
from search.services.vocabulary import begin_edition, publish_edition, write_terms
from tests.search.engines.generated import World
from tests.wiki.pages import make_corpus

pytestmark = [
    pytest.mark.slow,
    pytest.mark.elasticsearch,
    pytest.mark.xdist_group("elasticsearch"),
]

PAGES = 20_000
QUERIES = 500
KEY, BUILD = "parity", "1"


@dataclass(frozen=True)
class Three:
    """The same pages in three indices."""

    world: World
    tantivy: Engine
    one_shard: Engine
    three_shards: Engine
    vocabulary: Counter[str]

    @property
    def all(self) -> dict[str, Engine]:
        return {
            "tantivy": self.tantivy,
            "one shard": self.one_shard,
            "three shards": self.three_shards,
        }

    def write(self, documents: list[IndexDocument]) -> None:
        for engine in self.all.values():
            with engine.writer(KEY, BUILD) as writer:
                writer.add(documents)
                writer.commit()


@pytest.fixture(scope="module")
def three(elasticsearch_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Three]:
    folder: Path = tmp_path_factory.mktemp("parity")
    elastic = [
        ElasticEngine(elasticsearch_url, prefix=f"parity-{shards}", shards=shards, replicas=0)
        for shards in (1, 3)
    ]
    world = World(seed=20_000)
    pages = list(world.pages(PAGES))
    counts = Counter(word for page in pages for word in page.words())
    three = Three(world, TantivyEngine(str(folder)), elastic[0], elastic[1], counts)
    for engine in three.all.values():
        engine.create_build(KEY, BUILD)
    three.write(pages)
    for engine in three.all.values():
        engine.publish_build(KEY, BUILD)
    yield three
    for engine in three.all.values():
        engine.drop_build(KEY, BUILD)


@pytest.fixture
def lookup(three: Three, db: None) -> CorpusLookup:
    corpus = make_corpus("Generated")
    edition = begin_edition(corpus=corpus)
    write_terms(corpus=corpus, edition=edition, counts=three.vocabulary)
    publish_edition(corpus=corpus, edition=edition)
    return CorpusLookup(corpus)


def _ask(engine: Engine, query: str, lookup: CorpusLookup, limit: int = 10) -> RankedPages:
    tree = parse_query(query).tree
    assert tree is not None
    asked = compile_query(tree, text=query, lookup=lookup)
    return best_pages(engine.reader(KEY), asked, offset=0, limit=limit)


def _order(found: RankedPages) -> tuple[int, list[int]]:
    return found.total, list(found.page_ids)


def test_500_queries_have_the_same_ordered_top_ten(three: Three, lookup: CorpusLookup) -> None:
    queries = three.world.queries(QUERIES)
    tantivy = {query: _order(_ask(three.tantivy, query, lookup)) for query in queries}
    assert sum(total > 0 for total, _ in tantivy.values()) > 0.8 * len(tantivy)
    for engine in (three.one_shard, three.three_shards):
        assert {query: _order(_ask(engine, query, lookup)) for query in queries} == tantivy


def test_fuzzy_words_near_phrases_and_wildcards_have_the_same_hits(
    three: Three, lookup: CorpusLookup
) -> None:
    found = 0
    for query in three.world.loose_queries(40):
        expected = _ask(three.tantivy, query, lookup, limit=500)
        found += bool(expected.total)
        for engine in (three.one_shard, three.three_shards):
            hits = _ask(engine, query, lookup, limit=500)
            assert hits.total == expected.total, query
            if expected.total <= 500:
                ids = set(hits.page_ids)
                assert ids == set(expected.page_ids), query
    assert found > 25


def test_later_pages_of_results_go_on_where_the_last_ended(
    three: Three, lookup: CorpusLookup
) -> None:
    # Only their weights differ, so that most of the order is that of the page ids.
    for name, engine in three.all.items():
        tree = parse_query('incategory:"Category 3"').tree
        assert tree is not None
        asked = compile_query(tree, text="", lookup=lookup)
        reader = engine.reader(KEY)
        whole = best_pages(reader, asked, offset=0, limit=60)
        parts = [best_pages(reader, asked, offset=at, limit=20) for at in (0, 20, 40)]
        assert [page_id for part in parts for page_id in part.page_ids] == whole.page_ids, name
        assert [score for part in parts for score in part.scores] == whole.scores, name


def test_a_search_that_takes_too_long_is_cut_off(three: Three) -> None:
    common = [word for word, _ in three.vocabulary.most_common(40)]
    # Elasticsearch is the faster of the two, and looks at its clock five times a second only.
    for engine, phrases in (
        (three.tantivy, 40),
        (three.one_shard, 1500),
        (three.three_shards, 3000),
    ):
        pairs = islice(cycle(permutations(common, 2)), phrases)
        clause = Bool(should=tuple(Near("text_plain", pair, 3) for pair in pairs))
        reader = engine.reader(KEY)
        with pytest.raises(TooSlowError, match="took too long and was stopped"):
            _search_briefly(reader, clause)
        # Whoever asks for less is answered meanwhile.
        assert reader.search(Term("text_plain", common[0]), 20, until=time.monotonic() + 300).total


def _search_briefly(reader: Reader, clause: Clause) -> None:
    """Search for 20 ms; for longer where the machine is too busy to begin by then."""
    for seconds in (0.02, 0.1, 0.5, 2.0):
        with suppress(EngineAwayError):
            reader.search(clause, 20, effort=10_000, until=time.monotonic() + seconds)


# The last test of the module: it changes the pages.
def test_after_a_fifth_of_the_pages_changed_most_hits_are_the_same(
    three: Three, lookup: CorpusLookup
) -> None:
    three.write([three.world.page(number, edition=1) for number in range(5, PAGES + 1, 5)])
    queries = three.world.queries(QUERIES)
    tantivy = [set(_ask(three.tantivy, query, lookup).page_ids) for query in queries]
    for engine in (three.one_shard, three.three_shards):
        shared = asked = 0
        for query, ours in zip(queries, tantivy, strict=True):
            theirs = set(_ask(engine, query, lookup).page_ids)
            shared += len(ours & theirs)
            asked += max(len(ours), len(theirs))
        assert shared / asked >= 0.95
    for engine in three.all.values():
        assert engine.reader(KEY).count() == PAGES
