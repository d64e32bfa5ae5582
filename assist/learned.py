"""The claims that a version learned from, as short hashes in a file beside its models.

A measurement on claims that were learned from says little: with these hashes it can tell how many
there are, whichever releases and campaigns they came through.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

_LENGTH = 8


class LearnedClaims:
    """A set of claims, of which only hashes are known."""

    def __init__(self, hashes: Iterable[bytes]) -> None:
        self._hashes = frozenset(hashes)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and _hash(text) in self._hashes


def write_learned(texts: Iterable[str], path: Path) -> None:
    """Write the hashes of claims, in an order that tells nothing of them."""
    path.write_bytes(b"".join(sorted({_hash(text) for text in texts})))


def read_learned(path: Path) -> LearnedClaims:
    """Return the claims of a file."""
    return LearnedClaims(_pieces(path.read_bytes()))


def _pieces(packed: bytes) -> Iterator[bytes]:
    return (packed[start : start + _LENGTH] for start in range(0, len(packed), _LENGTH))


def _hash(text: str) -> bytes:
    """Return the hash of a claim, without regard to case and spaces."""
    plain = " ".join(text.split()).casefold()
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).digest()[:_LENGTH]
