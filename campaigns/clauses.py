"""Clauses of guidelines: their headings, each with an address inside the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

_PREFIX = "clause-"


@dataclass(frozen=True, slots=True)
class GuidelineClause:
    """A heading of the guidelines."""

    text: str
    anchor: str
    level: int


@lru_cache(maxsize=1)
def guidelines_parser() -> MarkdownIt:
    """Return the parser of guidelines: HTML in the text is shown as text, images are left out."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


@lru_cache(maxsize=64)
def clauses_of(text: str) -> tuple[GuidelineClause, ...]:
    """Return the clauses of guidelines in their order."""
    tokens = guidelines_parser().parse(text)
    return tuple(clause for _, clause in heading_tokens(tokens))


def heading_tokens(tokens: Sequence[Token]) -> Iterator[tuple[Token, GuidelineClause]]:
    """Yield the opening token of every heading with its clause; equal names are numbered."""
    taken: Counter[str] = Counter()
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        text = "".join(
            child.content
            for child in inline.children or []
            if child.type in ("text", "code_inline")
        )
        name = slugify(text, allow_unicode=True) or "section"
        taken[name] += 1
        number = taken[name]
        anchor = f"{_PREFIX}{name}" if number == 1 else f"{_PREFIX}{name}-{number}"
        yield opening, GuidelineClause(text, anchor, int(opening.tag[1]))
