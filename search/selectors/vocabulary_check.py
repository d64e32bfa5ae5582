"""A check that the vocabulary of a corpus has the words of its pages, and no others."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Max, Min

from search.models import VocabularyTerm
from search.selectors.vocabulary import edition_of
from wiki.models import Corpus

# SQLite refuses more than a thousand parameters.
_WORDS_A_QUERY = 900


class VocabularyCheck:
    """A comparison of the vocabulary with the words of pages, as they are read.

    The number of pages of a word is not compared: pages that were indexed again are counted again,
    and the number only says which words are suggested first. Memory is bounded: a bit for each row,
    and a fixed number of words.
    """

    # Words that are looked up together.
    most_asked = 50_000
    # Words that are known to be listed, and not looked up again: common ones come first.
    most_known = 500_000
    # After this many there is enough to repair: no more are looked up.
    most_unlisted = 1_000

    def __init__(self, corpus: Corpus) -> None:
        self._terms = VocabularyTerm.objects.filter(corpus=corpus, edition=edition_of(corpus.pk))
        found = self._terms.aggregate(first=Min("pk"), last=Max("pk"), rows=Count("pk"))
        self._rows: int = found["rows"]
        self._first: int = found["first"] or 0
        self._size: int = (found["last"] or 0) - self._first + 1
        # One bit per row, set where a page has its word.
        self._used = bytearray(self._size // 8 + 1)
        self._known: set[str] = set()
        # For each word, whether it must be listed.
        self._asked: dict[str, bool] = {}
        self._unlisted: set[str] = set()

    def add(self, words: Iterable[str], *, must_be_listed: bool) -> None:
        """Add the words of pages. Those of a page that is not indexed yet need not be listed."""
        if len(self._unlisted) >= self.most_unlisted:
            return
        for word in set(words) - self._known:
            self._asked[word] = must_be_listed or self._asked.get(word, False)
        if len(self._asked) >= self.most_asked:
            self._look_up()

    def end(self) -> tuple[int, int]:
        """Return how many words are not listed, and how many are listed that no page has."""
        self._look_up()
        if len(self._unlisted) >= self.most_unlisted:
            return len(self._unlisted), 0
        return len(self._unlisted), self._rows - int.from_bytes(self._used).bit_count()

    def _look_up(self) -> None:
        asked, self._asked = self._asked, {}
        words = sorted(asked)
        for start in range(0, len(words), _WORDS_A_QUERY):
            part = words[start : start + _WORDS_A_QUERY]
            found = dict(self._terms.filter(term__in=part).values_list("term", "pk"))
            for key in found.values():
                place = key - self._first
                # A word may have been listed since this check began.
                if place < self._size:
                    self._used[place >> 3] |= 1 << (place & 7)
            if len(self._known) < self.most_known:
                self._known.update(found)
            self._unlisted.update(word for word in part if asked[word] and word not in found)
