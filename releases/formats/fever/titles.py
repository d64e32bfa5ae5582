"""Titles as FEVER's files spell them."""

from __future__ import annotations

import unicodedata

_ESCAPES = {
    "(": "-LRB-",
    ")": "-RRB-",
    "[": "-LSB-",
    "]": "-RSB-",
    ":": "-COLON-",
    " ": "_",
}


def escaped(title: str) -> str:
    """Return a title as the files have it: `1996_BellSouth_Open`, `Amy_-LRB-film-RRB-`."""
    return "".join(_ESCAPES.get(character, character) for character in title)


def unescaped(written: str) -> str:
    """Return the title that a spelling of the files stands for."""
    title = written
    for character, escape in _ESCAPES.items():
        title = title.replace(escape, character)
    return unicodedata.normalize("NFC", title)
