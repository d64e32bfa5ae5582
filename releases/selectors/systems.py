"""Systems whose predictions on a release are kept: uploads, and measurements of the verifier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from releases.models import (
    CheckedSystem,
    EvidenceCheck,
    PredictionRun,
    Release,
    VerifierEvaluation,
)
from releases.selectors.releases import evaluations_of, runs_of
from releases.storage.kept_predictions import KeptPrediction, are_kept, kept_predictions

_OFFERED = 100


@dataclass(frozen=True, slots=True)
class System:
    """An upload of predictions, or a measurement of the verifier."""

    source: PredictionRun | VerifierEvaluation

    @property
    def key(self) -> str:
        return str(self.source.public_id)

    @property
    def part(self) -> str:
        return self.source.part

    @property
    def name(self) -> str:
        if isinstance(self.source, PredictionRun):
            return self.source.name
        return _("Verifier, version %(number)s") % {"number": self.source.model_number}

    @property
    def upload(self) -> PredictionRun | None:
        return self.source if isinstance(self.source, PredictionRun) else None

    @property
    def evaluation(self) -> VerifierEvaluation | None:
        return self.source if isinstance(self.source, VerifierEvaluation) else None

    def predictions(self) -> Iterator[KeptPrediction]:
        """Yield the predictions. Raise FileNotFoundError where they are kept no longer."""
        return kept_predictions(self.source.public_id)


def systems_of(release: Release) -> list[System]:
    """Return the systems whose predictions are kept, uploads first, the newest first."""
    sources: list[PredictionRun | VerifierEvaluation] = [
        *runs_of(release)[:_OFFERED],
        *evaluations_of(release)[:_OFFERED],
    ]
    return [System(source) for source in sources if are_kept(source.public_id)]


def checked_systems(check: EvidenceCheck) -> list[System]:
    """Return the systems whose predictions an evidence check is about."""
    rows = CheckedSystem.objects.filter(evidence_check=check).order_by("pk")
    sources = (row.upload or row.evaluation for row in rows.select_related("upload", "evaluation"))
    return [System(source) for source in sources if source is not None]
