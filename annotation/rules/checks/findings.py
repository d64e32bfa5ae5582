"""What a check finds: its severity, a message as a code with parameters, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from annotation.rules.checks.messages import ENGLISH


class Severity(StrEnum):
    REFUSE = "refuse"  # the claim cannot be handed in like this
    WARN = "warn"  # advice; the writer may say that it is fine


@dataclass(frozen=True, slots=True)
class Message:
    """A code of `messages.ENGLISH` with what is filled in; translated by code, elsewhere."""

    code: str
    parameters: Mapping[str, str] = field(default_factory=dict)

    def in_english(self) -> str:
        return ENGLISH[self.code] % self.parameters


@dataclass(frozen=True, slots=True)
class Finding:
    """One line beneath a claim that is being written, over `text[start:end]` if it has a place."""

    check: str
    severity: Severity
    message: Message
    span: tuple[int, int] | None = None


def refuse(
    check: str, code: str, span: tuple[int, int] | None = None, **parameters: str
) -> Finding:
    return Finding(check, Severity.REFUSE, Message(code, parameters), span)


def warn(check: str, code: str, span: tuple[int, int] | None = None, **parameters: str) -> Finding:
    return Finding(check, Severity.WARN, Message(code, parameters), span)
