"""The printer: a tree as the text of a query."""

from __future__ import annotations

from search.query.tree import (
    And,
    Fuzzy,
    HasTable,
    InCategory,
    LinksTo,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Prefix,
    TitlePrefix,
    Wildcard,
    Within,
    Word,
)

OPERATORS = {"title": "intitle", "lead": "inlead", "headings": "insection", "tables": "intable"}


def print_query(node: Node | None) -> str:
    """Return the query in its plainest spelling; parsed, it gives the same tree."""
    if node is None:
        return ""
    if isinstance(node, And):
        return " ".join(_inside(child) for child in node.children)
    if isinstance(node, Or):
        return " OR ".join(_inside(child) for child in node.children)
    if isinstance(node, Not):
        return f"-{_inside(node.child)}" if not isinstance(node.child, Not) else _double(node)
    return _leaf(node)


def _inside(node: Node) -> str:
    text = print_query(node)
    return f"({text})" if isinstance(node, And | Or) else text


def _double(node: Not) -> str:
    return f"-({print_query(node.child)})"


def _leaf(node: Node) -> str:
    match node:
        case Word(text):
            return text
        case Phrase(text, slop):
            return f'"{text}"~{slop}' if slop else f'"{text}"'
        case Prefix(text):
            return f"{text}*"
        case Wildcard(pattern):
            return pattern
        case Fuzzy(text, distance):
            return f"{text}~{distance}"
        case Within(part, operand):
            return f"{OPERATORS[part]}:{_leaf(operand)}"
        case InCategory(name):
            return f'incategory:"{name}"'
        case LinksTo(title):
            return f'linksto:"{title}"'
        case TitlePrefix(text):
            return f'prefix:"{text}"'
        case HasTable():
            return "hastable:"
        case Pattern(expression, ignores_case):
            return f"insource:/{expression}/{'i' if ignores_case else ''}"
    raise TypeError(node)
