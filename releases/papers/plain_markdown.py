"""Texts of people inside Markdown, as they are: no markup, no HTML, no long lines. Pure."""

from __future__ import annotations

import re
import textwrap

_COLUMNS = 100
_MARKUP = re.compile(r"([\\`*_\[\]<>#|~&!])")
# What starts a list, a rule, a heading or a block of code at the beginning of a line.
_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def escaped(text: str) -> str:
    """Return a text of one line so that Markdown shows it as it is."""
    return _START.sub(_escaped_start, _MARKUP.sub(r"\\\1", " ".join(text.split())))


def escaped_lines(text: str) -> list[str]:
    """Return the lines of a text so that Markdown shows them as they are, none of them long."""
    lines: list[str] = []
    for line in text.split("\n"):
        lines += [escaped(part) for part in _wrapped(" ".join(line.split()))] or [""]
    return lines


def code_lines(text: str) -> list[str]:
    """Return a text as a block of code, which has no markup; its lines are not long."""
    parts = (part for line in text.split("\n") for part in _wrapped(line) or [""])
    return [f"    {part}".rstrip() for part in parts]


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _COLUMNS, break_on_hyphens=False, drop_whitespace=True)


def _escaped_start(match: re.Match[str]) -> str:
    blank, start = match.groups()
    # A number is escaped behind it: "1\." is no list.
    return f"{blank}{start}\\" if start.isdigit() else f"{blank}\\{start}"
