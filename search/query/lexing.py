"""A query's text into lexemes: words, quoted text, operators, signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"'))


class Kind(Enum):
    WORD = auto()
    QUOTED = auto()
    OPERATOR = auto()  # "intitle:" and its like, without its value
    PATTERN = auto()
    OR = auto()
    AND = auto()
    NOT = auto()
    OPEN = auto()
    CLOSE = auto()
    STRAY_QUOTE = auto()


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A piece of a query. `value` is what counts of it; `suffix` follows its closing mark."""

    kind: Kind
    text: str
    value: str = ""
    suffix: str = ""
    # Of an operator: its name, and whether its value stands in quotation marks.
    operator: str = ""
    is_quoted: bool = False


_LEXEMES = re.compile(
    r"""
      insource:/(?P<pattern>(?:[^/\\\n]|\\[^\n])+)/(?P<flags>i?)
    | (?P<operator>intitle|inlead|insection|intable|incategory|linksto|prefix|hastable|insource):
    | "(?P<quoted>[^"]*)"(?P<suffix>~\d*)?
    | (?P<stray>")
    | (?P<open>\()
    | (?P<close>\))
    | (?P<joint>OR|AND|NOT)(?=[\s()]|$)
    | (?P<minus>[-!−]+)(?=[^\s\-!−)])
    | (?P<word>[^\W\d_]\.(?:[\ \u00a0][^\W\d_]\.)+(?!\w)|[^\s"()]+)  # "J. K." is one word
    """,
    re.VERBOSE | re.IGNORECASE,
)
_QUOTED = re.compile(r'\s*"([^"]*)"(~\d*)?')
# An unquoted value may hold pairs of parentheses: linksto:Mercury_(planet)
_VALUE = re.compile(r'\s*([^\s"()]*(?:\([^\s"()]*\)[^\s"()]*)*)')
_SIGNS = {"stray": Kind.STRAY_QUOTE, "open": Kind.OPEN, "close": Kind.CLOSE, "minus": Kind.NOT}


def lexemes(text: str) -> Iterator[Lexeme]:
    """The lexemes of a query, in its order."""
    text = text.translate(_QUOTES)
    position = 0
    while (match := _LEXEMES.search(text, position)) is not None:
        lexeme = _operator(text, match) if match["operator"] else _plain(match)
        position = match.start() + len(lexeme.text)
        yield lexeme


def _plain(match: re.Match[str]) -> Lexeme:
    text = match[0]
    if match["pattern"] is not None:
        return Lexeme(Kind.PATTERN, text, match["pattern"], match["flags"].lower())
    if match["quoted"] is not None:
        return Lexeme(Kind.QUOTED, text, match["quoted"], match["suffix"] or "")
    if match["joint"] and text.isupper():
        return Lexeme(Kind[text], text)
    for group, kind in _SIGNS.items():
        if match[group]:
            return Lexeme(kind, text)
    return Lexeme(Kind.WORD, text, text)


def _operator(text: str, match: re.Match[str]) -> Lexeme:
    name = match["operator"].lower()
    value, suffix, is_quoted, end = "", "", False, match.end()
    if quoted := _QUOTED.match(text, end):
        value, suffix, is_quoted, end = quoted[1], quoted[2] or "", True, quoted.end()
    elif (plain := _VALUE.match(text, end)) and plain[1]:
        value, end = plain[1], plain.end()
    # The one operator that stands alone takes nothing that a space parts from it.
    if name == "hastable" and text[match.end() : match.end() + 1].isspace():
        value, suffix, is_quoted, end = "", "", False, match.end()
    return Lexeme(Kind.OPERATOR, text[match.start() : end], value, suffix, name, is_quoted)
