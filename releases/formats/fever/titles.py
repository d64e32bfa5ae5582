"""Titles as the files of others spell them."""

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


def decomposed(title: str) -> str:
    """In NFD, as FEVEROUS' tools look titles up."""
    return title if title.isascii() else unicodedata.normalize("NFD", title)


def escaped(title: str) -> str:
    """As FEVER's files have it: `1996_BellSouth_Open`, `Amy_-LRB-film-RRB-`."""
    return "".join(_ESCAPES.get(character, character) for character in title)


def unescaped(written: str) -> str:
    """The title that FEVER's spelling stands for."""
    title = written
    for character, escape in _ESCAPES.items():
        title = title.replace(escape, character)
    return unicodedata.normalize("NFC", title)
