"""Calibration in words: measures, grades and claims as templates show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import Claim, Qualification
from annotation.rules.calibration.progress import StepKind
from annotation.selectors.calibration.grades import FinalGrade
from annotation.selectors.calibration.phases import CandidateStep
from annotation.selectors.desk.tasks import candidate_task
from annotation.services.calibration.phase_items import phase_of
from annotation.views.verifications import tag_labels
from campaigns.clauses import clauses_of
from campaigns.models import Campaign
from campaigns.protocols.enums import Measure
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import VERDICT, Stage
from campaigns.selectors.guidelines import latest_guidelines

MEASURES: dict[Measure, Promise] = {
    Measure.GUIDELINES: _("Keeps to the guidelines"),
    Measure.TAGS: _("Challenge fits"),
    Measure.VERDICT: _("Verdict right"),
    Measure.EVIDENCE_PRECISION: _("Evidence precision"),
    Measure.EVIDENCE_RECALL: _("Evidence recall"),
    Measure.COMPLETE_SETS: _("Complete sets"),
}


def step_text(found: CandidateStep) -> str | Promise:
    """Return where a candidate is, as their home page says it."""
    if found.step.kind is StepKind.APPROVED:
        return _("approved")
    if found.step.kind is StepKind.REJECTED:
        return _("rejected")
    return candidate_task(found).state


def measures_of(phase: Qualification) -> list[str]:
    """Return the names of the measures of a phase; practice has none."""
    design = phase_of(phase)
    return [measure.value for measure in design.measures] if design else []


def claim_context(
    protocol: Protocol,
    stage: Stage,
    claim: Claim,
    prescribed: Mapping[str, Mapping[str, str]],
    graded: FinalGrade | None = None,
) -> dict[str, Any]:
    """Return a written claim with what was asked for, in the protocol's words."""
    slots = {slot.name: slot for slot in stage.slots}
    slot = slots.get(claim.slot)
    verdicts = {choice.name: choice.label for choice in protocol.verdicts.choices}
    asked = prescribed.get(claim.slot, {})
    return {
        "claim": claim,
        "slot": slot.label if slot else claim.slot,
        "instruction": slot.instruction if slot else "",
        "asked": [
            (_("Verdict"), verdicts.get(value, value))
            if factor == VERDICT
            else tag_labels(protocol, factor, value)
            for factor, value in asked.items()
        ],
        "verdict": verdicts.get(claim.verdict, claim.verdict),
        "tags": [tag_labels(protocol, name, value) for name, value in claim.tags.items()],
        "base": claim.base.text if claim.base else "",
        "graded": graded,
        "grade": graded.final if graded else None,
    }


def clause_names(campaign: Campaign) -> list[str]:
    """Return the headings of the guidelines in force, to refer to."""
    guidelines = latest_guidelines(campaign)
    clauses = clauses_of(guidelines.text) if guidelines else ()
    return list(dict.fromkeys(clause.text[:200] for clause in clauses if clause.text))


def clause_anchors(campaign: Campaign) -> dict[str, str]:
    """Return where in the guidelines in force each clause is, by its name: "#clause-evidence"."""
    guidelines = latest_guidelines(campaign)
    clauses = clauses_of(guidelines.text) if guidelines else ()
    # Of clauses with the same name, the first.
    return {clause.text[:200]: f"#{clause.anchor}" for clause in reversed(clauses) if clause.text}
