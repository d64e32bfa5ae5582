"""The card of a campaign's dataset."""

from __future__ import annotations

from django.utils import translation

from campaigns.models import Campaign
from campaigns.selectors.profiles import profile_report
from releases.dataset.rules.cards import CardAnswers
from releases.models import DatasetCard
from releases.papers.facts import PeopleFacts


def stored_card(campaign: Campaign) -> DatasetCard | None:
    """Return the card as it was last saved; None where nobody has saved one."""
    return DatasetCard.objects.filter(campaign=campaign).first()


def card_of(campaign: Campaign) -> CardAnswers:
    """Return the answers that the next release will have."""
    stored = stored_card(campaign)
    return stored.card if stored else CardAnswers()


def people_in(campaign: Campaign) -> PeopleFacts:
    """Return who the annotators are, in groups and in the language of all papers."""
    with translation.override("en"):
        report = profile_report(campaign)
    return PeopleFacts(
        people=report.people,
        questions=tuple(
            (answers.question, answers.groups, answers.others) for answers in report.questions
        ),
    )
