"""Names for people that say nothing about them, the same in every release of a campaign."""

from __future__ import annotations

from hashlib import blake2b


class PersonHashes:
    """The salted hashes of people, by their keys."""

    def __init__(self, salt: str) -> None:
        self._salt = salt.encode()[:64]
        self._names: dict[int, str] = {}

    def name(self, pk: int) -> str:
        """Return the name of a person."""
        found = self._names.get(pk)
        if found is None:
            digest = blake2b(str(pk).encode(), key=self._salt, digest_size=8)
            found = self._names[pk] = digest.hexdigest()
        return found
