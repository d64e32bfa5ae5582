"""The tables of this app, by noun."""

from releases.models.cards import DatasetCard
from releases.models.evaluations import VerifierEvaluation
from releases.models.imports import DatasetImport
from releases.models.predictions import PredictionRun
from releases.models.releases import ImportedRecord, Release, ReleaseItem

__all__ = [
    "DatasetCard",
    "DatasetImport",
    "ImportedRecord",
    "PredictionRun",
    "Release",
    "ReleaseItem",
    "VerifierEvaluation",
]
