"""Words of a corpus that resemble what was typed: for wildcards, fuzzy words, "did you mean"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from math import inf

from django.db import connection

from search.deadlines import seconds_until
from search.models import VocabularyEdition, VocabularyTerm
from search.query import Prefix, Wildcard
from search.query.tree import ExpandedLeaf
from search.query.words import folded
from wiki.models import Corpus

# Of the words that share a beginning, the commonest so many are compared.
MOST_COMPARED = 20_000
# So many characters of Unicode hold the small letters of a script.
_SCRIPT = 128
# After every text that starts with a prefix, in the order of code points.
AFTER_ALL = "\U0010ffff"


def edition_of(corpus_id: int) -> int:
    """The edition in use; zero where there is none."""
    found = VocabularyEdition.objects.filter(corpus_id=corpus_id)
    return found.values_list("number", flat=True).first() or 0


_TERMS = VocabularyTerm._meta.db_table
_EDITIONS = VocabularyEdition._meta.db_table
# By SQL of our own, since Django takes longer to put it together than the database to answer.
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
    """The words that start like this and on how many pages they stand, the commonest first."""
    values: list[int | str] = [corpus.pk, corpus.pk, prefix, prefix + AFTER_ALL, *(lengths or ())]
    statement = _STARTING + (_OF_LENGTH if lengths else "") + _COMMONEST_FIRST
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, limit])
        rows: list[tuple[str, int]] = cursor.fetchall()
    return rows


def terms_like(corpus: Corpus, leaf: ExpandedLeaf, limit: int, until: float = inf) -> list[str]:
    """The words that match, the nearest first, then the commonest. Raises TooSlowError."""
    sought = folded(leaf)
    if isinstance(leaf, Prefix):
        return [term for term, _ in _terms(corpus, sought, limit)]
    if isinstance(leaf, Wildcard):
        return _matching(corpus, sought, limit, until)
    near = near_terms(corpus, sought, leaf.distance, until)
    return [term for term, _, _ in near][:limit]


def _matching(corpus: Corpus, pattern: str, limit: int, until: float) -> list[str]:
    start = re.match(r"[^*?]*", pattern)
    assert start is not None
    terms = _terms(corpus, start[0], MOST_COMPARED)
    matching = (term for term, _ in terms if seconds_until(until) and has_shape(term, pattern))
    return list(islice(matching, limit))


def has_shape(term: str, pattern: str) -> bool:
    """Whether a word fits `*` and `?`, in time bounded by the product of their lengths.

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
    """Words with the same first letter at most so far away: (word, distance, pages).

    The nearest first, then the commonest. Raises TooSlowError where it takes longer than `until`.
    """
    lengths = len(word) - distance, len(word) + distance
    rows = _terms(corpus, word[:1], MOST_COMPARED, lengths)
    letters = set(word)
    found = [
        (term, apart, pages)
        for term, pages in rows
        # Cheaper than comparing, and settles most.
        if len(letters.difference(term)) <= distance
        and len(set(term) - letters) <= distance
        and seconds_until(until)
        and (apart := edit_distance(word, term, distance)) <= distance
    ]
    return sorted(found, key=lambda row: (row[1], -row[2], row[0]))


def terms_begun_otherwise(corpus: Corpus, word: str) -> list[str]:
    """Words that begin with another letter, one more or one less, or with the first two swapped.

    All else being the same, they need not be sought: they can be asked for. The commonest first.
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
    """On how many pages each of these words stands; without those that stand on none."""
    found = VocabularyTerm.objects.filter(
        corpus=corpus, edition=edition_of(corpus.pk), term__in=set(terms)
    )
    return dict(found.values_list("term", "pages"))


def edit_distance(one: str, two: str, limit: int) -> int:
    """Insertions, deletions, replacements and swaps of neighbours; above the limit, just more."""
    if abs(len(one) - len(two)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, left in enumerate(one, start=1):
        older, before, row = before, row, [i]
        for j, right in enumerate(two, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == two[j - 2] and one[i - 2] == right:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        # A swap reaches back over one row.
        if min(row) > limit and min(before) > limit:
            return limit + 1
    return row[-1]
