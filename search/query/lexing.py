"""A query's text into lexemes: words, quoted text, operators, signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"'))


# An operator is "intitle:" and its like, with its value.
Kind = Literal[
    "word",
    "quoted",
    "operator",
    "pattern",
    "or",
    "and",
    "not",
    "open",
    "close",
    "stray quote",
    "end",
]


class Lexeme(Struct, frozen=True):
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
# By the group that matched.
_SIGNS: dict[str | None, Kind] = {
    "stray": "stray quote",
    "open": "open",
    "close": "close",
    "minus": "not",
}
_JOINTS: dict[str, Kind] = {"OR": "or", "AND": "and", "NOT": "not"}


def lexemes(text: str) -> Iterator[Lexeme]:
    """The lexemes of a query, in its order."""
    text = text.translate(_QUOTES)
    position = 0
    while (match := _LEXEMES.search(text, position)) is not None:
        lexeme = _operator(text, match) if match.lastgroup == "operator" else _plain(match)
        position = match.start() + len(lexeme.text)
        yield lexeme


def _plain(match: re.Match[str]) -> Lexeme:
    text, group = match[0], match.lastgroup
    if group == "flags":
        return Lexeme("pattern", text, match["pattern"], match["flags"].lower())
    if group in ("quoted", "suffix"):
        return Lexeme("quoted", text, match["quoted"], match["suffix"] or "")
    if group in _SIGNS:
        return Lexeme(_SIGNS[group], text)
    if group == "joint" and text in _JOINTS:
        return Lexeme(_JOINTS[text], text)
    return Lexeme("word", text, text)


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
    return Lexeme("operator", text[match.start() : end], value, suffix, name, is_quoted)
