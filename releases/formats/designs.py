"""The formats that suit a study design, and the options that a design suggests for a release."""

from __future__ import annotations

from campaigns.protocols.protocol import Protocol
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.splits import RequestedPart
from releases.formats.registry import FORMATS, OURS


def possible_formats(protocol: Protocol) -> list[str]:
    """Return the names of the formats that a campaign of this design can be written in."""
    return [name for name, candidate in FORMATS.items() if not candidate.refusal(protocol)]


def formats_beside(name: str, protocol: Protocol) -> tuple[str, ...]:
    """Return this format and ours, as far as a campaign of this design can be written in them."""
    possible = possible_formats(protocol)
    return tuple(other for other in dict.fromkeys((name, *OURS)) if other in possible)


def usual_choices(protocol: Protocol) -> Choices:
    """Return what the design suggests: its format beside ours, its parts and their balance."""
    own = protocol.export.format
    balanced = FORMATS[own].balanced_parts if own in FORMATS else ()
    parts = tuple(
        RequestedPart(
            name=part.name,
            # The first part takes what the others leave.
            share=part.share if number else None,
            balanced=part.name in balanced,
        )
        for number, part in enumerate(protocol.export.parts)
    )
    return Choices(formats=formats_beside(own, protocol), parts=parts)
