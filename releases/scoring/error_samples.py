"""The error bench: drawing a sample of wrong predictions, and tagging them by their causes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime
from heapq import nsmallest

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from annotation.rules.ranking import rank_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from releases.models import ErrorSample, Release, ReleaseItem, SampledError
from releases.selectors.systems import System
from releases.storage.kept_predictions import KeptPrediction

MOST_ERRORS = 1000
LONGEST_NOTE = 1000
LONGEST_SEED = 100
# Of a prediction, the elements that are shown: more count in no score of the studies.
MOST_ELEMENTS = 30
_LONGEST_TITLE = 300


class PredictionsNotKeptError(Exception):
    """The predictions are kept no longer."""


class NothingWrongError(Exception):
    """All predictions are right."""


class TagError(Exception):
    """The cause is unknown, or the note is too long."""


class TaggedMeanwhileError(Exception):
    """Somebody else has tagged the error since it was shown."""


def draw_error_sample(
    *, release: Release, system: System, size: int, actor: User, now: datetime, seed: str = ""
) -> ErrorSample:
    """Draw a sample of the wrong predictions of a system; without a seed, by lot."""
    chosen = seed.strip()[:LONGEST_SEED] or secrets.token_hex(8)
    counted = _WrongPredictions(system)
    ranked = ((rank_of(chosen, "error", each.record), each) for each in counted)
    try:
        # Before the transaction: a file of many claims takes a second.
        drawn = nsmallest(
            min(size, MOST_ERRORS), ranked, key=lambda pair: (pair[0], pair[1].record)
        )
    except FileNotFoundError as error:
        raise PredictionsNotKeptError from error
    if not drawn:
        raise NothingWrongError
    with transaction.atomic():
        hold_campaign(release.campaign)
        earlier = ErrorSample.objects.filter(release=release)
        made = ErrorSample.objects.create(
            release=release,
            number=(earlier.aggregate(last=Max("number"))["last"] or 0) + 1,
            upload=system.upload,
            evaluation=system.evaluation,
            seed=chosen,
            predictions=counted.predictions,
            wrong=counted.wrong,
            drawn_at=now,
            drawn_by=actor,
        )
        _add_errors(made, [prediction for _, prediction in drawn])
        audit.record(
            actor=actor,
            action="error_sample.drawn",
            target=release,
            now=now,
            details={
                "number": made.number,
                "system": system.name,
                "errors": len(drawn),
                "seed": chosen,
            },
        )
    return made


class _WrongPredictions:
    """The predictions of a system that do not count, and how many there are."""

    def __init__(self, system: System) -> None:
        self._system = system
        self.predictions = 0
        self.wrong = 0

    def __iter__(self) -> Iterator[KeptPrediction]:
        for prediction in self._system.predictions():
            self.predictions += 1
            if not prediction.is_right:
                self.wrong += 1
                yield prediction


def _add_errors(sample: ErrorSample, drawn: list[KeptPrediction]) -> None:
    items = ReleaseItem.objects.filter(
        release=sample.release_id, record_id__in=[each.record for each in drawn]
    )
    keys = dict(items.values_list("record_id", "pk"))
    SampledError.objects.bulk_create(
        SampledError(
            sample=sample,
            position=position,
            item_id=keys[prediction.record],
            predicted_verdict=prediction.verdict[:200],
            is_label_right=prediction.is_label_right,
            predicted_evidence=[
                piece for piece in prediction.evidence if len(piece[0]) <= _LONGEST_TITLE
            ][:MOST_ELEMENTS],
        )
        for position, prediction in enumerate(drawn, start=1)
    )


@transaction.atomic
def tag_error(
    *, error: SampledError, cause: str, note: str, seen: str, actor: User, now: datetime
) -> SampledError:
    """Store the cause of an error; `seen` is the one that the person was shown, if any."""
    note = note.strip()
    if cause not in SampledError.Cause.values or len(note) > LONGEST_NOTE or "\0" in note:
        raise TagError
    held = SampledError.objects.select_for_update(of=("self",)).get(pk=error.pk)
    if held.cause != seen:
        raise TaggedMeanwhileError
    held.cause, held.note = cause, note
    held.tagged_at, held.tagged_by = now, actor
    held.save(update_fields=["cause", "note", "tagged_at", "tagged_by"])
    return held
