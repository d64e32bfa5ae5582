"""Secrets that are shown once and of which only a digest is stored."""

from __future__ import annotations

import hashlib
import secrets


def new_token(prefix: str = "") -> str:
    """Return the prefix and 32 random bytes, as 43 characters that are safe in a URL."""
    return prefix + secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """Return the digest to store. SHA-256 is enough: 256 random bits cannot be guessed from it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
