"""Links from a statement to a table: words that name cells or columns, and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import OSA

from verifier.tables.table import LONGEST_NGRAM, CellLink, DataTable
from verifier.tables.words import STOP_WORDS, number_in, ordinal_in, stem, tokens_of, word_set

MOST_TOKENS = 80
LEAST_FUZZY_LENGTH = 5
# Links that say too little by themselves: they would match somewhere in almost every table.
WEAK = word_set("a an the of in on at to for by and or be have do - + i s")


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of the statement that is found in cells of one column."""

    start: int
    end: int
    column: int
    mask: int
    # The rows in which it is the whole cell.
    whole: int
    is_fuzzy: bool = False

    @property
    def length(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class NumberMention:
    """A token that says a number."""

    position: int
    value: float
    # Whether the same token is also found in a cell.
    is_linked: bool


@dataclass(slots=True)
class LinkedStatement:
    """A statement with everything in it that refers to the table."""

    tokens: list[str]
    stems: list[str]
    mentions: list[Mention]
    # Mentions by span, longest first.
    spans: dict[tuple[int, int], list[Mention]]
    numbers: list[NumberMention]
    ordinals: list[tuple[int, int]]
    # For each column: the share of its header's words in the statement, and their positions.
    header_scores: list[float]
    header_positions: list[tuple[int, ...]]
    # Positions of words that carry meaning, and of those that nothing in the table explains.
    content: list[int]
    unexplained: list[int]


def link(statement: str, caption: str, table: DataTable) -> LinkedStatement:
    """Link a statement to a table. Words of the caption count as explained."""
    tokens = tokens_of(statement)[:MOST_TOKENS]
    stems = [stem(token) for token in tokens]
    scores, positions = _headers(stems, table)
    spans = _spans(tokens, stems, table)
    covered = {place for start, end in spans for place in range(start, end)}
    _add_fuzzy(tokens, stems, table, spans, covered)
    in_headers = {place for places in positions for place in places}
    caption_stems = {stem(token) for token in tokens_of(caption)}
    content = [
        place
        for place, token in enumerate(tokens)
        if token not in STOP_WORDS and (token.isalnum() or number_in(token) is not None)
    ]
    unexplained = [
        place
        for place in content
        if place not in covered and place not in in_headers and stems[place] not in caption_stems
    ]
    numbers = [
        NumberMention(place, value, place in covered)
        for place, token in enumerate(tokens)
        if (value := number_in(token)) is not None
    ]
    ordinals = [
        (place, rank)
        for place, token in enumerate(tokens)
        if (rank := ordinal_in(token)) is not None
    ]
    mentions = [mention for found in spans.values() for mention in found]
    return LinkedStatement(
        tokens=tokens,
        stems=stems,
        mentions=mentions,
        spans=spans,
        numbers=numbers,
        ordinals=ordinals,
        header_scores=scores,
        header_positions=positions,
        content=content,
        unexplained=unexplained,
    )


def _headers(stems: list[str], table: DataTable) -> tuple[list[float], list[tuple[int, ...]]]:
    places: dict[str, list[int]] = {}
    for place, word in enumerate(stems):
        places.setdefault(word, []).append(place)
    scores: list[float] = []
    positions: list[tuple[int, ...]] = []
    for column in table.columns:
        words = [one for one in column.header_stems if one not in WEAK]
        found = [one for one in words if one in places]
        scores.append(len(found) / len(words) if words else 0.0)
        positions.append(tuple(place for one in found for place in places[one]))
    return scores, positions


def _spans(
    tokens: list[str], stems: list[str], table: DataTable
) -> dict[tuple[int, int], list[Mention]]:
    """Return the longest spans that are in cells; a span inside another one is left out."""
    spans: dict[tuple[int, int], list[Mention]] = {}
    furthest = 0
    size = len(stems)
    for start in range(size):
        for end in range(min(size, start + LONGEST_NGRAM), start, -1):
            if end <= furthest:
                break
            links = table.index.get(" ".join(stems[start:end]))
            if links is None or _is_weak(tokens, stems, start, end):
                continue
            spans[start, end] = [_mention(start, end, one) for one in links]
            furthest = end
            break
    return spans


def _mention(start: int, end: int, found: CellLink) -> Mention:
    return Mention(start, end, found.column, found.mask, found.whole)


def _is_weak(tokens: list[str], stems: list[str], start: int, end: int) -> bool:
    return all(stems[place] in WEAK or tokens[place] in STOP_WORDS for place in range(start, end))


def _add_fuzzy(
    tokens: list[str],
    stems: list[str],
    table: DataTable,
    spans: dict[tuple[int, int], list[Mention]],
    covered: set[int],
) -> None:
    """Link words that are misspelt by one letter, or two in a long word."""
    for place, word in enumerate(stems):
        if place in covered or len(word) < LEAST_FUZZY_LENGTH or word in table.stems:
            continue
        if tokens[place] in STOP_WORDS or not word.isalpha():
            continue
        allowed = 1 if len(word) < 8 else 2
        best = None
        for known in table.frequencies:
            if abs(len(known) - len(word)) > allowed or known[0] != word[0]:
                continue
            distance = OSA.distance(word, known, score_cutoff=allowed)
            if distance <= allowed and (best is None or (distance, known) < best):
                best = (distance, known)
        if best is not None:
            spans[place, place + 1] = [
                Mention(place, place + 1, found.column, found.mask, 0, is_fuzzy=True)
                for found in table.index[best[1]]
            ]
            covered.add(place)
