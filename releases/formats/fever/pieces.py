"""A piece of FEVER's evidence: a page and the number of a line of its introduction."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from releases.dataset.rules.records import EvidencePiece
from releases.formats.base import FormatError
from releases.formats.fever.titles import unescaped
from wiki.parsing import addresses
from wiki.parsing.addresses import AddressKind

# It becomes the number of a sentence.
LineNumber = Annotated[int, Meta(ge=0, lt=addresses.NUMBERS.stop)]
NO_PAGE = "piece_without_page"
NO_LINE = "piece_without_line"


def read_piece(page: str, line: int) -> EvidencePiece:
    """Return the sentence that a page and a line name."""
    if not page.strip():
        raise FormatError(NO_PAGE)
    return EvidencePiece(unescaped(page), addresses.sentence(line), ("title",))


def line_of(piece: EvidencePiece) -> int:
    """Return the number of the line that a piece of evidence is; FormatError where it is none."""
    address = addresses.parse(piece.address)
    if address.kind is not AddressKind.SENTENCE:
        raise FormatError("no_sentence", id=piece.id)
    return address.numbers[0]
