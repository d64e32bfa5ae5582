"""Why claims were not taken, said so that their writer knows what to do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from annotation.rules.checks.findings import Finding
from annotation.rules.writing import submissions
from annotation.rules.writing.cards import Card, EmptyField, IncompleteClaimsError
from annotation.services import leases, stages
from annotation.services.claim_checks import ClaimsRefusedError


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence, and where in the cards the reason lies."""

    code: str
    message: str
    missing: Sequence[EmptyField] = ()
    findings: Mapping[str, Sequence[Finding]] = field(default_factory=dict)

    @property
    def first_key(self) -> str:
        for one in self.missing:
            return one.key
        return next((key for key, found in self.findings.items() if found), "")

    def as_json(self, plain: Callable[[Finding], dict[str, Any]]) -> dict[str, Any]:
        return {
            "missing": [
                {"key": one.key, "field": one.field, "label": f"{one.card}: {one.label}"}
                for one in self.missing
            ],
            "findings": {
                key: [plain(one) for one in found] for key, found in self.findings.items()
            },
        }


def plain(finding: Finding) -> dict[str, Any]:
    """What a check says, as a script reads it."""
    return {
        "check": finding.check,
        "code": finding.message.code,
        "severity": finding.severity,
        "message": finding.message.in_english(),
        "span": finding.span,
    }


def refusal_of(error: Exception, cards: Sequence[Card]) -> Refusal:
    """The refusal that an error of the services means."""
    if isinstance(error, IncompleteClaimsError):
        return Refusal("missing", _("Something is missing yet:"), missing=error.missing)
    if isinstance(error, ClaimsRefusedError):
        keys = {(card.slot.name, card.place): card.key for card in cards}
        found = {keys[key]: list(those) for key, those in error.findings.items() if key in keys}
        return Refusal("checks", _("Look at what the checks say."), findings=found)
    if isinstance(error, submissions.MisfitError):
        return Refusal("misfit", str(error))
    if isinstance(error, leases.LeaseLostError):
        return Refusal(
            "lease_lost",
            _("This highlight has passed to somebody else. Your text is kept below: copy it."),
        )
    if isinstance(error, leases.AlreadySubmittedError):
        return Refusal(
            "already",
            _("Other claims were submitted from this highlight. These here were not stored."),
        )
    if isinstance(error, stages.CampaignNotOpenError):
        return Refusal("closed", _("The campaign is closed. Your text is kept, nothing is stored."))
    raise error
