"""The data of a training."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct


class TrainingData(Struct, frozen=True):
    """The sources of a training: with the same data, the same seed gives the same model."""

    campaigns: tuple[UUID, ...] = ()
    # Corpora from whose pages a program makes up claims.
    simulated: tuple[UUID, ...] = ()
    seed: int = 0
    # Fine-tune a reader too, which takes much longer; needs `requirements-reader.txt`.
    reader: bool = False
