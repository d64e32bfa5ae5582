"""Texts and contexts of a page's elements, without reading the whole page.

A release asks for a handful of elements of each page. Only the blocks in which they stand, and
the sections, are read out of the stored document; the rules are those of `wiki.parsing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from releases.records import Evidence, kind_of
from wiki.parsing.context import UnknownAddressError, context_of
from wiki.parsing.elements import PageDocument, Section
from wiki.parsing.excerpt import read_excerpt

_BLOCK_OF = {"cell": "table", "header_cell": "table", "table_caption": "table", "item": "list"}


def evidence_of(page: Mapping[str, Any], addresses: Iterable[str]) -> dict[str, Evidence]:
    """The elements at these addresses. UnknownAddressError where the page has none there."""
    wanted = list(addresses)
    document = read_excerpt(page, {_block_address(address) for address in wanted})
    return {address: _evidence(document, address) for address in wanted}


def _evidence(document: PageDocument, address: str) -> Evidence:
    element = document.find(address)
    text = getattr(element, "text", None)
    if text is None or isinstance(element, Section):
        raise UnknownAddressError(address)
    return Evidence(document.title, address, context_of(document, address), text)


def _block_address(address: str) -> str:
    kind = kind_of(address)
    block = _BLOCK_OF.get(kind)
    if block is None:
        return address
    number = address.removeprefix(f"{kind}_").partition("_")[0]
    return f"{block}_{number}"
