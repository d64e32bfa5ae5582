"""A page's elements as stored: FEVEROUS' page format as JSON, compressed with zstd."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from threading import local
from typing import Any

import zstandard

LEVEL = 9
_threads = local()


@dataclass(frozen=True, slots=True)
class Packed:
    """A document ready to be stored, keyed by the hash of its JSON."""

    digest: bytes
    document: bytes
    size: int


def pack(page: Mapping[str, Any]) -> Packed:
    """The page as it is stored."""
    raw = json.dumps(page, ensure_ascii=False, separators=(",", ":")).encode()
    return Packed(blake2b(raw, digest_size=32).digest(), _compressor().compress(raw), len(raw))


def unpack(document: bytes) -> dict[str, Any]:
    """The page that was stored."""
    page: dict[str, Any] = json.loads(_decompressor().decompress(document))
    return page


# zstd's contexts must not be shared between threads.
def _compressor() -> zstandard.ZstdCompressor:
    if not hasattr(_threads, "compressor"):
        _threads.compressor = zstandard.ZstdCompressor(level=LEVEL)
    return _threads.compressor


def _decompressor() -> zstandard.ZstdDecompressor:
    if not hasattr(_threads, "decompressor"):
        _threads.decompressor = zstandard.ZstdDecompressor()
    return _threads.decompressor
