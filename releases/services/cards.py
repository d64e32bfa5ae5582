"""The card of a campaign's dataset: saved by its managers, copied by each later release."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from releases.dataset.rules.cards import CardAnswers
from releases.dataset.rules.names import PeopleNames
from releases.models import DatasetCard
from releases.selectors.cards import stored_card
from releases.selectors.facts import people_of


class CardNamesSomebodyError(Exception):
    """An answer names a person of the campaign who is not among those named on purpose."""


class StaleCardError(Exception):
    """Somebody else saved the card since it was opened."""


@transaction.atomic
def save_card(
    *, campaign: Campaign, card: CardAnswers, edited: datetime | None, by: User, now: datetime
) -> DatasetCard:
    """Save the card that later releases copy; releases that exist keep theirs.

    `edited` is when the card that was edited had been saved; None for none.
    """
    hold_campaign(campaign)
    before = stored_card(campaign)
    if (before.changed_at if before else None) != edited:
        raise StaleCardError
    names = PeopleNames(people_of(campaign))
    if not names.found_in(card.answers) <= names.found_in(card.open_texts):
        raise CardNamesSomebodyError
    answers = {field: getattr(card, field) for field in card.__struct_fields__}
    answers["authors"] = "\n".join(card.authors)
    saved, _ = DatasetCard.objects.update_or_create(
        campaign=campaign, defaults={**answers, "changed_at": now, "changed_by": by}
    )
    audit.record(actor=by, action="campaign.card_saved", target=campaign, now=now)
    return saved
