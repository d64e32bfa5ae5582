"""Texts and contexts of a page's elements, without reading the whole page.

A release asks for a handful of elements of each page. Only what they and their contexts need is
read out of the stored document; the rules are those of `wiki.parsing`.
"""

from __future__ import annotations

from collections.abc import Iterable

from releases.dataset.rules.records import Evidence
from wiki.parsing.context import UnknownAddressError, context_of
from wiki.parsing.elements import PageDocument, Section
from wiki.parsing.excerpt import read_excerpt


def evidence_of(page: bytes, addresses: Iterable[str]) -> dict[str, Evidence]:
    """The elements at these addresses of a page in JSON. UnknownAddressError where one is none."""
    wanted = list(addresses)
    document = read_excerpt(page, wanted)
    return {address: _evidence(document, address) for address in wanted}


def _evidence(document: PageDocument, address: str) -> Evidence:
    element = document.find(address)
    text: str | None = getattr(element, "text", None)
    if text is None or isinstance(element, Section):
        raise UnknownAddressError(address)
    return Evidence(document.title, address, context_of(document, address), text)
