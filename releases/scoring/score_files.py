"""Scoring a file of predictions: it is put in order on the disk, then read beside the claims.

Nothing is told of single claims: where labels are withheld, that would give them away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from campaigns.selectors.protocols import protocol_of
from jobs.runs import Run
from metrics.scores import Scores, Tally
from releases import formats
from releases.formats import FormatError
from releases.formats.base import ScoringRules
from releases.formats.files.reading import Fault, Look, read_json_lines
from releases.formats.own.scoring import PLAIN_SCORING
from releases.models import Release
from releases.scoring.gold import gold_of
from releases.scoring.guesses import Guess, Guesses, guesses_at

MOST_FAULTS = 20
# Where labels are withheld, the score of fewer claims than this would tell them.
FEWEST_TOLD = 5
_LOOK_EVERY = 500


class PredictionsRefusedError(Exception):
    """The file cannot be scored; `faults` say why, each with its line."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


class ClaimNotScorableError(Exception):
    """A claim of the release is nothing that its scorer takes."""


def scoring_of(release: Release) -> ScoringRules:
    """Return the rules by which a release is scored: its design's, where it has some."""
    own = formats.FORMATS.get(protocol_of(release.campaign).export.format)
    return own.scoring if own is not None and own.scoring is not None else PLAIN_SCORING


def score_file(*, release: Release, part: str, path: Path, index: Path, run: Run) -> dict[str, Any]:
    """The scores of a file; PredictionsRefusedError where it has a fault.

    At `index` the predictions are put in order; nothing stays there.
    """
    total = release.items.filter(split=part).count()
    if not total:
        raise PredictionsRefusedError([Fault(0, "The part has no claims.")])
    scoring = scoring_of(release)
    with guesses_at(index) as guesses:
        has_ids = _Reading(scoring, guesses, total, run).read(path)
        tally = _score(_Task(release, part, scoring, total, run), guesses, has_ids)
    least = FEWEST_TOLD if part in release.requested.withheld else 1
    challenges = tally.by_group(least=least)
    return {
        "all": _plain(tally.scores),
        "challenges": {name: _plain(scores) for name, scores in challenges.items()},
    }


@dataclass(slots=True)
class _Reading:
    """Reads the lines of a file into the store."""

    scoring: ScoringRules
    guesses: Guesses
    # How many claims the part has. More predictions are not read: they could fill the disk.
    total: int
    run: Run
    faults: list[Fault] = field(default_factory=list)
    with_id: int = 0
    without_id: int = 0

    def read(self, path: Path) -> bool:
        """Whether the predictions have ids. Raises with all faults at once, up to a limit."""
        for number, value in _lines(path, self._look):
            if number % _LOOK_EVERY == 0:
                self._look()
            try:
                self._add(number, value)
            except FormatError as error:
                self.faults.append(Fault(number, str(error)))
            if self.with_id and self.without_id:
                self.faults.append(Fault(number, "Some predictions have an id and others none."))
                break
            if self._count > self.total:
                reason = f"The part has no more than {self.total:,} claims."
                self.faults.append(Fault(number, reason))
                break
            if len(self.faults) >= MOST_FAULTS:
                break
        if self.faults:
            raise PredictionsRefusedError(self.faults)
        return bool(self.with_id)

    def _look(self) -> None:
        self.run.stop_if_cancelled()
        self.run.progress(self._count, self.total, _("Reading the file"))

    @property
    def _count(self) -> int:
        return self.with_id + self.without_id

    def _add(self, number: int, value: Any) -> None:
        if isinstance(value, Fault):
            raise FormatError(value.reason)
        key, verdict, evidence = self.scoring.read_prediction(value)
        guess = Guess(number, verdict, evidence)
        if key is None:
            self.guesses.add(self.without_id, guess)
            self.without_id += 1
            return
        first = self.guesses.add(key, guess)
        if first is not None:
            raise FormatError(f"The id {key} stands in line {first} already.")
        self.with_id += 1


@dataclass(frozen=True, slots=True)
class _Task:
    release: Release
    part: str
    scoring: ScoringRules
    total: int
    run: Run


def _score(task: _Task, guesses: Guesses, has_ids: bool) -> Tally:
    """Go through claims and predictions side by side: both come by their keys."""
    tally = task.scoring.scorer.tally()
    faults: list[Fault] = []
    predicted = iter(guesses)
    nothing = (2**63, None)
    key, guess = next(predicted, nothing)
    for number, record in enumerate(gold_of(task.release, task.part)):
        if number % _LOOK_EVERY == 0:
            task.run.stop_if_cancelled()
            task.run.progress(number, task.total, _("Scoring"))
        wanted = record.id if has_ids else number
        while guess is not None and key < wanted and len(faults) < MOST_FAULTS:
            faults.append(_too_many(key, guess))
            key, guess = next(predicted, nothing)
        if len(faults) >= MOST_FAULTS:
            break
        if guess is None or key != wanted:
            faults.append(Fault(0, f"There is no prediction for claim {record.id}."))
            continue
        try:
            judged = task.scoring.judge(record, guess.verdict, guess.evidence)
        except FormatError as error:
            # What it says may be about the gold evidence, which is not everybody's to see.
            raise ClaimNotScorableError(record.id) from error
        tally.add(judged, record.tags.get("challenge", ""))
        key, guess = next(predicted, nothing)
    while guess is not None and len(faults) < MOST_FAULTS:
        faults.append(_too_many(key, guess))
        key, guess = next(predicted, nothing)
    if faults:
        raise PredictionsRefusedError(sorted(faults, key=lambda one: one.line))
    return tally


def _too_many(key: int, guess: Guess) -> Fault:
    return Fault(guess.line, f"The part has no claim {key}.")


def _lines(path: Path, look: Look) -> Iterator[tuple[int, Any]]:
    """The lines but the first where that is a header, as some studies' files have it."""
    for number, value in read_json_lines(path, look=look):
        is_header = isinstance(value, Mapping) and not any(value.values())
        if number > 1 or not is_header:
            yield number, value


def _plain(scores: Scores) -> dict[str, float]:
    return {
        "claims": scores.claims,
        "strict": scores.strict,
        "label_accuracy": scores.label_accuracy,
        "precision": scores.precision,
        "recall": scores.recall,
        "f1": scores.f1,
    }
