"""Texts and contexts of a page's elements, without reading the whole page.

A release needs a handful of elements of each page. Only these and their contexts are read from the
stored document, by the rules of `wiki.parsing`.
"""

from __future__ import annotations

from collections.abc import Iterable

from releases.dataset.rules.records import EvidencePiece
from wiki.parsing.context import UnknownAddressError, context_of
from wiki.parsing.elements import PageDocument, Section
from wiki.parsing.excerpt import read_excerpt


def evidence_of(page: bytes, addresses: Iterable[str]) -> dict[str, EvidencePiece]:
    """Return the elements at these addresses of a page in JSON; UnknownAddressError without one."""
    wanted = list(addresses)
    document = read_excerpt(page, wanted)
    return {address: _evidence(document, address) for address in wanted}


def _evidence(document: PageDocument, address: str) -> EvidencePiece:
    element = document.find(address)
    text: str | None = getattr(element, "text", None)
    if text is None or isinstance(element, Section):
        raise UnknownAddressError(address)
    return EvidencePiece(document.title, address, context_of(document, address), text)
