"""Snippets: the text to show under a page's title in a list of results.

It is the place that matches most of the query: a piece of prose, or a table's row with its headers.
Words that are in the title count less, since the reader sees them anyway.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from search import analysis
from search.excerpts.cutting import TextPart, TextParts, cut_parts, marked_parts
from search.excerpts.marking import Finder, Marks
from search.excerpts.passages import Passage, PassageKind, Range, blocks_of, passages_of
from search.excerpts.rows import RowExcerpt, row_excerpt
from wiki.parsing.context import context_of
from wiki.parsing.elements import PageDocument, Section, Sentence

LENGTH = 240
# How much of a page is read. Twenty pages of this length still take less than a second.
MOST_CHARACTERS = 100_000
# Prose is read in pieces of this many sentences; a phrase over two pieces is not marked.
SENTENCES = 12
# Matches of one passage that are weighed; more are still marked.
MOST_WEIGHED = 200
# The worth of a word that the title does not show, and of one that it does.
NEW, IN_TITLE = 4, 1
# Of two equally good places the one that reads better is shown.
PREFERENCE = {
    PassageKind.PROSE: 3,
    PassageKind.ITEM: 2,
    PassageKind.ROW: 2,
    PassageKind.CAPTION: 1,
    PassageKind.HEADING: 0,
    PassageKind.HEADERS: -1,
    PassageKind.HATNOTE: -2,
}
ROWS = (PassageKind.ROW, PassageKind.HEADERS)
# After a query for words in tables, a table is shown.
WANTED = 1000
# Nobody can guess what a pattern matches: that goes before all words.
MATCHED = 100

_Key = tuple[str, ...]
# The key of anything that the pattern matches; no word has this stem.
PATTERN: _Key = ("/",)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a page: where it is, and its text."""

    # The element to jump to; empty where the excerpt is the page's beginning.
    address: str
    # The headings above it, outermost first. Without any, it is the introduction.
    sections: tuple[TextParts, ...]
    fragments: tuple[TextParts, ...]
    row: RowExcerpt | None = None


@dataclass(frozen=True, slots=True)
class _MatchingPassage:
    """A passage with matches; `first` is the range with which its best stretch begins."""

    order: int
    # Passages of one section have the same number.
    section: int
    passage: Passage
    ranges: list[Range]
    first: Range
    keys: frozenset[_Key]


def excerpt_of(
    document: PageDocument,
    marks: Marks,
    *,
    wanted: Collection[PassageKind] = frozenset(),
    with_flagged: bool = True,
    until: float = math.inf,
) -> Excerpt:
    """Return the best piece of the page for these marks; its beginning where nothing matches.

    Passages of the `wanted` kinds go before all others. When the monotonic clock is past `until`,
    the page is read no further.
    """
    title = document.title
    shown = {_key(title[start:end]) for start, end in marks.words.find(title)}
    passages = passages_of(document, sentences=SENTENCES, with_flagged=with_flagged)
    # After matching headers a row may match as well.
    enough = set(wanted or [PassageKind.PROSE]) - {PassageKind.HEADERS}
    found = list(_find(passages, marks, shown, enough, until))
    best = _best(found, shown, set(), wanted)
    if best is None:
        return _beginning(document, with_flagged)
    others = [other for other in found if _is_beside(other, best)]
    more = _best(others, shown, set(best.keys), ())
    picked = [best] if more is None or not _adds(more, best, shown) else [best, more]
    if len(picked) > 1 and best.passage.kind is PassageKind.HEADING:
        # It is shown above already.
        picked.remove(best)
    fragments = []
    row = None
    for match in picked:
        if match.passage.kind in ROWS:
            row = row or row_excerpt(document, match.passage, match.ranges, marks)
        else:
            fragments.append(_fragment(document, match, with_flagged))
    return Excerpt(
        _address(best), _sections(document, _address(best), marks), tuple(fragments), row
    )


def _find(
    passages: Iterator[Passage],
    marks: Marks,
    shown: set[_Key],
    enough: Collection[PassageKind],
    until: float,
) -> Iterator[_MatchingPassage]:
    """Yield the passages with matches, up to one that shows all words."""
    if not marks:
        return
    asked = len(marks.stems) + len(marks.plain) + len(marks.phrases) + bool(marks.pattern)
    section = length = 0
    for order, passage in enumerate(passages):
        if passage.kind is PassageKind.TITLE:
            continue
        section += passage.kind is PassageKind.HEADING
        length += len(passage.text)
        if length > MOST_CHARACTERS or time.monotonic() > until:
            return
        if ranges := marks.find_in(passage):
            first, keys = _densest(passage, ranges, marks.pattern)
            yield _MatchingPassage(order, section, passage, ranges, first, keys)
            shows_all = len(keys | shown) >= asked and not keys <= shown
            if shows_all and passage.kind in enough:
                return


