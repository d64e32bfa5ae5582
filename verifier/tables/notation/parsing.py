"""The parser: from a text to a typed program over one table, or to its first fault."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from verifier.tables.language import GivenNumber, Truth
from verifier.tables.notation.functions import (
    FUNCTIONS,
    NotationFunction,
    PartKind,
    QuotedWords,
    stems_of,
)
from verifier.tables.table import DataTable
from verifier.tables.words import LARGEST_NUMBER, fold

MOST_CHARACTERS = 5_000
MOST_DEPTH = 16
MOST_TOKENS = 800
LARGEST_PLACE = 1_000


class NotationFault(StrEnum):
    """The reasons to refuse a program."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    TOO_DEEP = "too_deep"
    UNEXPECTED = "unexpected"
    UNFINISHED = "unfinished"
    UNKNOWN_FUNCTION = "unknown_function"
    UNKNOWN_COLUMN = "unknown_column"
    SEVERAL_COLUMNS = "several_columns"
    NO_KEYS = "no_keys"
    WRONG_KIND = "wrong_kind"
    WRONG_COUNT = "wrong_count"
    NO_WORDS = "no_words"
    BAD_NUMBER = "bad_number"
    NO_TRUTH = "no_truth"


class NotationError(ValueError):
    """A text is no program over a table: the fault, at which character (from 1), and about what."""

    def __init__(self, fault: NotationFault, at: int, about: str = "") -> None:
        super().__init__(f"{fault} at {at}: {about}")
        self.fault = fault
        self.at = at
        self.about = about[:100]


