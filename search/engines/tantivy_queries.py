"""Clauses as tantivy's queries."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

from tantivy import Occur, Query

from search.compile import clauses
from search.compile.clauses import Clause
from search.indexing import fields

_INDEX_OPTIONS_OF = {name: holding.value for name, holding in fields.FIELDS.items()}


def query_of(clause: Clause, schema: Any) -> Any:
    """Return the query for a clause."""
    # In the order of how often they come.
    match clause:
        case clauses.Term(field, token):
            return Query.term_query(schema, field, token, _INDEX_OPTIONS_OF[field])
        case clauses.Boost(inner, factor):
            return Query.boost_query(query_of(inner, schema), factor)
        case clauses.Bool():
            return _bool(clause, schema)
        case clauses.Constant(inner, score):
            return Query.const_score_query(query_of(inner, schema), score)
        case clauses.Sequence(field, tokens):
            return Query.phrase_query(schema, field, list(tokens))
        case clauses.AnyTerm(tokens=()):
            return Query.empty_query()
        case clauses.AnyTerm(field, tokens):
            terms = Query.term_set_query(schema, field, list(tokens))
            return Query.const_score_query(terms, 1.0)
        case clauses.Near(field, tokens, slop):
            return Query.const_score_query(_near(field, tokens, slop, schema), 1.0)
        case clauses.StartsWith(field, prefix):
            pattern = Query.regex_query(schema, field, _escaped(prefix) + ".*")
            return Query.const_score_query(pattern, 1.0)
        case clauses.Everything():
            # On its own it would be left out beside others, and its score with it.
            return Query.const_score_query(Query.all_query(), 1.0)
    raise TypeError(clause)


def _bool(clause: clauses.Bool, schema: Any) -> Any:
    parts = [(Occur.Must, query_of(inner, schema)) for inner in clause.must]
    parts += [(Occur.Should, query_of(inner, schema)) for inner in clause.should]
    parts += [(Occur.MustNot, query_of(inner, schema)) for inner in clause.must_not]
    return Query.boolean_query(parts)


def _near(field: str, tokens: tuple[str, ...], slop: int, schema: Any) -> Any:
    """Return every arrangement of the words, each as a phrase with gaps.

    tantivy's own slop, like Lucene's, lets words change places, but each counts differently.
    """
    options = []
    # How many other words stand before each word but the first, in all.
    for gaps in combinations_with_replacement(range(slop + 1), len(tokens) - 1):
        places = [0, *(number + gap for number, gap in enumerate(gaps, start=1))]
        words: list[str | tuple[int, str]] = list(zip(places, tokens, strict=True))
        options.append((Occur.Should, Query.phrase_query(schema, field, words)))
    return Query.boolean_query(options)


def _escaped(text: str) -> str:
    return "".join(c if c.isalnum() or c in "_ " else f"\\{c}" if c.isascii() else c for c in text)
