"""Secrets that are shown once and of which only a digest is kept."""

from __future__ import annotations

import hashlib
import secrets

API_TOKEN_PREFIX = "tst_"  # noqa: S105


def new_token(prefix: str = "") -> str:
    """32 random bytes as 43 letters that are safe in a URL, after the prefix."""
    return prefix + secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """What is stored. Plain SHA-256 does: 256 random bits cannot be guessed from it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
