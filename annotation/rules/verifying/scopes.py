"""The actual scope of evidence, seen from the highlight that a claim was written from.

A claim's author was asked to use the highlight alone, its page, or several pages; where the
evidence was found shows what verifying it took. Pure: no Django.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from annotation.rules.verifying.elements import ElementReference
from wiki.parsing.addresses import Address, AddressKind, parse


class EvidencePlace(StrEnum):
    """A place of evidence, from near to far."""

    HIGHLIGHT = "highlight"
    SENTENCES = "sentences"  # other sentences of the highlight's page
    TABLES = "tables"  # other tables of that page
    PAGE = "page"  # anything else on that page: list items
    OTHER_PAGES = "other_pages"


@dataclass(frozen=True, slots=True)
class ClaimOrigin:
    """A highlight: the title of its page, and the addresses of what is highlighted."""

    page: str
    addresses: Collection[str]


def scope_of(
    sets: Iterable[Iterable[ElementReference]], origin: ClaimOrigin | None
) -> list[EvidencePlace]:
    """Return the places of all evidence, each once, from near to far.

    Without a highlight, as for imported claims, nothing can be said.
    """
    if origin is None:
        return []
    found = {_place_of(element, origin) for elements in sets for element in elements}
    return [place for place in EvidencePlace if place in found]


def _place_of(element: ElementReference, origin: ClaimOrigin) -> EvidencePlace:
    if element.page != origin.page:
        return EvidencePlace.OTHER_PAGES
    address: Address = parse(element.address)
    if element.address in origin.addresses or str(address.block) in origin.addresses:
        return EvidencePlace.HIGHLIGHT
    if address.kind is AddressKind.SENTENCE:
        return EvidencePlace.SENTENCES
    return EvidencePlace.TABLES if address.block.kind is AddressKind.TABLE else EvidencePlace.PAGE
