"""A query's text into lexemes: words, quoted text, operators, signs."""

from __future__ import annotations

import re
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


# An operator's value may hold pairs of parentheses: linksto:Mercury_(planet). The one operator that
# stands alone takes nothing that a space parts from it.
_LEXEMES = re.compile(
    r"""
      insource:/(?P<pattern>(?:[^/\\\n]|\\[^\n])+)/(?P<flags>i?)
    | (?P<operator>intitle|inlead|insection|intable|incategory|linksto|prefix|hastable|insource):
      (?: (?!(?<=hastable:)\s) \s*
          (?: "(?P<quoted_value>[^"]*)"(?P<value_suffix>~\d*)?
            | (?P<value>(?:[^\s"()]+|\([^\s"()]*\))+) ) )?
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
# By the last group that matched.
_SIGNS: dict[str | None, Kind] = {
    "stray": "stray quote",
    "open": "open",
    "close": "close",
    "minus": "not",
}
_JOINTS: dict[str, Kind] = {"OR": "or", "AND": "and", "NOT": "not"}


def lexemes(text: str) -> list[Lexeme]:
    """The lexemes of a query, in its order."""
    return list(map(_lexeme, _LEXEMES.finditer(text.translate(_QUOTES))))


def _lexeme(match: re.Match[str]) -> Lexeme:
    text, group = match[0], match.lastgroup
    if group == "word":
        return Lexeme("word", text, text)
    if group in _SIGNS:
        return Lexeme(_SIGNS[group], text)
    if group in ("quoted", "suffix"):
        return Lexeme("quoted", text, match["quoted"], match["suffix"] or "")
    if group == "joint":
        # "or" in small letters is a word.
        return Lexeme(_JOINTS[text], text) if text in _JOINTS else Lexeme("word", text, text)
    if group == "flags":
        return Lexeme("pattern", text, match["pattern"], match["flags"].lower())
    quoted = match["quoted_value"]
    return Lexeme(
        "operator",
        text,
        quoted if quoted is not None else match["value"] or "",
        match["value_suffix"] or "",
        match["operator"].lower(),
        is_quoted=quoted is not None,
    )
