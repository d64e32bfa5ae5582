"""Words from outside the highlight, in a claim that is to use only the highlight."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.rules.checks.findings import Finding, warn
from annotation.rules.checks.text import quoted, reasoning_stems, words
from campaigns.protocols.check_names import BEYOND

# Words that begin alike are taken for forms of one word: "tributary" and "tributaries", "Hungary"
# and "Hungarian" are; "Switzerland" and "Swiss" are not.
ALIKE = 5
FEWEST_OTHERS = 2


def check_beyond(
    text: str,
    highlight: Sequence[str],
    context: Sequence[str],
    *,
    besides: Sequence[tuple[int, int]] = (),
) -> list[Finding]:
    """Warn of content words that are neither in the highlight nor in its context.

    Numbers are left out, for they may be calculated, and so are words for comparing and counting.
    One name is enough; a single other word may well be the verb that a table does not have.
    `besides`: the places of words that another warning is about.
    """
    known = {word.stem for part in (*highlight, *context) for word in words(part)}
    beginnings = {stem[:ALIKE] for stem in known if len(stem) >= ALIKE}
    own = words(text)
    foreign = [
        word
        for word in own
        if word.is_content
        and word.stem not in known
        and word.stem not in reasoning_stems()
        and word.stem[:ALIKE] not in beginnings
        and not any(start <= word.start and word.end <= end for start, end in besides)
    ]
    named = any(word.is_capital and word is not own[0] for word in foreign)
    if not named and len(foreign) < FEWEST_OTHERS:
        return []
    return [warn(BEYOND, "beyond", (foreign[0].start, foreign[0].end), words=quoted(foreign))]