def _densest(
    passage: Passage, ranges: list[Range], pattern: Finder | None
) -> tuple[Range, frozenset[_Key]]:
    """Return the start of the piece of a passage with most different words, and those words."""
    text = passage.text
    weighed = [(found, _key(text[slice(*found)], pattern)) for found in ranges[:MOST_WEIGHED]]
    if passage.kind in ROWS:
        # A row is shown whole.
        return ranges[0], frozenset(key for _, key in weighed)
    best, most = ranges[0], frozenset({weighed[0][1]})
    end = 0
    for place, (first, _) in enumerate(weighed):
        before = end
        # A pattern's match may be longer than the piece.
        while end < len(weighed) and (end == place or weighed[end][0][1] - first[0] <= LENGTH):
            end += 1
        if end == before:
            # It reaches no further than the previous piece, and so has no more words.
            continue
        within = frozenset(key for _, key in weighed[place:end])
        if (PATTERN in within, len(within)) > (PATTERN in most, len(most)):
            best, most = first, within
    return best, most


def _key(text: str, pattern: Finder | None = None) -> _Key:
    return PATTERN if pattern and pattern.matches(text) else tuple(analysis.stems(text))


def _worth(keys: Collection[_Key], shown: set[_Key]) -> int:
    words = sum((IN_TITLE if key in shown else NEW) * max(len(key), 1) for key in keys)
    return words + (MATCHED if PATTERN in keys else 0)


def _best(
    found: list[_MatchingPassage],
    shown: set[_Key],
    covered: set[_Key],
    wanted: Collection[PassageKind],
) -> _MatchingPassage | None:
    def worth(match: _MatchingPassage) -> tuple[int, int, int]:
        kind = match.passage.kind
        extra = WANTED if kind in wanted else 0
        return extra + _worth(match.keys - covered, shown), PREFERENCE[kind], -match.order

    return max(found, key=worth, default=None)


def _is_beside(match: _MatchingPassage, best: _MatchingPassage) -> bool:
    """Return whether a match can be shown with the best one, under the same headings."""
    is_heading = match.passage.kind is PassageKind.HEADING
    return match is not best and match.section == best.section and not is_heading


def _adds(more: _MatchingPassage, best: _MatchingPassage, shown: set[_Key]) -> bool:
    """Return whether it shows a word that neither the title nor the best match shows."""
    is_second_row = more.passage.kind in ROWS and best.passage.kind in ROWS
    return bool(more.keys - best.keys - shown) and not is_second_row


def _address(found: _MatchingPassage) -> str:
    return next(found.passage.locate(found.first)).address


def _fragment(document: PageDocument, found: _MatchingPassage, with_flagged: bool) -> TextParts:
    if found.passage.kind is PassageKind.HEADING:
        # The heading is shown above already; the text below it says more.
        return _after_heading(document, found.passage.elements[0].address, with_flagged)
    start = max(p.start for p in found.passage.elements if p.start <= found.first[0])
    return cut_parts(
        found.passage.text, found.ranges, around=found.first[0], start=start, length=LENGTH
    )


def _after_heading(document: PageDocument, address: str, with_flagged: bool) -> TextParts:
    is_after = False
    for passage in passages_of(document, with_flagged=with_flagged):
        if is_after and passage.text.strip() and passage.kind is not PassageKind.HEADING:
            return cut_parts(passage.text, (), start=0, length=LENGTH)
        is_after = is_after or passage.elements[0].address == address
    return ()


def _beginning(document: PageDocument, with_flagged: bool) -> Excerpt:
    """Return the first sentences, which say what the page is about."""
    texts: list[str] = []
    for block in blocks_of(document, with_flagged=with_flagged):
        if isinstance(block, Section) and texts:
            break
        if isinstance(block, Sentence) and not block.is_hatnote:
            texts.append(block.text)
            if sum(map(len, texts)) > LENGTH:
                break
    text = " ".join(texts)
    return Excerpt("", (), (cut_parts(text, (), start=0, length=LENGTH),) if text else ())


def _sections(document: PageDocument, address: str, marks: Marks) -> tuple[TextParts, ...]:
    addresses = [*context_of(document, address), address]
    sections = map(document.find, addresses)
    return tuple(
        marked_parts(section.text, marks.find(section.text)) or (TextPart("§"),)
        for section in sections
        if isinstance(section, Section)
    )
