"""Claims as sentences: one, not none, not several, and not a question."""

from __future__ import annotations

from annotation.rules.checks.findings import Finding, refuse, warn
from annotation.rules.checks.text import words
from campaigns.protocols.check_names import SENTENCE
from wiki.parsing.sentences import split_sentences

LEAST_WORDS = 3
MOST_CHARACTERS = 1000


def check_sentence(text: str) -> list[Finding]:
    """Refuse a text that is not one sentence; warn of a missing capital or full stop."""
    stripped = text.strip()
    if not stripped:
        return [refuse(SENTENCE, "empty")]
    if len(stripped) > MOST_CHARACTERS:
        return [
            refuse(
                SENTENCE,
                "too_long",
                (MOST_CHARACTERS, len(text)),
                most=str(MOST_CHARACTERS),
                length=str(len(stripped)),
            )
        ]
    if "\n" in stripped:
        return [refuse(SENTENCE, "several_lines")]
    sentences = split_sentences(text)
    if len(sentences) > 1:
        return [refuse(SENTENCE, "several_sentences", (sentences[1][0], sentences[-1][1]))]
    if stripped.endswith("?"):
        return [refuse(SENTENCE, "question", (len(text.rstrip()) - 1, len(text.rstrip())))]
    if len(words(stripped)) < LEAST_WORDS:
        return [refuse(SENTENCE, "too_short")]
    found = []
    first = next(character for character in stripped if character.isalnum())
    if first.islower():
        found.append(warn(SENTENCE, "no_capital", (text.index(first), text.index(first) + 1)))
    if not stripped.rstrip("\"'”’»)").endswith((".", "!")) and not stripped.endswith((".", "!")):
        found.append(warn(SENTENCE, "no_stop", (len(text.rstrip()), len(text.rstrip()))))
    return found
