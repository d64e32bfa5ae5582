"""Single keys for the choices of the verification desk, chosen from the labels of a protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from string import ascii_letters, ascii_lowercase, ascii_uppercase

# Letters of actions that every campaign has, in `static/touchstone/js/desk`.
TAKEN = frozenset("acefgijklptvxzLTZ")

_WORDS = re.compile(r"[^\W\d_]+")


def assign_keys(
    labels: Sequence[str], *, taken: Iterable[str] = TAKEN, upper: bool = False
) -> list[str]:
    """Return a letter for each label, "" where none is left.

    The first free of: the first letters of its words, its other letters, the alphabet.
    """
    used = {letter for letter in taken if letter in ascii_letters}
    alphabet = ascii_uppercase if upper else ascii_lowercase
    keys = []
    for label in labels:
        words = _WORDS.findall(label.upper() if upper else label.lower())
        wanted = [*(word[0] for word in words), *"".join(words), *alphabet]
        key = next((one for one in wanted if one in alphabet and one not in used), "")
        used.add(key)
        keys.append(key)
    return keys
