"""What of a page to show under its title in a list of results.

The place where most of the query stands: a piece of prose, or a table's row with its headers.
Words that already stand in the title count less, since the reader sees them anyway.
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
# How much of a page is looked at. Twenty pages of this length still take less than a second.
MOST_CHARACTERS = 100_000
# Prose is looked at in pieces of so many sentences; a phrase over two pieces is not marked.
SENTENCES = 12
# Marks of one passage that are weighed; more are still marked.
MOST_WEIGHED = 200
# What a word is worth that the title does not show, and one that it does.
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
# A query that asks for words in tables wants to see the table.
WANTED = 1000
# What a pattern matches nobody can guess: it goes before all words.
MATCHED = 100

Key = tuple[str, ...]
# Stands for whatever the pattern matches; no word has this stem.
PATTERN: Key = ("/",)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a page: where it stands, and what it says."""

    # The element to jump to; empty where nothing in the page's text was asked for.
    address: str
    # The headings above it, outermost first. None is the introduction.
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
    keys: frozenset[Key]


def excerpt_of(
    document: PageDocument,
    marks: Marks,
    *,
    wanted: Collection[PassageKind] = frozenset(),
    with_flagged: bool = True,
    until: float = math.inf,
) -> Excerpt:
    """The best piece of the page for these marks; its beginning where there are none.

    Kinds of passages that are `wanted` go before all others. When the monotonic clock is past
    `until`, the page is read no further.
    """
    title = document.title
    shown = {_key(title[start:end]) for start, end in marks.words.find(title)}
    passages = passages_of(document, sentences=SENTENCES, with_flagged=with_flagged)
    # Behind matching headers a row may match as well.
    enough = set(wanted or [PassageKind.PROSE]) - {PassageKind.HEADERS}
    found = list(_find(passages, marks, shown, enough, until))
    best = _best(found, shown, set(), wanted)
    if best is None:
        return _beginning(document, with_flagged)
    others = [one for one in found if _is_beside(one, best)]
    more = _best(others, shown, set(best.keys), ())
    picked = [best] if more is None or not _adds(more, best, shown) else [best, more]
    if len(picked) > 1 and best.passage.kind is PassageKind.HEADING:
        # It stands above already.
        picked.remove(best)
    fragments = []
    row = None
    for one in picked:
        if one.passage.kind in ROWS:
            row = row or row_excerpt(document, one.passage, one.ranges, marks)
        else:
            fragments.append(_fragment(document, one, with_flagged))
    return Excerpt(
        _address(best), _sections(document, _address(best), marks), tuple(fragments), row
    )


def _find(
    passages: Iterator[Passage],
    marks: Marks,
    shown: set[Key],
    enough: Collection[PassageKind],
    until: float,
) -> Iterator[_MatchingPassage]:
    """The passages with matches, up to one that says all: most pages are not read to their end."""
    if not marks:
        return
    asked = len(marks.stems) + len(marks.plain) + len(marks.phrases) + bool(marks.pattern)
    section = looked_at = 0
    for order, passage in enumerate(passages):
        if passage.kind is PassageKind.TITLE:
            continue
        section += passage.kind is PassageKind.HEADING
        looked_at += len(passage.text)
        if looked_at > MOST_CHARACTERS or time.monotonic() > until:
            return
        if ranges := marks.find_in(passage):
            first, keys = _densest(passage, ranges, marks.pattern)
            yield _MatchingPassage(order, section, passage, ranges, first, keys)
            says_all = len(keys | shown) >= asked and not keys <= shown
            if says_all and passage.kind in enough:
                return


def _densest(
    passage: Passage, ranges: list[Range], pattern: Finder | None
) -> tuple[Range, frozenset[Key]]:
    """The stretch of a passage that holds most different words, and those words."""
    text = passage.text
    weighed = [(found, _key(text[slice(*found)], pattern)) for found in ranges[:MOST_WEIGHED]]
    if passage.kind in ROWS:
        # A row is shown whole.
        return ranges[0], frozenset(key for _, key in weighed)
    best, most = ranges[0], frozenset({weighed[0][1]})
    end = 0
    for place, (first, _) in enumerate(weighed):
        before = end
        # What a pattern matches may be longer than the stretch.
        while end < len(weighed) and (end == place or weighed[end][0][1] - first[0] <= LENGTH):
            end += 1
        if end == before:
            # It reaches no further than the stretch before, and so holds no more.
            continue
        within = frozenset(key for _, key in weighed[place:end])
        if (PATTERN in within, len(within)) > (PATTERN in most, len(most)):
            best, most = first, within
    return best, most


def _key(text: str, pattern: Finder | None = None) -> Key:
    return PATTERN if pattern and pattern.matches(text) else tuple(analysis.stems(text))


def _worth(keys: Collection[Key], shown: set[Key]) -> int:
    words = sum((IN_TITLE if key in shown else NEW) * max(len(key), 1) for key in keys)
    return words + (MATCHED if PATTERN in keys else 0)


def _best(
    found: list[_MatchingPassage],
    shown: set[Key],
    covered: set[Key],
    wanted: Collection[PassageKind],
) -> _MatchingPassage | None:
    def worth(one: _MatchingPassage) -> tuple[int, int, int]:
        kind = one.passage.kind
        extra = WANTED if kind in wanted else 0
        return extra + _worth(one.keys - covered, shown), PREFERENCE[kind], -one.order

    return max(found, key=worth, default=None)


def _is_beside(one: _MatchingPassage, best: _MatchingPassage) -> bool:
    """Whether it can be shown with the best place, under the same headings, which are shown too."""
    is_heading = one.passage.kind is PassageKind.HEADING
    return one is not best and one.section == best.section and not is_heading


def _adds(more: _MatchingPassage, best: _MatchingPassage, shown: set[Key]) -> bool:
    """Whether it shows a word that neither the title nor the best place does."""
    is_second_row = more.passage.kind in ROWS and best.passage.kind in ROWS
    return bool(more.keys - best.keys - shown) and not is_second_row


def _address(found: _MatchingPassage) -> str:
    return next(found.passage.places(found.first)).address


def _fragment(document: PageDocument, found: _MatchingPassage, with_flagged: bool) -> TextParts:
    if found.passage.kind is PassageKind.HEADING:
        # The heading stands above already; what it heads says more.
        return _after_heading(document, found.passage.pieces[0].address, with_flagged)
    start = max(p.start for p in found.passage.pieces if p.start <= found.first[0])
    return cut_parts(
        found.passage.text, found.ranges, around=found.first[0], start=start, length=LENGTH
    )


def _after_heading(document: PageDocument, address: str, with_flagged: bool) -> TextParts:
    is_after = False
    for passage in passages_of(document, with_flagged=with_flagged):
        if is_after and passage.text.strip() and passage.kind is not PassageKind.HEADING:
            return cut_parts(passage.text, (), start=0, length=LENGTH)
        is_after = is_after or passage.pieces[0].address == address
    return ()


def _beginning(document: PageDocument, with_flagged: bool) -> Excerpt:
    """The first sentences: what the page is about."""
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
    sections = [document.find(each) for each in addresses]
    return tuple(
        marked_parts(section.text, marks.find(section.text)) or (TextPart("§"),)
        for section in sections
        if isinstance(section, Section)
    )
