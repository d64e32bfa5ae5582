"""Search, measured. The database, SQLite, is in TOUCHSTONE_HOME; progress is shown on the error
stream.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from math import inf
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks._search_clients import THREADS, Answered, ClientQuestions
from config import interpreter
from core.programs import ProgramPool

if TYPE_CHECKING:
    from benchmarks._search_ways import Ways

QUESTIONS = 150
QUESTIONS_OF_MANY = 2_000
PROCESSES = 4
# Where the last page of hits begins that anyone can turn to.
DEEPEST = 8_980
SAMPLE = 10_000
ROUNDS = 3
ANALYSED = 2_000
# Words that are compared with the vocabulary, and pages that a pattern is tried on.
COMPARED = 100
TRIED = 500
PATTERN_ROUNDS = 7


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


@contextmanager
def elasticsearch() -> Iterator[bool]:
    """Start the real server, put its address in the settings; False if it cannot start."""
    from django.conf import settings

    from tests.servers import ServerUnavailable
    from tests.servers.elasticsearch import elasticsearch_server

    server = elasticsearch_server()
    try:
        settings.ELASTICSEARCH_URL = server.__enter__().url
        # For the processes of clients.
        os.environ["TOUCHSTONE_ELASTICSEARCH_URL"] = settings.ELASTICSEARCH_URL
    except ServerUnavailable as error:
        say(f"Without Elasticsearch: {error}")
        yield False
        return
    try:
        yield True
    finally:
        server.__exit__(None, None, None)


class Bench:
    def __init__(self, pages: int, engines: list[str]) -> None:
        from benchmarks._search_corpus import Encyclopedia
        from benchmarks._search_database import fill, store_sample
        from benchmarks._search_queries import Questions
        from search.engines import get_engine

        say(f"{pages:,} pages, load average {os.getloadavg()[0]:.1f}")
        self.world = Encyclopedia(pages)
        self.questions = Questions(self.world)
        started = time.monotonic()
        self.corpus = fill(self.world, [get_engine(name) for name in engines])
        seconds = time.monotonic() - started
        say(f"made and indexed in {seconds:.0f} s")
        count = min(SAMPLE, pages)
        self.sample, size = store_sample(self.world, count)
        say(f"{count:,} of them stored whole")
        self.result: dict[str, Any] = {
            "pages": pages,
            "sample": count,
            "sample_bytes": size,
            "fill_seconds": seconds,
            "load": os.getloadavg()[0],
            "engines": {},
        }

    # --- indexing --------------------------------------------------------------------------
    def measure_analysis(self) -> None:
        from search import analysis

        def one_passage(text: str) -> object:
            return analysis.token_texts([text])

        pages = [self.world.page(n) for n in range(min(ANALYSED, len(self.world.titles)))]
        texts = [
            " ".join(text for text in page.document.values() if isinstance(text, str))
            for page in pages
        ]
        size = sum(len(text.encode()) for text in texts) / 1e6
        for name, analyse in (("", analysis.analyse), ("pieces_", one_passage)):
            taken = []
            for _ in range(4):
                started = time.process_time()
                for text in texts:
                    analyse(text)
                taken.append(time.process_time() - started)
            self.result[f"analysis_{name}mb_s"] = size / min(taken)

    def measure_indexing(self, name: str) -> dict[str, float]:
        """Index the tokens of the sample with the bare engine and ours; rebuild from the database.

        In turns. We write titles and words to the database too, compare, and swap the indices.
        """
        from django.utils import timezone

        from benchmarks import _search_engines as bare
        from search import rebuild_index
        from search.engines import elastic_engine, get_engine
        from search.indexing.preparing import prepare
        from search.selectors import indexing
        from search.services import outbox, rebuilding

        engine = get_engine(name)
        batches = list(indexing.stored_pages_after(self.sample, 0, outbox.PAGES_AT_ONCE))
        started_cpu = time.process_time()
        ready = [(batch, prepare(batch)) for batch in batches]
        preparing = time.process_time() - started_cpu
        documents = [document for _, prepared in ready for document in prepared.documents]

        def feed() -> None:
            if isinstance(engine, elastic_engine.ElasticEngine):
                bare.index_with_elasticsearch(engine._client, documents)
            else:
                bare.index_with_tantivy(documents)

        def write() -> None:
            rebuild = rebuilding._Rebuild(self.sample, engine, {}, outbox.no_step, outbox.no_report)
            rebuild.begin(timezone.now())
            rebuild.write(ready)
            rebuild.compare()
            rebuild.swap()

        def rebuild() -> None:
            rebuild_index(corpus=self.sample, engine=name)

        ways = {"bare": feed, "prepared": write, "rebuild": rebuild}
        taken: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(ROUNDS):
            for way, work in ways.items():
                taken[way].append(seconds_of(work))
                say(f"{name}: {way}, {len(documents):,} pages in {taken[way][-1]:.1f} s")
        fastest = {way: min(seconds) for way, seconds in taken.items()}
        return {
            "bytes": bare.index_size(engine, self.corpus.public_id.hex),
            "preparing_ms": 1000 * preparing / len(documents),
            **{f"{way}_pages_s": len(documents) / seconds for way, seconds in fastest.items()},
            "prepared_ratio": fastest["prepared"] / fastest["bare"],
            "rebuild_ratio": fastest["rebuild"] / fastest["bare"],
        }

    # --- searching -------------------------------------------------------------------------
    def measure_searching(self, name: str) -> dict[str, dict[str, float]]:
        from benchmarks import _search_ways
        from benchmarks._search_queries import KINDS

        ways = _search_ways.searching(self.corpus, name)
        measured: dict[str, dict[str, float]] = {}
        for kind in KINDS:
            measured |= self._compare(kind, ways, name)
        return measured

    def measure_completion(self) -> dict[str, dict[str, float]]:
        from benchmarks import _search_ways

        return self._compare("completion", _search_ways.completing(self.corpus), "")

    def _compare(self, kind: str, ways: Ways, engine: str) -> dict[str, dict[str, float]]:
        """Ask the questions of a kind as one client and as many."""
        from benchmarks._search_timing import compare_many_clients, compare_one_client

        texts = self.questions.of(kind, QUESTIONS)
        with patience():
            single = compare_one_client(
                {way: [make(text) for text in texts] for way, make in ways.items()}
            )
        asked = ClientQuestions(
            self.corpus.pk, engine, "", self.questions.of(kind, QUESTIONS_OF_MANY)
        )
        with ProgramPool("benchmarks._search_clients", _cannot_help, programs=PROCESSES) as pool:
            paused, rush = compare_many_clients(pool, asked, list(ways))
        many = PROCESSES * THREADS
        measured = {}
        for clients, compared in (
            ("1 client", single),
            (f"{many} clients", paused),
            (f"{many} clients in a rush", rush),
        ):
            figures = {**compared.as_json(), "load": os.getloadavg()[0]}
            measured[f"{kind}, {clients}"] = figures
            say(f"{engine} {kind}, {clients}: {figures}")
        return measured

    def measure_hostile(self, engine: str) -> dict[str, float]:
        """Return the time until each hostile query is answered or refused, in milliseconds."""
        from search import SearchError, search_pages

        taken = {}
        for name, text in self.questions.hostile().items():
            for place, offset in (("first page", 0), ("last page", DEEPEST)):
                outcome = "answered"
                started = time.perf_counter()
                try:
                    search_pages(corpus=self.corpus, text=text, offset=offset, engine=engine)
                except SearchError as error:
                    outcome = type(error).__name__
                taken[f"{name}, {place}"] = 1000 * (time.perf_counter() - started)
                say(f"{engine} {name}, {place}: {taken[f'{name}, {place}']:.0f} ms, {outcome}")
                if outcome != "answered":
                    # What was cut off goes on for a while.
                    time.sleep(5)
        return taken

    def measure_comparing(self) -> float:
        """Return the median processor time of finding the words near another, in milliseconds."""
        from search.selectors.vocabulary import near_terms

        words = [text for text in self.questions.of("one word", COMPARED) if len(text) > 4]
        return _median_busy_ms(lambda word: near_terms(self.corpus, word, 2), words)

    def measure_patterns(self) -> float:
        """Return how many pages a second of processor time a pattern is tried on."""
        from search.engines.patterns import Matcher
        from search.selectors.patterns import try_pages
        from wiki.models import Page

        pages = Page.objects.filter(corpus=self.sample).order_by("pk")
        page_ids = list(pages.values_list("pk", flat=True)[:TRIED])
        matcher = Matcher(r"\b(?:foo|bar)\w+ \d{4}", ignores_case=False)
        taken = _median_busy_ms(
            lambda _: try_pages(page_ids, matcher, until=inf), ["once"] * PATTERN_ROUNDS
        )
        return 1000 * len(page_ids) / taken

    def measure_opening(self) -> float:
        """Return the median time to open twenty hits with their excerpts, in milliseconds."""
        from search import search_pages
        from search.selectors.excerpts import open_hits
        from search.selectors.pages import PAGE_OF_RESULTS

        engine = next(iter(self.result["engines"]))

        taken = []
        for text in self.questions.of("one word", 60):
            results = search_pages(corpus=self.sample, text=text, engine=engine)
            if len(results.hits) == PAGE_OF_RESULTS:
                started = time.perf_counter()
                open_hits(corpus=self.sample, results=results)
                taken.append(1000 * (time.perf_counter() - started))
        return sorted(taken)[len(taken) // 2] if taken else 0.0


@contextmanager
def patience() -> Iterator[None]:
    """Let no search be cut off."""
    from django.test import override_settings

    from benchmarks import _search_ways

    with override_settings(SEARCH_ANSWER_SECONDS=_search_ways.PATIENCE):
        yield


def _median_busy_ms(work: Callable[[str], object], given: list[str]) -> float:
    taken = []
    for each in given:
        started = time.process_time()
        work(each)
        taken.append(1000 * (time.process_time() - started))
    return median(taken)


def seconds_of(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _cannot_help(asked: ClientQuestions) -> Answered:
    raise RuntimeError("A process of clients has died.")


def measure(pages: int) -> dict[str, Any]:
    interpreter.settle()
    wanted = os.environ.get("TOUCHSTONE_BENCH_ENGINES", "tantivy elasticsearch").split()
    with elasticsearch() if "elasticsearch" in wanted else nullcontext(False) as is_there:
        engines = [name for name in wanted if is_there or name != "elasticsearch"]
        bench = Bench(pages, engines)
        for name in engines:
            # Searching first: rebuilding is what leaves work behind, merges above all.
            searching = bench.measure_searching(name)
            hostile = bench.measure_hostile(name)
            indexing = bench.measure_indexing(name)
            bench.result["engines"][name] = {
                "indexing": indexing,
                "searching": searching,
                "hostile": hostile,
            }
    bench.measure_analysis()
    bench.result["completion"] = bench.measure_completion()
    bench.result["opening_ms"] = bench.measure_opening()
    bench.result["near_words_ms"] = bench.measure_comparing()
    bench.result["pattern_pages_s"] = bench.measure_patterns()
    bench.result["load_after"] = os.getloadavg()[0]
    return bench.result
