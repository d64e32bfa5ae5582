"""The ways in which a question is asked: by us, up to ids and scores, and of the bare engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection

from benchmarks._search_engines import Prepare, bare_search
from search import suggest_titles
from search.compile.clauses import Clause
from search.compile.compiler import compile_query
from search.engines import get_engine
from search.query import parse_query
from search.results import Sort
from search.selectors import pages
from wiki.models import Corpus

# A search is never cut off here: what is compared is whole answers.
PATIENCE = 60.0

Ask = Callable[[], object]
Ways = dict[str, Callable[[str], Ask]]
Statement = tuple[str, Any]


def searching(corpus: Corpus, engine: str) -> Ways:
    bare = bare_search(get_engine(engine), corpus.public_id.hex)
    lookup = pages.CorpusLookup(corpus)

    def ours(text: str) -> Ask:
        return lambda: pages.search_pages(corpus=corpus, text=text, engine=engine)

    def ranked(text: str) -> Ask:
        """Return a search up to ids and scores, without the titles that the database adds."""

        def ask() -> object:
            parsed = parse_query(text)
            search = pages._PageSearch(corpus, text, parsed, Sort.RELEVANCE, True, engine)
            return search.find(0, pages.PAGE_OF_RESULTS)

        return ask

    def clause(text: str) -> Clause:
        tree = parse_query(text).tree
        assert tree is not None
        return compile_query(tree, text=text, lookup=lookup).clause

    def compiled(prepare: Prepare) -> Callable[[str], Ask]:
        return lambda text: prepare(clause(text))

    without_us = {name: compiled(prepare) for name, prepare in bare.items()}
    return {"ours": ours, "ranked": ranked, **without_us}


def completing(corpus: Corpus) -> Ways:
    """Return our way and the same SQL on the bare connection: here the database is the engine."""

    def ours(typed: str) -> Ask:
        return lambda: suggest_titles(corpus=corpus, typed=typed)

    return {"ours": ours, "bare": lambda typed: _replay(_statements_of(ours(typed)))}


def _statements_of(ask: Ask) -> list[Statement]:
    """Return the database queries of a search."""
    statements: list[Statement] = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        ask()
    return statements


def _replay(statements: list[Statement]) -> Ask:
    ready = [(sql.replace("%s", "?"), tuple(params)) for sql, params in statements]

    def ask() -> object:
        # The connection of the client's thread, beneath Django.
        raw = connection.connection
        return [raw.execute(sql, params).fetchall() for sql, params in ready]

    return ask
