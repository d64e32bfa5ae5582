"""Text cut to a readable length around its marks, as parts that are marked or not.

Parts are plain text: templates escape them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from search.excerpts.passages import Range

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class TextPart:
    """A piece of text that the query matches, or does not."""

    text: str
    is_marked: bool = False


TextParts = tuple[TextPart, ...]


def marked_parts(text: str, ranges: Iterable[Range]) -> TextParts:
    """Return the whole text in parts. Joined, they are the text."""
    parts: list[TextPart] = []
    done = 0
    for start, end in ranges:
        if start > done:
            parts.append(TextPart(text[done:start]))
        parts.append(TextPart(text[start:end], is_marked=True))
        done = end
    if done < len(text):
        parts.append(TextPart(text[done:]))
    return tuple(parts)


def cut_parts(
    text: str,
    ranges: Sequence[Range],
    *,
    around: int = 0,
    start: int | None = None,
    length: int,
) -> TextParts:
    """Return about `length` characters of the text, with ellipses where it was cut.

    The cut begins at `start`, such as the beginning of a sentence, or else shortly before `around`.
    """
    if len(text) <= length * 6 // 5:
        return marked_parts(text, ranges)
    if start is None or around - start > length // 2:
        start = _word_start(text, max(0, around - length // 4))
    end = _word_end(text, start, min(len(text), start + length))
    inside = [
        (max(first, start) - start, min(last, end) - start)
        for first, last in ranges
        if first < end and last > start
    ]
    parts = marked_parts(text[start:end], inside)
    before = (TextPart(ELLIPSIS + " "),) if start > 0 else ()
    after = (TextPart(" " + ELLIPSIS),) if end < len(text) else ()
    return (*before, *parts, *after)


def _word_start(text: str, place: int) -> int:
    """Return the start of the next word, unless it is far away."""
    if place == 0:
        return 0
    space = text.find(" ", place - 1, place + 30)
    return place if space < 0 else space + 1


def _word_end(text: str, start: int, place: int) -> int:
    """Return the end of the previous word, unless it is far away."""
    if place >= len(text):
        return len(text)
    space = text.rfind(" ", max(start, place - 30), place + 1)
    return place if space <= start else space
