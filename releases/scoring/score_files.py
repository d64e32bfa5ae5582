"""Scoring a file of predictions: it is put in order on the disk, then read beside the claims.

No scores of single claims are given: where labels are withheld, they would give them away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from campaigns.selectors.protocols import protocol_of
from jobs.runs import Run
from metrics.scores import JudgedClaim, Scorer, Scores, Tally
from releases import formats
from releases.dataset.rules.records import EvidencePiece
from releases.dataset.rules.refusals import refusal
from releases.formats import FormatError
from releases.formats.base import ScoringRules
from releases.formats.files.bounded import read_bounded_lines
from releases.formats.files.reading import FileFault, ProgressHook, is_header, read_json_lines
from releases.formats.own.scoring import PLAIN_SCORING
from releases.models import Release
from releases.scoring.gold import gold_of
from releases.scoring.prediction_store import (
    PredictionStore,
    StoredPrediction,
    prediction_store,
)
from releases.storage.kept_predictions import KeptPrediction, keeping

MOST_FAULTS = 20
# Where labels are withheld, the decimals of scores: with all of them, a file that differs in one
# prediction would tell whether it is right.
_DECIMALS_SHOWN = 2
_REPORT_EVERY = 500


class PredictionsRefusedError(Exception):
    """The file cannot be scored; `faults` say why, each with its line."""

    def __init__(self, faults: list[FileFault]) -> None:
        super().__init__(faults[:3])
        self.faults = faults


class ClaimNotScorableError(Exception):
    """The scorer cannot take a claim of the release."""


def scoring_of(release: Release) -> ScoringRules:
    """Return the rules by which a release is scored: its design's, where it has some."""
    own = formats.FORMATS.get(protocol_of(release.campaign).export.format)
    return own.scoring if own is not None and own.scoring is not None else PLAIN_SCORING


def score_file(
    *, release: Release, part: str, path: Path, index: Path, kept_as: UUID, run: Run
) -> dict[str, Any]:
    """Return the scores of a file; PredictionsRefusedError where it has a fault.

    At `index` the predictions are put in order; nothing stays there. What was scored is kept under
    the name `kept_as`.
    """
    total = release.items.filter(split=part).count()
    if not total:
        raise PredictionsRefusedError([FileFault(0, refusal("empty_part"))])
    is_withheld = part in release.requested.withheld
    least = settings.WITHHELD_FEWEST_CLAIMS if is_withheld else 1
    if total < least:
        raise PredictionsRefusedError([FileFault(0, refusal("too_few_withheld", most=least))])
    scoring = scoring_of(release)
    with prediction_store(index) as predictions, keeping(kept_as) as keep:
        has_ids = _PredictionReader(scoring, predictions, total, run).read(path)
        task = _ScoringTask(release, part, scoring, total, run, keep)
        tally = _score(task, predictions, has_ids)
    challenges = tally.by_group(least=least)
    decimals = _DECIMALS_SHOWN if is_withheld else None
    return {
        "all": plain_scores(tally.scores, decimals),
        "challenges": {name: plain_scores(scores, decimals) for name, scores in challenges.items()},
    }


@dataclass(slots=True)
class _PredictionReader:
    """Reads the lines of a file into the store."""

    scoring: ScoringRules
    predictions: PredictionStore
    # The number of claims in the part. More predictions are not read: they could fill the disk.
    total: int
    run: Run
    faults: list[FileFault] = field(default_factory=list)
    with_id: int = 0
    without_id: int = 0

    def read(self, path: Path) -> bool:
        """Return whether the predictions have ids. Raise with all faults at once, up to a limit."""
        for number, value in _lines(path, self._on_progress):
            if number % _REPORT_EVERY == 0:
                self._on_progress()
            try:
                self._add(number, value)
            except FormatError as error:
                self.faults.append(FileFault(number, error.refusal))
            if self.with_id and self.without_id:
                self.faults.append(FileFault(number, refusal("ids_mixed")))
                break
            if self._count > self.total:
                reason = refusal("too_many_predictions", count=self.total)
                self.faults.append(FileFault(number, reason))
                break
            if len(self.faults) >= MOST_FAULTS:
                break
        if self.faults:
            raise PredictionsRefusedError(self.faults)
        return bool(self.with_id)

    def _on_progress(self) -> None:
        self.run.stop_if_cancelled()
        self.run.progress(self._count, self.total, _("Reading the file"))

    @property
    def _count(self) -> int:
        return self.with_id + self.without_id

    def _add(self, number: int, value: Any) -> None:
        if isinstance(value, FileFault):
            raise FormatError(value.refusal)
        key, verdict, evidence = self.scoring.read_prediction(value)
        prediction = StoredPrediction(number, verdict, evidence)
        if key is None:
            self.predictions.add(self.without_id, prediction)
            self.without_id += 1
            return
        first = self.predictions.add(key, prediction)
        if first is not None:
            raise FormatError("id_twice", id=key, line=first)
        self.with_id += 1


