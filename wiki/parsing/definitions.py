"""Definitions: what a page in the Template: namespace contributes to the pages that use it.

Plain means: text, parameters with defaults, `#if`, `#ifeq`, `#switch`, and other templates. What
calls Lua or makes tables is not plain and has no definition here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from wiki.parsing.cleaning import normalise, strip_hidden
from wiki.parsing.titles import normalise_title

# Returns the definition of the template with this title, or None.
FindDefinition = Callable[[str], str | None]

LONGEST_DEFINITION = 20_000
# Wikipedia refuses pages above 2 MiB.
_LONGEST_SOURCE = 2 * 2**20
_LONGEST_REDIRECT = 500
_MOST_REDIRECTS = 3
_NAMESPACES = ("template", "msg")
# Each is linear: nothing is searched for its end more than once.
_ONLY = re.compile(r"<(/?)onlyinclude\s*>", re.IGNORECASE)
_NOT = re.compile(r"<noinclude\s*>.*?(?:</noinclude\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_TAGS = re.compile(r"</?(?:includeonly|onlyinclude|noinclude)\s*/?>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_REDIRECT = re.compile(r"\s*#\w+\s*:?\s*\[\[\s*[^\[\]|{}:\n#]*:\s*([^\[\]|{}\n#]+)")
# Lua and table markup.
_NOT_PLAIN = re.compile(r"#\s*invoke\s*:|(?<!\{)\{\||\{\{\s*[!(]|<t[rdh]\b|<table", re.IGNORECASE)
_MARKERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_CALL = re.compile(r"\{\{([^{}|<>\[\]#]{1,255})")


def without_markers(text: str) -> str:
    """Return a text without the characters that the parser's stages leave for each other."""
    return _MARKERS.sub("", text)


def template_title(name: str) -> str:
    """Return the title of a template without its namespace, from a name as pages write it."""
    bare = without_markers(name).strip()
    space, colon, rest = bare.partition(":")
    if colon and space.strip().lower() in _NAMESPACES:
        bare = rest
    return normalise_title(bare)


def plain_definition(text: str) -> str | None:
    """Return the definition in a template's page; None if it is not plain.

    A redirect is returned as it is: see `find_definition`.
    """
    if len(text) > _LONGEST_SOURCE:
        return None
    if _REDIRECT.match(text[:_LONGEST_REDIRECT]):
        return text[:_LONGEST_REDIRECT]
    body = _included(_COMMENT.sub("", text))
    if len(body) > LONGEST_DEFINITION or _NOT_PLAIN.search(body):
        return None
    return strip_hidden(normalise(body)).strip("\n")


def _included(text: str) -> str:
    """Return the part of a template's page that other pages get."""
    parts: list[str] = []
    start: int | None = None
    for tag in _ONLY.finditer(text):
        if tag[1] and start is not None:
            parts.append(text[start : tag.start()])
            start = None
        elif not tag[1] and start is None:
            start = tag.end()
    return _TAGS.sub("", "".join(parts) if parts else _NOT.sub("", text))


def find_definition(find: FindDefinition, title: str) -> str | None:
    """Return a template's definition, after following its redirects."""
    for _ in range(_MOST_REDIRECTS):
        text = find(title)
        target = None if text is None else _REDIRECT.match(text[:_LONGEST_REDIRECT])
        if target is None:
            return text
        title = normalise_title(target[1])
    return None


def called_titles(text: str) -> set[str]:
    """Return the titles of all templates that a page or a definition may call."""
    titles = {template_title(match[1]) for match in _CALL.finditer(text)}
    redirect = _REDIRECT.match(text[:_LONGEST_REDIRECT])
    return titles | {normalise_title(redirect[1])} if redirect else titles
