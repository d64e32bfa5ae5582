"""Lexemes: the words, quoted texts, operators and signs of a query."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from search.analysis import INVISIBLE

_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"'))


# A plain word has only ASCII letters and digits. An operator is "intitle:" and the like, with its
# value.
LexemeKind = Literal[
    "plain",
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
    """A piece of a query. `value` is its content; `suffix` follows its closing mark."""

    kind: LexemeKind
    text: str
    value: str = ""
    suffix: str = ""
    # Of an operator: its name, and whether its value is quoted.
    operator: str = ""
    is_quoted: bool = False


# An operator's value may have pairs of parentheses: linksto:Mercury_(planet); or be a wiki link.
# The operator without a value takes nothing that follows a space.
_LEXEMES = re.compile(
    r"""
      (?P<plain>(?-i:[A-Za-z0-9]++))(?=[\s()"]|$)  # most words; OR, AND and NOT too
    | insource:/(?P<pattern>(?:[^/\\\n]|\\[^\n])+)/(?P<flags>i?)
    | (?P<operator>intitle|inlead|insection|intable|incategory|linksto|prefix|hastable|insource):
      (?: (?!(?<=hastable:)\s) \s*
          (?: "(?P<quoted_value>[^"]*)"(?P<value_suffix>~\d*)?
            | (?P<value>\[\[[^"\[\]]*\]\]|(?:[^\s"()]+|\([^\s"()]*\))+) ) )?
    | "(?P<quoted>[^"]*)"(?P<suffix>~\d*)?
    | (?P<stray>")
    | (?P<open>\()
    | (?P<close>\))
    | (?P<minus>[-!]+)(?=[^\s\-!)])
    | (?P<joint>\|\||&&)(?=[\s("]|$)
    | (?P<word>[^\W\d_]\.(?:[\ \u00a0][^\W\d_]\.)+(?!\w)  # "J. K." is one word
        | [^\s"()INVISIBLE][^\s"()]*)
    """.replace("INVISIBLE", INVISIBLE),
    re.VERBOSE | re.IGNORECASE,
)
# In lower case they are words.
_JOINTS: dict[str, LexemeKind] = {"OR": "or", "AND": "and", "NOT": "not", "||": "or", "&&": "and"}
# By the last group that matched.
_SIGNS: dict[str | None, LexemeKind] = {
    "stray": "stray quote",
    "open": "open",
    "close": "close",
    "minus": "not",
}


def lexemes(text: str) -> list[Lexeme]:
    """Return the lexemes of a query, in its order."""
    if not text.isascii():
        text = text.translate(_QUOTES)
    return list(map(_lexeme, _LEXEMES.finditer(text)))


def _lexeme(match: re.Match[str]) -> Lexeme:
    text, group = match[0], match.lastgroup
    if group in ("plain", "joint"):
        return Lexeme(_JOINTS.get(text, "plain"), text)
    if group == "word":
        return Lexeme("word", text, text)
    if group in _SIGNS:
        return Lexeme(_SIGNS[group], text)
    if group in ("quoted", "suffix"):
        return Lexeme("quoted", text, match["quoted"], match["suffix"] or "")
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
