"""Findings of the checks: a severity, a code with parameters, and a place in the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

# Every code that a check may give; `annotation.messages` has their words.
CODES = frozenset(
    {
        "empty",
        "too_short",
        "too_long",
        "several_lines",
        "several_sentences",
        "question",
        "no_capital",
        "no_stop",
        "identical",
        "nearly_identical",
        "copies_sentence",
        "unchanged",
        "little_left",
        "nothing_added",
        "something_added",
        "number_changed",
        "number_lost",
        "name_changed",
        "turned_around",
        "nothing_substituted",
        "bare_negation",
        "vague_time",
        "vague_amount",
        "vague_hedge",
        "vague_opinion",
        "pronoun",
        "giveaway",
        "beyond",
    }
)


class Severity(StrEnum):
    REFUSE = "refuse"  # the claim cannot be handed in like this
    WARN = "warn"  # advice; the writer may override it


@dataclass(frozen=True, slots=True)
class Message:
    """A code with what its words need."""

    code: str
    parameters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check found in a claim, over `text[start:end]` if it has a place."""

    check: str
    severity: Severity
    message: Message
    span: tuple[int, int] | None = None


def refuse(
    check: str, code: str, span: tuple[int, int] | None = None, **parameters: str
) -> Finding:
    """Return a finding for which the claim is refused."""
    return Finding(check, Severity.REFUSE, Message(code, parameters), span)


def warn(check: str, code: str, span: tuple[int, int] | None = None, **parameters: str) -> Finding:
    """Return a finding that the writer may override."""
    return Finding(check, Severity.WARN, Message(code, parameters), span)