@dataclass(frozen=True, slots=True)
class _ScoringTask:
    """A part of a release, and the rules by which its claims are scored."""

    release: Release
    part: str
    scoring: ScoringRules
    total: int
    run: Run
    keep: Callable[[KeptPrediction], None]


def _score(task: _ScoringTask, predictions: PredictionStore, has_ids: bool) -> Tally:
    """Score the claims, read side by side with the predictions: both come by their keys."""
    tally = task.scoring.scorer.tally()
    faults: list[FileFault] = []
    remaining = iter(predictions)
    nothing = (2**63, None)
    key, prediction = next(remaining, nothing)
    for number, record in enumerate(gold_of(task.release, task.part)):
        if number % _REPORT_EVERY == 0:
            task.run.stop_if_cancelled()
            task.run.progress(number, task.total, _("Scoring"))
        own_key = record.id if has_ids else number
        while prediction is not None and key < own_key and len(faults) < MOST_FAULTS:
            faults.append(_too_many(key, prediction))
            key, prediction = next(remaining, nothing)
        if len(faults) >= MOST_FAULTS:
            break
        if prediction is None or key != own_key:
            faults.append(FileFault(0, refusal("no_prediction", claim=record.id)))
            continue
        try:
            judged = task.scoring.judge(record, prediction.verdict, prediction.evidence)
        except FormatError as error:
            # Its text may be about the gold evidence, which not everybody may see.
            raise ClaimNotScorableError(record.id) from error
        tally.add(judged, record.tags.get("challenge", ""))
        task.keep(
            kept(task.scoring.scorer, judged, record.id, prediction.verdict, prediction.evidence)
        )
        key, prediction = next(remaining, nothing)
    while prediction is not None and len(faults) < MOST_FAULTS:
        faults.append(_too_many(key, prediction))
        key, prediction = next(remaining, nothing)
    if faults:
        raise PredictionsRefusedError(sorted(faults, key=lambda fault: fault.line))
    return tally


def kept(
    scorer: Scorer,
    judged: JudgedClaim,
    record: int,
    verdict: str,
    evidence: Iterable[EvidencePiece],
) -> KeptPrediction:
    """Return a prediction as it is kept, with what its score found."""
    scores = scorer.score([judged])
    return KeptPrediction(
        record,
        verdict,
        tuple((piece.page, piece.address) for piece in evidence),
        is_label_right=scores.label_accuracy == 1.0,
        is_complete=scores.recall == 1.0,
        is_right=scores.strict == 1.0,
    )


def _too_many(key: int, prediction: StoredPrediction) -> FileFault:
    return FileFault(prediction.line, refusal("no_such_claim", claim=key))


def _lines(path: Path, on_progress: ProgressHook) -> Iterator[tuple[int, Any]]:
    """Yield the lines, without the first where it is a header, as in the files of some studies."""
    bounded = partial(read_bounded_lines, limits=settings.FILE_LIMITS)
    for number, value in read_json_lines(path, on_progress=on_progress, line_source=bounded):
        if number > 1 or not is_header(value):
            yield number, value


def plain_scores(scores: Scores, decimals: int | None = None) -> dict[str, float]:
    """Return scores as they are stored, rounded to decimals if any are given."""
    figures = {
        "strict": scores.strict,
        "label_accuracy": scores.label_accuracy,
        "precision": scores.precision,
        "recall": scores.recall,
        "f1": scores.f1,
    }
    if decimals is not None:
        figures = {name: round(figure, decimals) for name, figure in figures.items()}
    return {"claims": scores.claims, **figures}
