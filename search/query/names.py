"""Titles and categories as people type them, or copy them from a wiki."""

from __future__ import annotations

import re

# A link is "[[Danube#Course|the river]]"; none of its signs can be in a title.
_TITLE = re.compile(r"[\s:\[]*([^\[\]|#]*)")
_CATEGORY = re.compile(r"(?:category\s*:[\s:]*)+", re.IGNORECASE)


def read_title(value: str) -> str:
    """Return the title in a value; for a link, the title of its target."""
    printable = "".join(c if c.isprintable() else " " for c in value.replace("_", " "))
    title = _TITLE.match(printable)
    assert title is not None
    return " ".join(title[1].split())


def read_category(value: str) -> str:
    """Return the category in a value, without the prefix "Category:"."""
    title = read_title(value)
    named = _CATEGORY.match(title)
    return title[named.end() :] if named else title
