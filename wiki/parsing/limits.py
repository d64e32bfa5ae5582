"""Limits of a page, and the errors of pages that exceed them.

An import reads millions of unchecked pages. The size, the nesting and the number of elements of
every page are limited, so that no page can block a worker or exhaust its memory.
"""

from dataclasses import dataclass


class ParsingError(Exception):
    """The page could not be turned into elements."""

    def __init__(self, title: str, reason: str) -> None:
        super().__init__(f"{title!r}: {reason}")
        self.title = title
        self.reason = reason


class PageTooLargeError(ParsingError):
    """The page is longer than any article that Wikipedia would store."""


class InvalidPageError(ParsingError):
    """The page has no text or no title, or is not in the FEVEROUS format."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one page; the defaults are well above what real articles need."""

    # Wikipedia refuses pages above 2 MiB.
    characters: int = 4_000_000
    # Passes of the innermost-first expansion: one per level of nested templates and links.
    nesting: int = 40
    # The length of the page with its templates expanded; the rest is left out.
    expanded_characters: int = 12_000_000
    # Templates of the dump: levels of templates in templates, levels of their markup, calls, and
    # characters of definitions, arguments and results.
    template_depth: int = 12
    template_markup: int = 100
    template_calls: int = 20_000
    template_characters: int = 8_000_000
    cells: int = 400_000
    elements: int = 200_000
    # Limits for mwparserfromhell: the number of lines, and the characters and brackets per line.
    wikicode_lines: int = 200
    wikicode_characters: int = 5_000
    wikicode_depth: int = 10


DEFAULT_LIMITS = Limits()
