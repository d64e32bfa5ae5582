"""Clauses as Elasticsearch's queries."""

from __future__ import annotations

from typing import Any

from search.compile import clauses
from search.compile.clauses import Clause


def weighted(query: dict[str, Any]) -> dict[str, Any]:
    """Return a query with its scores multiplied by the pages' weights."""
    weight = {"field": "weight", "missing": 1.0}
    return {"function_score": {"query": query, "field_value_factor": weight}}


def query_of(clause: Clause) -> dict[str, Any]:
    """Return the query for a clause."""
    match clause:
        case clauses.Everything():
            return {"match_all": {}}
        case clauses.AnyTerm(tokens=()):
            return {"match_none": {}}
        case clauses.Term(field, token):
            return {"term": {field: {"value": token}}}
        case clauses.AnyTerm(field, tokens):
            return _constant({"terms": {field: list(tokens)}})
        case clauses.Sequence(field, tokens):
            return {"match_phrase": {field: {"query": " ".join(tokens)}}}
        case clauses.Near(field, tokens, slop):
            words = [{"span_term": {field: token}} for token in tokens]
            near = {"span_near": {"clauses": words, "slop": slop, "in_order": True}}
            return _constant(near)
        case clauses.StartsWith(field, prefix):
            return _constant({"prefix": {field: {"value": prefix}}})
        case clauses.Boost(inner, factor):
            # "must", not "filter": the score of the inner query is multiplied.
            return {"bool": {"must": [query_of(inner)], "boost": factor}}
        case clauses.Constant(inner, score):
            return _constant(query_of(inner), score)
        case clauses.Bool(must, should, must_not):
            kinds = {"must": must, "should": should, "must_not": must_not}
            return {"bool": {name: [query_of(c) for c in found] for name, found in kinds.items()}}
    raise TypeError(clause)


def _constant(query: dict[str, Any], score: float = 1.0) -> dict[str, Any]:
    return {"constant_score": {"filter": query, "boost": score}}
