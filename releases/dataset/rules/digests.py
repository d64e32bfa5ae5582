"""Digests of a claim's text and evidence, by which releases are compared. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

DIGEST_LENGTH = 32
# A title has neither.
_BETWEEN_PARTS, _BETWEEN_PIECES, _BETWEEN_SETS = "\x1f", "\x1e", "\x1d"


def text_digest(text: str) -> str:
    """Return a digest of a claim's text."""
    return _digest(text)


def evidence_digest(sets: Iterable[Iterable[tuple[str, str]]]) -> str:
    """Return a digest of evidence: sets of (page, address), in whatever order they were chosen."""
    written = (
        _BETWEEN_PIECES.join(sorted(_BETWEEN_PARTS.join(piece) for piece in set(pieces)))
        for pieces in sets
    )
    return _digest(_BETWEEN_SETS.join(sorted(set(written))))


def _digest(text: str) -> str:
    return blake2b(
        text.encode("utf-8", "surrogatepass"), digest_size=DIGEST_LENGTH // 2
    ).hexdigest()
