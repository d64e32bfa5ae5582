"""Queries that may have been meant: with similar words of the corpus for unknown ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from search.query import Node, correct_query, correctable_tokens
from search.selectors import vocabulary
from wiki.models import Corpus

# The largest distance of a similar word; a short word has too many neighbours.
_FAR = 2
_SHORT = 4
# The words of a query that are looked up, and that may be misspelt: nobody misspells more.
_MOST_WORDS = 100
_MOST_CORRECTED = 10
# The similar words of each that are tried, and the queries that are made of them.
_CHOICES = 3
_MOST_QUERIES = 5


def near_queries(corpus: Corpus, text: str, tree: Node, until: float) -> Iterator[str]:
    """Yield queries that may have been meant, the likeliest first. Raises TooSlowError."""
    near = _near_words(corpus, tree, until)
    for better in islice(_choices(near), _MOST_QUERIES):
        if spelling := correct_query(text, tree, better):
            yield spelling


def _near_words(corpus: Corpus, tree: Node, until: float) -> dict[str, list[str]]:
    """Return for each unknown word the words that it resembles, the nearest first."""
    # Another number would be another fact.
    tokens = (token for token in correctable_tokens(tree) if not token[0].isdecimal())
    words = list(dict.fromkeys(islice(tokens, _MOST_WORDS)))
    known = vocabulary.pages_with(corpus, words)
    unknown = [word for word in words if word not in known]
    near: dict[str, list[str]] = {}
    for word in unknown if len(unknown) <= _MOST_CORRECTED else ():
        if found := _words_like(corpus, word, until):
            near[word] = found[:_CHOICES]
    return near


def _words_like(corpus: Corpus, word: str, until: float) -> list[str]:
    """Return similar words, the nearest first; a wrong first letter is the least likely."""
    far = _FAR if len(word) > _SHORT else 1
    same = vocabulary.near_terms(corpus, word, far, until)
    nearest = [term for term, apart, _ in same if apart == 1]
    farther = [term for term, apart, _ in same if apart > 1]
    return [*nearest, *vocabulary.terms_begun_otherwise(corpus, word), *farther]


def _choices(near: dict[str, list[str]]) -> Iterator[dict[str, str]]:
    """Yield the nearest word for each, then another word for one of them."""
    best = {word: terms[0] for word, terms in near.items()}
    if best:
        yield best
    for word, terms in near.items():
        for term in terms[1:]:
            yield best | {word: term}