_TOKEN = re.compile(
    r"""\s*(?:
        (?P<name>[a-z_]+)
      | (?P<number>[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
      | (?P<column>\#\d+)
      | (?P<said>"(?:[^"\\]|\\.)*")
      | (?P<stems>'(?:[^'\\]|\\.)*')
      | (?P<mark>[(),])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


def read_program(text: str, table: DataTable) -> Truth:
    """Return the program that a text says; raise NotationError with its first fault."""
    if len(text) > MOST_CHARACTERS:
        raise NotationError(NotationFault.TOO_LONG, MOST_CHARACTERS + 1)
    reader = _Reader(_tokens(text), table)
    found: Any = reader.part(PartKind.TRUTH, 0)
    reader.end()
    return found  # type: ignore[no-any-return]


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    place = 0
    end = len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            rest = text[place:].lstrip()
            raise NotationError(NotationFault.UNEXPECTED, len(text) - len(rest) + 1, rest[:20])
        kind = match.lastgroup or ""
        tokens.append(_Token(kind, match[kind], match.start(kind) + 1))
        if len(tokens) > MOST_TOKENS:
            raise NotationError(NotationFault.TOO_LONG, tokens[-1].at)
        place = match.end()
    if not tokens:
        raise NotationError(NotationFault.EMPTY, 1)
    tokens.append(_Token("end", "", end + 1))
    return tokens


class _Reader:
    """Reads tokens from the left to the right, once."""

    def __init__(self, tokens: Sequence[_Token], table: DataTable) -> None:
        self._tokens = tokens
        self._table = table
        self._place = 0

    def part(self, kind: PartKind, depth: int) -> Any:
        """Return the next part, which must be of this kind."""
        token = self._next()
        if kind in (PartKind.COLUMN, PartKind.KEYS):
            return self._column(token, kind)
        if kind is PartKind.WORDS:
            return self._words(token)
        if kind is PartKind.PLACE:
            return self._rank(token)
        if kind is PartKind.NUMBER and token.kind == "number":
            return GivenNumber(_number(token))
        if token.kind != "name":
            raise _wrong(token, kind)
        return self._call(token, kind, depth)

    def end(self) -> None:
        token = self._next()
        if token.kind != "end":
            raise NotationError(NotationFault.UNEXPECTED, token.at, token.text)

    def _call(self, token: _Token, kind: PartKind, depth: int) -> Any:
        function = FUNCTIONS.get(token.text)
        if function is None:
            raise NotationError(NotationFault.UNKNOWN_FUNCTION, token.at, token.text)
        if function.kind is not kind:
            fault = NotationFault.NO_TRUTH if depth == 0 else NotationFault.WRONG_KIND
            raise NotationError(fault, token.at, token.text)
        if depth >= MOST_DEPTH:
            raise NotationError(NotationFault.TOO_DEEP, token.at)
        found: list[Any] = []
        if function.takes or self._peek().text == "(":
            self._mark("(")
            found = self._parts(token, function, depth)
        fewest = len(function.takes) - function.optional
        if len(found) < fewest:
            raise NotationError(NotationFault.WRONG_COUNT, token.at, token.text)
        return function.make(*found)

    def _parts(self, token: _Token, function: NotationFunction, depth: int) -> list[Any]:
        found: list[Any] = []
        if self._peek().text == ")":
            self._next()
            return found
        while True:
            if len(found) >= len(function.takes) and not function.repeats:
                raise NotationError(NotationFault.WRONG_COUNT, token.at, token.text)
            kind = function.takes[min(len(found), len(function.takes) - 1)]
            # Rows are compared with a number of the claim, not with one that is computed.
            if function.kind is PartKind.ROWS and kind is PartKind.NUMBER:
                found.append(GivenNumber(_number(self._next())))
            else:
                found.append(self.part(kind, depth + 1))
            mark = self._next()
            if mark.text == ")" and mark.kind == "mark":
                return found
            if mark.kind == "end":
                raise NotationError(NotationFault.UNFINISHED, mark.at)
            if mark.text != "," or mark.kind != "mark":
                raise NotationError(NotationFault.UNEXPECTED, mark.at, mark.text)

    def _column(self, token: _Token, kind: PartKind) -> int:
        columns = self._table.columns
        if token.kind == "column":
            figures = token.text[1:]
            number = int(figures[:6]) - 1
            if not 0 <= number < len(columns) or len(figures) > 6:
                raise NotationError(NotationFault.UNKNOWN_COLUMN, token.at, token.text)
        elif token.kind == "said":
            header = _unquoted(token)
            called = [one.number for one in columns if one.header == header] or [
                one.number for one in columns if one.header == " ".join(fold(header).split())
            ]
            if not called or not header.strip():
                raise NotationError(NotationFault.UNKNOWN_COLUMN, token.at, header)
            if len(called) > 1:
                raise NotationError(NotationFault.SEVERAL_COLUMNS, token.at, header)
            number = called[0]
        else:
            raise _wrong(token, PartKind.COLUMN)
        if kind is PartKind.KEYS and not columns[number].keyed:
            raise NotationError(
                NotationFault.NO_KEYS, token.at, columns[number].header or f"#{number + 1}"
            )
        return number

    def _words(self, token: _Token) -> QuotedWords:
        if token.kind not in ("said", "stems"):
            raise _wrong(token, PartKind.WORDS)
        text = _unquoted(token)
        if token.kind == "said":
            found = QuotedWords(text, stems_of(text))
            if self._peek().kind == "stems":
                found = QuotedWords(text, _unquoted(self._next()))
        else:
            found = QuotedWords("", text)
        if not found.stems.strip():
            raise NotationError(NotationFault.NO_WORDS, token.at, text)
        return found

    def _rank(self, token: _Token) -> int:
        figures = token.text
        if token.kind != "number" or not figures.isdecimal() or len(figures) > 6:
            raise NotationError(NotationFault.BAD_NUMBER, token.at, figures)
        if not 1 <= int(figures) <= LARGEST_PLACE:
            raise NotationError(NotationFault.BAD_NUMBER, token.at, figures)
        return int(figures)

    def _mark(self, mark: str) -> None:
        token = self._next()
        if token.kind == "end":
            raise NotationError(NotationFault.UNFINISHED, token.at)
        if token.text != mark or token.kind != "mark":
            raise NotationError(NotationFault.UNEXPECTED, token.at, token.text)

    def _peek(self) -> _Token:
        return self._tokens[self._place]

    def _next(self) -> _Token:
        token = self._tokens[self._place]
        if token.kind != "end":
            self._place += 1
        return token


def _wrong(token: _Token, kind: PartKind) -> NotationError:
    if token.kind == "end":
        return NotationError(NotationFault.UNFINISHED, token.at)
    if token.kind == "mark":
        return NotationError(NotationFault.UNEXPECTED, token.at, token.text)
    return NotationError(NotationFault.WRONG_KIND, token.at, token.text)


def _number(token: _Token) -> float:
    if token.kind != "number":
        raise _wrong(token, PartKind.NUMBER)
    value = float(token.text) if len(token.text) <= 40 else math.inf
    if not abs(value) < LARGEST_NUMBER:
        raise NotationError(NotationFault.BAD_NUMBER, token.at, token.text)
    return value


def _unquoted(token: _Token) -> str:
    return _ESCAPED.sub(r"\1", token.text[1:-1])
