"""Predictions: read from a file, matched with the claims of a part, scored, kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from accounts.models import User
from annotation.services.campaigns import protocol_of
from metrics.scores import PLAIN_SCORE, Judged, Scores
from releases import formats
from releases.formats import DatasetFormat, FormatError
from releases.models import PredictionRun, Release
from releases.reading import Fault, read_json_lines
from releases.records import Evidence, Record
from releases.selectors.dataset import records_of

MOST_FAULTS = 20


class PredictionsRefusedError(Exception):
    """The file cannot be scored; `faults` say why, each with its line."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class _Guess:
    line: int
    verdict: str
    evidence: tuple[Evidence, ...]


def score_format(release: Release) -> DatasetFormat:
    """The format whose scorer counts for a release: its design's, where it has one."""
    own = protocol_of(release.campaign).export.format
    if own in formats.FORMATS and formats.get(own).scorer is not None:
        return formats.get(own)
    return formats.get("public")


def score_predictions(
    *, release: Release, part: str, name: str, path: Path, by: User, now: datetime
) -> PredictionRun:
    """Score a file against a part of a release. Nothing is kept of one that has a fault."""
    one = score_format(release)
    guesses = _read(path, one)
    judged: list[tuple[str, Judged]] = []
    missing: list[Fault] = []
    for number, record in enumerate(records_of(release, part)):
        guess = guesses.take(record, number)
        if guess is None:
            missing.append(Fault(0, f"There is no prediction for claim {record.id}."))
            continue
        challenge = record.tags.get("challenge", "")
        try:
            judged.append((challenge, one.judge(record, guess.verdict, guess.evidence)))
        except FormatError as error:
            missing.append(Fault(guess.line, str(error)))
    missing += guesses.left_over()
    if missing or not judged:
        raise PredictionsRefusedError(
            missing[:MOST_FAULTS] or [Fault(0, "The part has no claims.")]
        )
    return PredictionRun.objects.create(
        release=release,
        part=part,
        name=name,
        uploaded_at=now,
        uploaded_by=by,
        sha256=_sha256(path),
        scores=_scores(one, judged),
    )


def _scores(one: DatasetFormat, judged: list[tuple[str, Judged]]) -> dict[str, Any]:
    scorer = one.scorer or PLAIN_SCORE
    groups = scorer.score_by_group(judged)
    return {
        "all": _plain(scorer.score(claim for _, claim in judged)),
        "challenges": {group: _plain(scores) for group, scores in groups.items() if group},
    }


def _plain(scores: Scores) -> dict[str, float]:
    return {
        "claims": scores.claims,
        "strict": scores.strict,
        "label_accuracy": scores.label_accuracy,
        "precision": scores.precision,
        "recall": scores.recall,
        "f1": scores.f1,
    }


class _Guesses:
    """What a file predicts: by the claims' ids, or where it has none by their order."""

    def __init__(self, by_id: dict[int, _Guess], in_order: list[_Guess]) -> None:
        self._by_id = by_id
        self._in_order = in_order
        self._taken = 0

    def take(self, record: Record, number: int) -> _Guess | None:
        if self._by_id:
            return self._by_id.pop(record.id, None)
        self._taken = number + 1
        return self._in_order[number] if number < len(self._in_order) else None

    def left_over(self) -> list[Fault]:
        left = [
            Fault(guess.line, f"The part has no claim {number}.")
            for number, guess in self._by_id.items()
        ]
        return left + [
            Fault(guess.line, "The part has fewer claims than the file has predictions.")
            for guess in self._in_order[self._taken :]
        ]


def _read(path: Path, one: DatasetFormat) -> _Guesses:
    faults: list[Fault] = []
    by_id: dict[int, _Guess] = {}
    in_order: list[_Guess] = []
    for number, value in _lines(path):
        if isinstance(value, Fault):
            faults.append(value)
        else:
            try:
                key, verdict, evidence = one.read_prediction(value)
            except FormatError as error:
                faults.append(Fault(number, str(error)))
            else:
                guess = _Guess(number, verdict, evidence)
                if key is None:
                    in_order.append(guess)
                elif by_id.setdefault(key, guess) is not guess:
                    first = by_id[key].line
                    faults.append(Fault(number, f"The id {key} stands in line {first} already."))
        if len(faults) >= MOST_FAULTS:
            break
    if by_id and in_order:
        faults.append(Fault(in_order[0].line, "Some predictions have an id and others none."))
    if faults:
        raise PredictionsRefusedError(faults)
    return _Guesses(by_id, in_order)


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The lines but the first where that is a header, as some studies' files have it."""
    for number, value in read_json_lines(path):
        is_header = isinstance(value, Mapping) and not any(value.values())
        if number > 1 or not is_header:
            yield number, value


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
