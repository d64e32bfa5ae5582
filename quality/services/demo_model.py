"""The first model of the demonstration, trained on its own claims and on simulated ones."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from assist.models import ModelVersion
from assist.services import training
from assist.training_data import TrainingData
from campaigns.models import Campaign


def request_first_model(*, campaign: Campaign, now: datetime) -> None:
    """Request a training on a campaign and the pages of its corpus, unless a model was trained."""
    assert campaign.corpus is not None
    if ModelVersion.objects.exists():
        return
    data = TrainingData(
        campaigns=(campaign.public_id,), simulated=(campaign.corpus.public_id,), seed=0
    )
    with suppress(training.BeingTrainedError):
        training.request_training(data=data, by=None, now=now)
