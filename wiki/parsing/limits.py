"""How much one page may cost, and the errors of pages that would cost more.

An import reads millions of pages that nobody has looked at: every page is bounded in size, in
nesting and in the number of elements, so that a single one can neither hang nor exhaust a worker.
"""

from dataclasses import dataclass


class ParsingError(Exception):
    """A page could not be turned into elements."""

    def __init__(self, title: str, reason: str) -> None:
        super().__init__(f"{title!r}: {reason}")
        self.title = title
        self.reason = reason


class PageTooLargeError(ParsingError):
    """A page is longer than any article that Wikipedia would store."""


class InvalidPageError(ParsingError):
    """A page is not what it claims to be: no text, no title, or not FEVEROUS' format."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one page; the defaults are well above what real articles need."""

    # Wikipedia refuses pages above 2 MiB.
    characters: int = 4_000_000
    # Passes of the innermost-first expansion: one a level of nested templates and links.
    nesting: int = 40
    # What templates may make of a page in all; what comes after stays out.
    expanded_characters: int = 12_000_000
    cells: int = 400_000
    elements: int = 200_000
    # What mwparserfromhell is given: how many lines of how many characters and brackets.
    wikicode_lines: int = 200
    wikicode_characters: int = 5_000
    wikicode_depth: int = 10


DEFAULT_LIMITS = Limits()
