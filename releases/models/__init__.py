"""The tables of this app, by noun."""

from releases.models.accepted_sets import AcceptedEvidence, AcceptedSet, AddedSet
from releases.models.cards import DatasetCard
from releases.models.error_samples import ErrorSample, SampledError
from releases.models.evaluations import VerifierEvaluation
from releases.models.evidence_checks import (
    CheckedSystem,
    EvidenceCheck,
    EvidenceJudgement,
    PooledSet,
)
from releases.models.imports import DatasetImport
from releases.models.predictions import PredictionRun
from releases.models.releases import ImportedRecord, Release, ReleaseItem

__all__ = [
    "AcceptedEvidence",
    "AcceptedSet",
    "AddedSet",
    "CheckedSystem",
    "DatasetCard",
    "DatasetImport",
    "ErrorSample",
    "EvidenceCheck",
    "EvidenceJudgement",
    "ImportedRecord",
    "PooledSet",
    "PredictionRun",
    "Release",
    "ReleaseItem",
    "SampledError",
    "VerifierEvaluation",
]
