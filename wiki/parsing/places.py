"""Places: the positions of tables and sections in the source of their page.

Every stage of the parser moves the text, so offsets are invalid after the next stage. Instead, a
number is stamped onto each start and end, written with two marks that all stages keep and none
treats as text. The last stage reads the stamps to find the places.
"""

import re
from dataclasses import dataclass

from wiki.parsing.markers import STAMP_ONE, STAMP_ZERO
from wiki.parsing.template_data import INFOBOX_NAMES, TABLE_NAMES

STAMP = f"[{STAMP_ZERO}{STAMP_ONE}]"
# Half-open; the end is None if it is not known.
Span = tuple[int, int | None]

_TEMPLATES = "|".join(
    re.escape(name).replace(r"\ ", "[ _]+") for name in sorted(INFOBOX_NAMES | TABLE_NAMES)
)
# Every alternative starts with a different character, which makes the search fast.
_PLACE = re.compile(
    r"\{\||\{\{\{!\}\}|\{\{\(!\}\}|<(?i:table)(?=[\s/>])[^<>]*>"
    r"|\|\}(?!\})|\{\{!\}\}\}(?!\})|\{\{!\)\}\}|</(?i:table)\s*>"
    rf"|\{{\{{(?=(?i:\s*(?:[^{{}}|\n]{{0,60}}infobox|(?:{_TEMPLATES})\s*[|}}<\n])))"
    r"|\n={2,6}"
)
_STAMP = re.compile(f"{STAMP}+")
_BITS = str.maketrans("01", STAMP_ZERO + STAMP_ONE)
_DIGITS = str.maketrans(STAMP_ZERO + STAMP_ONE, "01")
_BRACES = re.compile(r"\{\{|\}\}|<!--.*?-->|<nowiki>.*?</nowiki>", re.DOTALL | re.IGNORECASE)
# More than any article has, but few enough for the stamps to stay short.
_MOST_PLACES = 20_000


@dataclass(frozen=True, slots=True)
class Places:
    """The stamped places of a page's source."""

    source: str = ""
    ranges: tuple[tuple[int, int], ...] = ()

    @property
    def end(self) -> int:
        """The stamp of the end of the source, which is not in the text."""
        return len(self.ranges) - 1

    def span(
        self, first: int | None, last: int | None, *, before: int | None = None
    ) -> Span | None:
        """Return the span of something that starts at one stamp and ends at another.

        Something without its own end stops ``before`` the next stamp.
        """
        start = self._range(first)
        if start is None:
            return None
        end = self._range(last)
        if end is not None:
            return start[0], end[1]
        stop = self._range(before)
        if stop is not None:
            return start[0], start[0] + len(self.source[start[0] : stop[0]].rstrip())
        if self.source.startswith("{{", start[0]) and start[1] - start[0] == 2:
            return start[0], self._end_of_template(start[0])
        return start[0], None

    def heading(self, stamp: int | None) -> Span | None:
        """Return the span of a heading: its line."""
        found = self._range(stamp)
        if found is None:
            return None
        end = self.source.find("\n", found[1])
        return found[0], end if end >= 0 else len(self.source)

    def at(self, stamp: int | None) -> str:
        """Return the line of a place for use in a note, or "" if it is not known."""
        found = self._range(stamp)
        return f" (line {self.source.count(chr(10), 0, found[0]) + 1})" if found else ""

    def _range(self, stamp: int | None) -> tuple[int, int] | None:
        return self.ranges[stamp] if stamp is not None and stamp < len(self.ranges) else None

    def _end_of_template(self, start: int) -> int | None:
        depth = 0
        for match in _BRACES.finditer(self.source, start):
            if match[0] == "{{":
                depth += 1
            elif match[0] == "}}":
                depth -= 1
                if depth == 0:
                    return match.end()
        return None


def stamp_places(text: str, source: str) -> tuple[str, Places]:
    """Return the text with its places stamped, and their positions in the page's source.

    The text is the source in NFC and without control characters. If that has changed the number
    of places, no position is known.
    """
    ranges: list[tuple[int, int]] = []

    def stamp(match: re.Match[str]) -> str:
        if len(ranges) >= _MOST_PLACES:
            return match[0]
        ranges.append(_span(match))
        return match[0] + f"{len(ranges) - 1:b}".translate(_BITS)

    # Headings are found by the line break before them, so one is added before the first line.
    stamped = _PLACE.sub(stamp, f"\n{text}")[1:]
    end = (len(source), len(source))
    if text == source:
        return stamped, Places(source, (*ranges, end))
    moved = [_span(match) for match in _PLACE.finditer(f"\n{source}")][:_MOST_PLACES]
    return stamped, Places(source, (*moved, end)) if len(moved) == len(ranges) else Places()


def _span(match: re.Match[str]) -> tuple[int, int]:
    """Return the span of a place in the text, before which a line break was added."""
    return match.start() - (match[0][0] != "\n"), match.end() - 1


def stamp_of(text: str) -> int | None:
    """Return the first stamp in a piece of marked text."""
    match = _STAMP.search(text)
    return int(match[0].translate(_DIGITS), 2) if match else None


def last_stamp_before(text: str, end: int) -> int | None:
    """Return the stamp nearest before a position of marked text."""
    last = max(text.rfind(STAMP_ZERO, 0, end), text.rfind(STAMP_ONE, 0, end))
    first = last
    while first > 0 and text[first - 1] in STAMP_ZERO + STAMP_ONE:
        first -= 1
    return stamp_of(text[first : last + 1]) if last >= 0 else None


def without_stamp(text: str) -> str:
    """Return marked text without stamps."""
    return _STAMP.sub("", text)
