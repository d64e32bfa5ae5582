"""Refusals of claims, worded so that their writer knows what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from annotation.messages import empty_field_text, finding_text, misfit_text
from annotation.rules.checks.findings import Finding
from annotation.rules.writing.cards import Card, EmptyField, IncompleteClaimsError
from annotation.rules.writing.submissions import MisfitError
from annotation.services.calibration import phase_items
from annotation.services.desk import leases, stages
from annotation.services.writing.claim_checks import ClaimsRefusedError
from annotation.views.desk.outside import PHASE_OVER


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence, the fields that are empty, and the findings of the checks by card."""

    code: str
    message: str
    missing: Sequence[Mapping[str, str]] = ()
    findings: Mapping[str, Sequence[Finding]] = field(default_factory=dict)

    @property
    def first_key(self) -> str:
        """Return the key of the first card that has to be changed, if one has."""
        for empty in self.missing:
            return empty["key"]
        return next((key for key, found in self.findings.items() if found), "")

    def as_json(self) -> dict[str, Any]:
        """Return where the reasons lie, as a script reads it."""
        return {
            "missing": list(self.missing),
            "findings": {
                key: [plain_finding(finding) for finding in found]
                for key, found in self.findings.items()
            },
        }


def plain_finding(finding: Finding) -> dict[str, Any]:
    """Return what a check found, as a script reads it."""
    return {
        "check": finding.check,
        "code": finding.message.code,
        "severity": finding.severity,
        "message": finding_text(finding),
        "span": finding.span,
    }


def refusal_of(error: Exception, cards: Sequence[Card]) -> Refusal:
    """Return the refusal that an error of the rules or services means."""
    if isinstance(error, IncompleteClaimsError):
        missing = [_plain_field(empty) for empty in error.fields]
        return Refusal("missing", _("Still missing:"), missing=missing)
    if isinstance(error, ClaimsRefusedError):
        keys = {(card.slot.name, card.place): card.key for card in cards}
        found = {keys[key]: list(those) for key, those in error.findings.items() if key in keys}
        return Refusal("checks", _("See the results of the checks."), findings=found)
    if isinstance(error, MisfitError):
        return Refusal("misfit", " ".join(misfit_text(misfit) for misfit in error.misfits))
    if isinstance(error, leases.LeaseLostError):
        return Refusal(
            "lease_lost",
            _("This highlight was passed on to somebody else. Your text is kept below: copy it."),
        )
    if isinstance(error, leases.AlreadySubmittedError):
        return Refusal(
            "already",
            _("Other claims were submitted from this highlight. These were not stored."),
        )
    if isinstance(error, stages.CampaignNotOpenError):
        return Refusal(
            "closed",
            _("The campaign is closed, so nothing was submitted. Your text is still here."),
        )
    if isinstance(error, phase_items.PhaseOverError):
        return Refusal("phase_over", str(PHASE_OVER))
    raise error


def _plain_field(empty: EmptyField) -> Mapping[str, str]:
    name = empty_field_text(empty)
    return {
        "key": empty.key,
        "field": empty.field,
        "name": name,
        "label": f"{empty.card}: {name}",
    }
