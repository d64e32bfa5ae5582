"""Predictions that were scored, kept beside their scores: for the error bench and evidence checks.

Of an upload only what scoring read is kept, in lines of our own: one for each claim, by their ids.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import msgspec
from django.conf import settings
from msgspec import Struct

_LEVEL = 3


class KeptPrediction(Struct, frozen=True, array_like=True, gc=False):
    """A prediction for a claim of a release, with what its score found."""

    record: int
    verdict: str
    # Page and address of each element, in the order in which they count.
    evidence: tuple[tuple[str, str], ...]
    is_label_right: bool
    # One of the claim's evidence sets is among the predicted evidence.
    is_complete: bool
    # It counts for the score.
    is_right: bool


_DECODER = msgspec.json.Decoder(KeptPrediction)


def kept_path(public_id: UUID) -> Path:
    """Return the path of the predictions of an upload or of a measurement of the verifier."""
    return Path(settings.HOME, "releases", "predictions", f"{public_id}.jsonl.gz")


def are_kept(public_id: UUID) -> bool:
    """Return whether the predictions are there."""
    return kept_path(public_id).exists()


@contextmanager
def keeping(public_id: UUID) -> Iterator[Callable[[KeptPrediction], None]]:
    """Open the file of predictions to be added to it. It is there whole, or not at all."""
    path = kept_path(public_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    encoder = msgspec.json.Encoder()
    try:
        with gzip.open(unfinished, "wb", compresslevel=_LEVEL) as file:

            def add(prediction: KeptPrediction) -> None:
                file.write(encoder.encode(prediction) + b"\n")

            yield add
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def kept_predictions(public_id: UUID) -> Iterator[KeptPrediction]:
    """Yield the predictions by the ids of their claims. Raise FileNotFoundError without any."""
    with gzip.open(kept_path(public_id), "rb") as file:
        for line in file:
            yield _DECODER.decode(line)


def discard_kept(public_id: UUID) -> None:
    """Remove the predictions."""
    kept_path(public_id).unlink(missing_ok=True)
