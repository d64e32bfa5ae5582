"""Regular expressions over the text of pages: `insource:/pattern/`.

Python's own could run for ever on a hostile pattern, and cannot be stopped. These are matched by
the Rust `regex` crate, through tantivy's tokenizer: its time is linear in the text, and patterns
that would become too large are refused. Its syntax is the usual one, without look-around and
back-references.
"""

from __future__ import annotations

from collections.abc import Iterator

import tantivy

# Does it match nothing at all, at the start, inside or at the end of these two characters?
_PROBE = "a!"
_PROBES = (r"(?s)\A(?:{})..\z", r"(?s)\A.(?:{}).\z", r"(?s)\A..(?:{})\z")
# The time for one piece is bounded by its length; between pieces the caller looks at the clock.
LONGEST_PIECE = 2_000
# Pieces share so much, so that what stands where one ends is found in the next.
_SHARED = 200


class PatternRefusedError(Exception):
    """No regular expression, or one that would take too much."""


class MatchesEmptyError(PatternRefusedError):
    """It matches empty text, hence everywhere."""


class Matcher:
    """A compiled pattern."""

    def __init__(self, expression: str, *, ignores_case: bool) -> None:
        flags = "(?i)" if ignores_case else ""
        self._analyzer = _analyzer(flags + expression)
        # The tokenizer does not tell where a match stands: this one counts what comes before it.
        self._with_gaps = _analyzer(f"{flags}(?s:.*?)(?:{expression})")
        # The tokenizer stops at the first empty match, and would miss what follows it.
        if any(_analyzer(probe.format(expression)).analyze(_PROBE) for probe in _PROBES):
            raise MatchesEmptyError

    def matches(self, text: str) -> bool:
        """Whether the pattern is found in the text; of a long one, in one of its pieces."""
        return any(self._analyzer.analyze(piece) for _, piece in _pieces(text))

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """The half-open ranges of the text that match, in order."""
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
    """A long text piece by piece; `^` and `$` take the ends of each for those of the text."""
    for start in range(0, max(1, len(text) - _SHARED), LONGEST_PIECE - _SHARED):
        yield start, text[start : start + LONGEST_PIECE]
