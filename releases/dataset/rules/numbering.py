"""The numbers of claims in the files of a release. Pure.

A number is dealt once and kept in every later release. It must not tell what a claim is: the claims
of one highlight are written in the fixed order of their types, so neither their keys nor the order
of their writing may be seen in it. New claims get the next numbers in the order of a hash that is
keyed with a secret. Those of one unit stay neighbours, so that their pages are read once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b


def deal_numbers(
    claims: Iterable[tuple[int, str]], *, kept: Mapping[int, int], after: int, secret: str
) -> dict[int, int]:
    """Return the number of every claim by its key.

    `claims`: keys with their units; `kept`: numbers so far; `after`: the greatest that is taken.
    """
    key = secret.encode()[:64]
    numbers: dict[int, int] = {}
    new: list[tuple[bytes, bytes, int]] = []
    for claim, unit in claims:
        if claim in kept:
            numbers[claim] = kept[claim]
        else:
            new.append((_rank(unit, key), _rank(str(claim), key), claim))
    new.sort()
    numbers.update((claim, after + place) for place, (_, _, claim) in enumerate(new, start=1))
    return numbers


def _rank(text: str, key: bytes) -> bytes:
    # Its own purpose: people's hashes are made with the same secret, and are written to files.
    return blake2b(text.encode(), key=key, person=b"record numbers", digest_size=16).digest()
