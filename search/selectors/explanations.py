"""Why a hit has its score: what each part of the query adds, by the names of fields and boosts."""

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

# How far groups are told part by part, and how many of their words a part names.
LEVELS = 4
MOST_WORDS = 5


@dataclass(frozen=True, slots=True)
class ScorePart:
    """What a part of a query adds to a page's score, and what that is made of."""

    name: str
    score: float
    parts: tuple[ScorePart, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """The parts of a score; each has been multiplied by the page's weight."""

    weight: float
    parts: tuple[ScorePart, ...]


def explain_score(
    *, corpus: Corpus, text: str, page_id: int, with_flagged: bool = True, engine: str | None = None
) -> ScoreExplanation:
    """What a query's parts add to the score of a page. Each is asked of the engine by itself."""
    tree = parse_query(text).tree
    if tree is None:
        return ScoreExplanation(0.0, ())
    compiled = compile_query(
        tree, text=text, lookup=CorpusLookup(corpus), with_flagged=with_flagged
    )
    reader = get_engine(engine).reader(corpus.public_id.hex)
    whole = compiled.clause
    asked = whole if isinstance(whole, clauses.Bool) else clauses.Bool(must=(whole,))
    return ScoreExplanation(
        reader.score(clauses.Everything(), page_id),
        tuple(_parts(reader, asked, page_id, LEVELS)),
    )


def _parts(reader: Reader, group: clauses.Bool, page_id: int, levels: int) -> Iterator[ScorePart]:
    for clause in (*group.must, *group.should):
        score = reader.score(clause, page_id)
        # Others do not match, or only have to.
        if not score:
            continue
        inner: tuple[ScorePart, ...] = ()
        if isinstance(clause, clauses.Bool) and levels > 1:
            inner = tuple(_parts(reader, clause, page_id, levels - 1))
        # A group of which one part matches is that part.
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
