"""N-grams of claims, as the studies of give-away phrases count them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

# Words with inner apostrophes and hyphens, and numbers with their separators, in all scripts.
_TOKENS = re.compile(r"\w+(?:['’\-.,]\w+)*")


def tokens_of(text: str) -> list[str]:
    """Return the words and numbers of a text, in lower case."""
    return _TOKENS.findall(text.lower())


def ngrams(tokens: Sequence[str], length: int) -> Iterator[str]:
    """Yield every run of this many tokens, joined by spaces."""
    for start in range(len(tokens) - length + 1):
        yield " ".join(tokens[start : start + length])


def ngrams_up_to(text: str, longest: int) -> frozenset[str]:
    """Return the distinct n-grams of a text, from single words to this length."""
    tokens = tokens_of(text)
    return frozenset(gram for length in range(1, longest + 1) for gram in ngrams(tokens, length))
