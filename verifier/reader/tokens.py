"""Pairs as tokens: the claim, then the evidence, cut to a bounded length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verifier.reader.encoder import TokenBatch

# Longer pairs are cut, the longer text first.
MOST_TOKENS = 192
# The tokenizer reads no more characters of a text: what is behind would be cut anyway.
_MOST_CHARACTERS = 4_000

# The numbers of a pair's tokens, and which text each is from.
TokenPair = tuple[list[int], list[int]]


class BrokenTokenizerError(ValueError):
    """The tokenizer cannot be read."""


class PairTokenizer:
    """A tokenizer of pairs, read from its JSON."""

    def __init__(self, packed: bytes) -> None:
        from tokenizers import Tokenizer

        try:
            # A reader asks for no more than that; the library raises bare exceptions.
            self._tokenizer = Tokenizer.from_str(packed.decode())
        except Exception as error:
            raise BrokenTokenizerError(str(error)) from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS, strategy="longest_first")

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[TokenPair]:
        """Return the tokens of claims with their evidence."""
        cut = [(_plain(claim), _plain(evidence)) for claim, evidence in pairs]
        return [(one.ids, one.type_ids) for one in self._tokenizer.encode_batch(cut)]


def _plain(text: str) -> str:
    """Return a text that can be encoded: lone surrogates cannot."""
    return text[:_MOST_CHARACTERS].encode("utf-8", "replace").decode()


def as_batch(pairs: Sequence[TokenPair]) -> TokenBatch:
    """Return pairs padded to the longest of them."""
    length = max(len(tokens) for tokens, _ in pairs)
    tokens = np.zeros((len(pairs), length), dtype=np.int64)
    segments = np.zeros_like(tokens)
    mask = np.zeros(tokens.shape, dtype=np.bool_)
    for row, (numbers, sources) in enumerate(pairs):
        tokens[row, : len(numbers)] = numbers
        segments[row, : len(sources)] = sources
        mask[row, : len(numbers)] = True
    return TokenBatch(tokens, segments, mask)
