"""Explanations of scores: what each part of the query adds, by fields and boosts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from search.compile import clauses
from search.compile.clauses import Clause
from search.compile.compiler import compile_query
from search.engines import get_engine
from search.engines.base import Reader
from search.query import parse_query
from search.selectors.pages import CorpusLookup
from wiki.models import Corpus

# The depth to which groups are explained, and the words that a part names at most.
LEVELS = 4
MOST_WORDS = 5


@dataclass(frozen=True, slots=True)
class ScorePart:
    """The score that a part of a query adds, and its own parts."""

    name: str
    score: float
    parts: tuple[ScorePart, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """The parts of a score, each multiplied by the page's weight."""

    weight: float
    parts: tuple[ScorePart, ...]


def explain_score(
    *, corpus: Corpus, text: str, page_id: int, with_flagged: bool = True, engine: str | None = None
) -> ScoreExplanation:
    """Return what the parts of a query add to the score of a page. Each is a search of its own."""
    tree = parse_query(text).tree
    if tree is None:
        return ScoreExplanation(0.0, ())
    compiled = compile_query(
        tree, text=text, lookup=CorpusLookup(corpus), with_flagged=with_flagged
    )
    reader = get_engine(engine).reader(corpus.public_id.hex)
    clause = compiled.clause
    group = clause if isinstance(clause, clauses.Bool) else clauses.Bool(must=(clause,))
    return ScoreExplanation(
        reader.score(clauses.Everything(), page_id),
        tuple(_parts(reader, group, page_id, LEVELS)),
    )


def _parts(reader: Reader, group: clauses.Bool, page_id: int, levels: int) -> Iterator[ScorePart]:
    for clause in (*group.must, *group.should):
        score = reader.score(clause, page_id)
        # Other clauses do not match, or add no score.
        if not score:
            continue
        inner: tuple[ScorePart, ...] = ()
        if isinstance(clause, clauses.Bool) and levels > 1:
            inner = tuple(_parts(reader, clause, page_id, levels - 1))
        # A group with one matching part is that part.
        yield inner[0] if len(inner) == 1 else ScorePart(_name(clause), score, inner)


def _name(clause: Clause) -> str:
    match clause:
        case clauses.Everything():
            return "every page"
        case clauses.Term(field, token):
            return f"{field}: {token}"
        case clauses.AnyTerm(field, tokens):
            more = ", …" if len(tokens) > MOST_WORDS else ""
            return f"{field}: any of {', '.join(tokens[:MOST_WORDS])}{more}"
        case clauses.Sequence(field, tokens):
            return f'{field}: "{" ".join(tokens)}"'
        case clauses.Near(field, tokens, slop):
            return f'{field}: "{" ".join(tokens)}"~{slop}'
        case clauses.StartsWith(field, prefix):
            return f"{field}: {prefix}…"
        case clauses.Boost(inner, factor):
            return f"{_name(inner)} ×{factor:g}"
        case clauses.Constant(inner, score):
            return f"{_name(inner)}, always {score:g}"
        case clauses.Bool(must):
            return "all of" if must else "any of"
    raise TypeError(clause)
