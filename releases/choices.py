"""What a release is asked to be: its formats, parts, compression and pages. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from campaigns.protocols.protocol import Protocol
from releases import formats
from releases.dataset.rules.splits import PartWanted
from releases.formats.writing import Compression


class Pages(StrEnum):
    """Which pages go beside the claims."""

    NONE = "none"
    USED = "used"
    CORPUS = "corpus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """A release as it was asked for; kept with it."""

    formats: tuple[str, ...]
    parts: tuple[PartWanted, ...]
    # Parts of which only claims without labels are published.
    withheld: tuple[str, ...] = ()
    compression: Compression = Compression.NONE
    pages: Pages = Pages.USED

    def as_json(self) -> dict[str, Any]:
        return {
            "formats": list(self.formats),
            "parts": [
                {
                    "name": part.name,
                    "share": None if part.share is None else str(part.share),
                    "size": part.size,
                    "balanced": part.balanced,
                }
                for part in self.parts
            ],
            "withheld": list(self.withheld),
            "compression": self.compression.value,
            "pages": self.pages.value,
        }

    @classmethod
    def of_json(cls, plain: Mapping[str, Any]) -> Choices:
        return cls(
            formats=tuple(plain["formats"]),
            parts=tuple(
                PartWanted(
                    name=part["name"],
                    share=None if part["share"] is None else Fraction(part["share"]),
                    size=part["size"],
                    balanced=part["balanced"],
                )
                for part in plain["parts"]
            ),
            withheld=tuple(plain["withheld"]),
            compression=Compression(plain["compression"]),
            pages=Pages(plain["pages"]),
        )


def possible_formats(protocol: Protocol) -> list[str]:
    """The names of the formats that a campaign of this design can be written in."""
    return [name for name, one in formats.FORMATS.items() if not one.refusal(protocol)]


def formats_beside(name: str, protocol: Protocol) -> tuple[str, ...]:
    """The format of this name and ours, as far as a campaign can be written in them."""
    possible = possible_formats(protocol)
    return tuple(one for one in dict.fromkeys((name, *formats.OURS)) if one in possible)


def usual_choices(protocol: Protocol) -> Choices:
    """What the design itself suggests: its format beside ours, its parts, its balance."""
    own = protocol.export.format
    balanced = formats.get(own).balanced_parts if own in formats.FORMATS else ()
    parts = tuple(
        PartWanted(
            name=part.name,
            # The first part takes what the others leave.
            share=part.share if number else None,
            balanced=part.name in balanced,
        )
        for number, part in enumerate(protocol.export.parts)
    )
    return Choices(formats=formats_beside(own, protocol), parts=parts)
