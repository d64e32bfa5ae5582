"""FEVEROUS' element ids: the title of a page, an underscore, the address of an element.

Titles inside them are in NFD, as in the released files: the official tools look pages up so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from releases.formats.base import FormatError
from wiki.parsing.addresses import may_be_evidence


def decomposed(title: str) -> str:
    """Return a title in NFD."""
    return title if title.isascii() else unicodedata.normalize("NFD", title)


def element_id(page: str, address: str) -> str:
    """Return the id of an element."""
    return f"{decomposed(page)}_{address}"


def split_id(value: str, is_address: Callable[[str], bool] = may_be_evidence) -> tuple[str, str]:
    """Return the page and the address of an element id, the title in NFC."""
    page, _, address = value.partition("_")
    if not page.strip() or not is_address(address):
        raise FormatError("no_element_id", id=value)
    return unicodedata.normalize("NFC", page), address
