"""The card of a campaign's dataset."""

from __future__ import annotations

from campaigns.models import Campaign
from releases.dataset.rules.cards import CardAnswers
from releases.models import DatasetCard


def stored_card(campaign: Campaign) -> DatasetCard | None:
    """Return the card as it was last saved; None where nobody has saved one."""
    return DatasetCard.objects.filter(campaign=campaign).first()


def card_of(campaign: Campaign) -> CardAnswers:
    """Return the answers that the next release will have."""
    stored = stored_card(campaign)
    return stored.card if stored else CardAnswers()
