"""Words of a corpus that resemble a given one: for wildcards, fuzzy words and "did you mean"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from math import inf

from django.db import connection
from rapidfuzz import process
from rapidfuzz.distance import OSA

from search.deadlines import seconds_until
from search.models import VocabularyEdition, VocabularyTerm
from search.query import Prefix, Wildcard
from search.query.tree import ExpandedLeaf
from search.query.words import folded
from wiki.models import Corpus

# Of the words that share a beginning, this many are compared, the commonest first.
MOST_COMPARED = 20_000
# This many characters of Unicode hold the small letters of a script.
_SCRIPT = 128
# After every text that starts with a prefix, in the order of code points.
AFTER_ALL = "\U0010ffff"


def edition_of(corpus_id: int) -> int:
    """Return the edition of the vocabulary in use; zero where there is none."""
    found = VocabularyEdition.objects.filter(corpus_id=corpus_id)
    return found.values_list("number", flat=True).first() or 0


_TERMS = VocabularyTerm._meta.db_table
_EDITIONS = VocabularyEdition._meta.db_table
# SQL of our own, since Django takes longer to put it together than the database to answer.
_STARTING = (
    f'SELECT term, pages FROM "{_TERMS}" WHERE corpus_id = %s'  # noqa: S608 - our names
    f' AND edition = COALESCE((SELECT number FROM "{_EDITIONS}" WHERE corpus_id = %s), 0)'
    " AND term >= %s AND term < %s"
)
_COMMONEST_FIRST = " ORDER BY pages DESC, term LIMIT %s"
_OF_LENGTH = " AND LENGTH(term) BETWEEN %s AND %s"


def _terms(
    corpus: Corpus, prefix: str, limit: int, lengths: tuple[int, int] | None = None
) -> list[tuple[str, int]]:
    """Return the words with this prefix and how many pages have them, the commonest first."""
    values: list[int | str] = [corpus.pk, corpus.pk, prefix, prefix + AFTER_ALL, *(lengths or ())]
    statement = _STARTING + (_OF_LENGTH if lengths else "") + _COMMONEST_FIRST
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, limit])
        rows: list[tuple[str, int]] = cursor.fetchall()
    return rows


def terms_like(corpus: Corpus, leaf: ExpandedLeaf, limit: int, until: float = inf) -> list[str]:
    """Return the words that match, the nearest first, then the commonest. Raises TooSlowError."""
    text = folded(leaf)
    if isinstance(leaf, Prefix):
        return [term for term, _ in _terms(corpus, text, limit)]
    if isinstance(leaf, Wildcard):
        return _matching(corpus, text, limit, until)
    near = near_terms(corpus, text, leaf.distance, until)
    return [term for term, _, _ in near][:limit]


def _matching(corpus: Corpus, pattern: str, limit: int, until: float) -> list[str]:
    start = re.match(r"[^*?]*", pattern)
    assert start is not None
    terms = _terms(corpus, start[0], MOST_COMPARED)
    matching = (term for term, _ in terms if seconds_until(until) and has_shape(term, pattern))
    return list(islice(matching, limit))


def has_shape(term: str, pattern: str) -> bool:
    """Return whether a word fits `*` and `?`, in time bounded by the product of their lengths.

    As a regular expression, a pattern of many stars could run for ages.
    """
    at = place = mark = 0
    star = -1
    while at < len(term):
        if place < len(pattern) and pattern[place] in ("?", term[at]):
            at, place = at + 1, place + 1
        elif place < len(pattern) and pattern[place] == "*":
            star, mark, place = place, at, place + 1
        elif star >= 0:
            # The last star takes one character more.
            mark += 1
            at, place = mark, star + 1
        else:
            return False
    return not pattern[place:].strip("*")


def near_terms(
    corpus: Corpus, word: str, distance: int, until: float = inf
) -> list[tuple[str, int, int]]:
    """Return the words with the same first letter within a distance: (word, distance, pages).

    The nearest come first, then the commonest. Insertions, deletions, replacements and swaps of
    neighbours count one each. Raises TooSlowError when `until` is past.
    """
    lengths = len(word) - distance, len(word) + distance
    pages = dict(_terms(corpus, word[:1], MOST_COMPARED, lengths))
    # Comparing them all takes a few milliseconds.
    seconds_until(until)
    near = process.extract(
        word, list(pages), scorer=OSA.distance, score_cutoff=distance, limit=None
    )
    found = [(term, int(apart), pages[term]) for term, apart, _ in near]
    return sorted(found, key=lambda row: (row[1], -row[2], row[0]))


def terms_begun_otherwise(corpus: Corpus, word: str) -> list[str]:
    """Return the words that differ in their first letter only, or in its place: commonest first.

    The rest being the same, they can be asked for and need not be compared.
    """
    first = ord(word[0])
    # In Unicode the letters of a script are neighbours.
    near = range(first - first % _SCRIPT, first - first % _SCRIPT + _SCRIPT)
    letters = [letter for letter in map(chr, near) if letter.isalpha() and letter == letter.lower()]
    rest, swapped = word[1:], word[1:2] + word[:1] + word[2:]
    terms = {swapped, rest, *(a + rest for a in letters), *(a + word for a in letters)}
    found = pages_with(corpus, terms - {word, ""})
    return sorted(found, key=lambda term: (-found[term], term))


def pages_with(corpus: Corpus, terms: Iterable[str]) -> dict[str, int]:
    """Return for each of these words how many pages have it; without those that no page has."""
    found = VocabularyTerm.objects.filter(
        corpus=corpus, edition=edition_of(corpus.pk), term__in=set(terms)
    )
    return dict(found.values_list("term", "pages"))
