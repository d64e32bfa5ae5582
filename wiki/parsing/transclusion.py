"""Transclusion: a call of a plain template of the dump becomes text.

Parameters, `#if`, `#ifeq` and `#switch` are evaluated here; calls of other templates stay in the
text. Everything is counted against limits of the page that calls: see `Expansion.transclude`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from wiki.parsing.definitions import without_markers
from wiki.parsing.markers import EQUALS, LOSSY, NEWLINE, PIPE, SYNTAX_PIPE

_DEEPEST_MARKUP = 40
_PIECE = re.compile(r"(\{{2,}|\}{2,}|\[\[|\]\]|\|)")
_SUBSTITUTION = re.compile(r"\s*(?:safesubst:|subst:)\s*", re.IGNORECASE)
# Markup that has no place inside a paragraph or cell: pipes, brackets without a partner, headings
# and the header cells of tables.
_LEFT_OVER = re.compile(
    rf"[|{SYNTAX_PIPE}]|\[\[|\]\]|\{{\{{|\}}\}}"
    rf"|(?:\A|[\n{NEWLINE}])[={EQUALS}]{{1,6}}[^\n{NEWLINE}]*[={EQUALS}][ \t]*(?:\Z|[\n{NEWLINE}])"
    rf"|[\n{NEWLINE}][ \t]*!"
)


class NotPlainError(Exception):
    """A template has markup that is not expanded here, or exceeds a limit."""


@dataclass(slots=True)
class _Node:
    """Markup with parts: a parameter `{{{a|b}}}`, a call `{{a|b}}` or a link `[[a|b]]`."""

    kind: str
    parts: list[list[_Node | str]]


@dataclass(slots=True)
class _Frame:
    """Markup that is still open."""

    bracket: str
    count: int
    parts: list[list[_Node | str]] = field(default_factory=lambda: [[]])


@dataclass(frozen=True, slots=True)
class ParsedDefinition:
    """A definition as nodes, and how deeply they are nested."""

    nodes: Sequence[_Node | str]
    depth: int


@lru_cache(maxsize=512)
def parse_definition(text: str) -> ParsedDefinition:
    """Return a definition as nodes. Brackets without a partner are text."""
    stack = [_Frame("", 0)]
    depth = 0
    for piece in _PIECE.split(text):
        if not piece:
            continue
        if piece.startswith("{{"):
            stack.append(_Frame("{", len(piece)))
        elif piece == "[[":
            stack.append(_Frame("[", 2))
        elif piece.startswith("}}"):
            _close_braces(stack, len(piece))
        elif piece == "]]" and stack[-1].bracket == "[":
            frame = stack.pop()
            stack[-1].parts[-1].append(_Node("link", frame.parts))
        elif piece == "|" and len(stack) > 1:
            stack[-1].parts.append([])
        else:
            stack[-1].parts[-1].append(piece)
        # Four braces are two levels.
        depth = max(depth, sum(max(1, frame.count // 2) for frame in stack))
        if depth > _DEEPEST_MARKUP:
            raise NotPlainError
    while len(stack) > 1:
        _flatten(stack)
    return ParsedDefinition(stack[0].parts[0], depth)


def _close_braces(stack: list[_Frame], closing: int) -> None:
    while closing >= 2:
        while stack[-1].bracket == "[":
            _flatten(stack)
        frame = stack[-1]
        if frame.bracket != "{":
            break
        used = 3 if frame.count >= 3 and closing >= 3 else 2
        node = _Node("parameter" if used == 3 else "call", frame.parts)
        closing -= used
        frame.count -= used
        if frame.count >= 2:
            frame.parts = [[node]]
        else:
            stack.pop()
            stack[-1].parts[-1] += ["{" * frame.count, node]
    if closing:
        stack[-1].parts[-1].append("}" * closing)


def _flatten(stack: list[_Frame]) -> None:
    """Turn open markup into text: it is never closed."""
    frame = stack.pop()
    parts = stack[-1].parts[-1]
    parts.append(frame.bracket * frame.count)
    for number, part in enumerate(frame.parts):
        if number:
            parts.append("|")
        parts += part


@dataclass(slots=True)
class Transclusion:
    """The evaluation of one call: parameters and parser functions become text.

    `expand` is used for conditions, which have to be known in full. `spend` counts the characters
    of arguments and raises NotPlainError beyond the limit.
    """

    arguments: Mapping[str, str]
    expand: Callable[[str], str]
    spend: Callable[[int], None]

    def text_of(self, nodes: Sequence[_Node | str]) -> str:
        """Return the text of a definition, or of a part of it."""
        return "".join([node if isinstance(node, str) else self._value(node) for node in nodes])

    def _value(self, node: _Node) -> str:
        first = self.text_of(node.parts[0])
        if node.kind == "link":
            return "[[" + "|".join([first, *map(self.text_of, node.parts[1:])]) + "]]"
        if node.kind == "parameter":
            value = self.arguments.get(first.strip())
            if value is not None:
                self.spend(len(value))
                return value
            return self.text_of(node.parts[1]) if len(node.parts) > 1 else ""
        start = _SUBSTITUTION.match(first)
        first = first[start.end() :] if start else first
        if first.lstrip().startswith("#"):
            return self._function(first, node.parts[1:]).strip()
        return "{{" + "|".join([first, *map(self.text_of, node.parts[1:])]) + "}}"

    def _function(self, first: str, parts: Sequence[Sequence[_Node | str]]) -> str:
        name, _, argument = first.partition(":")
        name = name.strip().lower()
        branches = [*parts, (), (), ()]
        if name == "#if":
            return self.text_of(branches[0] if self._known(argument) else branches[1])
        if name == "#ifeq":
            other = self._known(self.text_of(branches[0]))
            is_equal = _equal(self._known(argument), other)
            return self.text_of(branches[1] if is_equal else branches[2])
        if name == "#switch":
            return self._switch(self._known(argument), parts)
        raise NotPlainError

    def _switch(self, value: str, parts: Sequence[Sequence[_Node | str]]) -> str:
        is_met = is_default = False
        default: Sequence[_Node | str] = ()
        for number, part in enumerate(parts):
            label_nodes, result = _split(part)
            if result is None and number == len(parts) - 1:
                return self.text_of(part)
            label = self._known(self.text_of(label_nodes))
            is_met = is_met or _equal(label, value)
            is_default = is_default or label == "#default"
            if result is None:
                continue
            if is_met:
                return self.text_of(result)
            if is_default:
                default, is_default = result, False
        return self.text_of(default)

    def _known(self, text: str) -> str:
        """Return the value of a condition. Raise NotPlainError if a part of it is unknown."""
        if "{{" in text or "[[" in text:
            text = self.expand(text)
        if LOSSY in text:
            raise NotPlainError
        return without_markers(text.replace(EQUALS, "=").replace(PIPE, "|")).strip()


def _split(part: Sequence[_Node | str]) -> tuple[Sequence[_Node | str], list[_Node | str] | None]:
    """Return the label and the result of a part of `#switch`; None without an equals sign."""
    for number, node in enumerate(part):
        if isinstance(node, str) and "=" in node:
            label, _, rest = node.partition("=")
            return [*part[:number], label], [rest, *part[number + 1 :]]
    return part, None


def is_plain(text: str) -> bool:
    """Return whether an expanded template is text, without any markup that is left over."""
    return _LEFT_OVER.search(text) is None


def _equal(first: str, second: str) -> bool:
    """Return whether two texts are equal, as numbers if both are some."""
    if first == second:
        return True
    if not (first[:1].isdigit() or first[:1] in ("-", "+", ".")):
        return False
    try:
        return float(first) == float(second)
    except ValueError:
        return False
