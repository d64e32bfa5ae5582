"""Suggestions of evidence by a machine, shown to verifiers.

Off unless the campaign turns them on, and then for the claims of one arm (see `arms`), whoever
verifies them: a suggestion that is missing in duplicates or in silent gold would give them away.
There are none in calibration and adjudication. What was shown, opened and used is in the log
(`suggestion_shown`, `suggestion_opened`, `suggestion_used`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotation.models import Attempt, Claim
from annotation.rules.verifying.elements import ElementReference
from core.contributions import load_contributions

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SuggestedElement:
    """An element that may be evidence, and the machine's confidence, from 0 to 1."""

    element: ElementReference
    confidence: float


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The machine's choice. `provider` is its name and version, for the log."""

    provider: str
    elements: Sequence[SuggestedElement]
    # A name of the protocol's; None if the machine does not say.
    verdict: str | None = None
    confidence: float = 0.0


# Returns a suggestion for a claim, or None.
Provider = Callable[[Claim], Suggestion | None]

_providers: dict[str, Provider] = {}


def provide(name: str, provider: Provider) -> None:
    """Register a provider. The last one registered is asked first."""
    _providers[name] = provider


def withdraw(name: str) -> None:
    """Remove a provider."""
    _providers.pop(name, None)


def is_assisted(attempt: Attempt) -> bool:
    """Return whether suggestions may be shown in this attempt."""
    if attempt.task != Attempt.Purpose.VERIFY:
        return False
    load_contributions()
    return Claim.with_gold.filter(
        pk=attempt.at_claim, arm=Claim.Arm.ASSISTED, campaign__suggests_evidence=True
    ).exists()


def suggest_evidence(*, attempt: Attempt) -> Suggestion | None:
    """Return the machine's suggestion for the claim of an attempt, if it may be shown."""
    if not is_assisted(attempt):
        return None
    claim = Claim.with_gold.select_related("campaign__corpus").get(pk=attempt.at_claim)
    for provider in reversed(_providers.values()):
        try:
            suggestion = provider(claim)
        except Exception:
            # Nobody waits for a suggestion, and the desk works without one.
            logger.exception("The suggestion for claim %s failed.", claim.public_id)
            return None
        if suggestion is not None:
            return suggestion
    return None
