"""The options of a release: its formats, parts, compression and pages. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from releases.dataset.rules.splits import RequestedPart


class Compression(StrEnum):
    """The compression of files of lines."""

    NONE = "none"
    GZIP = "gzip"
    ZSTD = "zstd"

    @property
    def suffix(self) -> str:
        return {"none": "", "gzip": ".gz", "zstd": ".zst"}[self.value]


class IncludedPages(StrEnum):
    """The pages that are written beside the claims."""

    NONE = "none"
    USED = "used"
    CORPUS = "corpus"


class Choices(Struct, frozen=True, kw_only=True):
    """The options that somebody chose for a release; stored with it."""

    formats: tuple[str, ...]
    parts: tuple[RequestedPart, ...]
    # Parts of which only claims without labels are published.
    withheld: tuple[str, ...] = ()
    compression: Compression = Compression.NONE
    pages: IncludedPages = IncludedPages.USED

    def as_json(self) -> dict[str, Any]:
        """Return the options as plain data; shares are texts, such as "1/10"."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self, enc_hook=str))
        return plain

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Choices:
        """Read what `as_json` gave."""
        return msgspec.convert(plain, cls, dec_hook=_read_share)


def _read_share(expected: type, value: Any) -> Fraction:
    if expected is not Fraction:
        raise NotImplementedError(expected)
    return Fraction(value)
