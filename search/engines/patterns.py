"""Regular expressions over the text of pages: `insource:/pattern/`.

Python's own could run for ever on a hostile pattern, and cannot be stopped. These are matched by
the Rust `regex` crate, through tantivy's tokenizer: its time is linear in the text, and patterns
that would become too large are refused. The syntax is the usual one, without look-around and
back-references. docs/decisions/0019 compares this with google-re2.
"""

from __future__ import annotations

from collections.abc import Iterator

import tantivy

# Does it match empty text at the start, in the middle or at the end of these two characters?
_PROBE = "a!"
_PROBES = (r"(?s)\A(?:{})..\z", r"(?s)\A.(?:{}).\z", r"(?s)\A..(?:{})\z")
# The time for one piece is bounded by its length; between pieces the caller checks the clock.
LONGEST_PIECE = 2_000
# Pieces overlap by this much, so that a match at the end of one is found in the next.
_SHARED = 200


class PatternRefusedError(Exception):
    """The pattern is not a regular expression, or would take too much memory."""


class MatchesEmptyError(PatternRefusedError):
    """The pattern matches empty text, and so everywhere."""


class Matcher:
    """A compiled pattern."""

    def __init__(self, expression: str, *, ignores_case: bool) -> None:
        flags = "(?i)" if ignores_case else ""
        self._analyzer = _analyzer(flags + expression)
        # The tokenizer does not say where a match is: this one includes the text before it.
        self._with_gaps = _analyzer(f"{flags}(?s:.*?)(?:{expression})")
        # The tokenizer stops at the first empty match, and would miss the rest.
        if any(_analyzer(probe.format(expression)).analyze(_PROBE) for probe in _PROBES):
            raise MatchesEmptyError

    def matches(self, text: str) -> bool:
        """Return whether the pattern is found in the text, or in a piece of a long one."""
        return any(self._analyzer.analyze(piece) for _, piece in _pieces(text))

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the half-open ranges of the text that match, in order."""
        found_until = 0
        for end, piece in _pieces(text):
            if matches := self._analyzer.analyze(piece):
                for with_gap, match in zip(self._with_gaps.analyze(piece), matches, strict=False):
                    end += len(with_gap)
                    if end - len(match) >= found_until:
                        yield end - len(match), end
                        found_until = end


def _analyzer(expression: str) -> tantivy.TextAnalyzer:
    try:
        return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(expression)).build()
    except ValueError as error:
        raise PatternRefusedError from error


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield a long text piece by piece; `^` and `$` match at the ends of each."""
    for start in range(0, max(1, len(text) - _SHARED), LONGEST_PIECE - _SHARED):
        yield start, text[start : start + LONGEST_PIECE]
