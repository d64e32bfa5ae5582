"""The card of a campaign's dataset, which its manager fills in once."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaigns.models import Campaign
from releases.dataset.rules.cards import LONGEST_ANSWER, LONGEST_LINE, CardAnswers


class DatasetCard(models.Model):
    """The facts that only people know about a dataset. Each release keeps a copy of them."""

    campaign = models.OneToOneField(
        Campaign, models.PROTECT, primary_key=True, related_name="dataset_card"
    )
    summary = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")
    # One a line.
    authors = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")
    citation = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")
    licence = models.CharField(max_length=LONGEST_LINE, blank=True, default="")
    doi = models.CharField(max_length=LONGEST_LINE, blank=True, default="")
    contact = models.CharField(max_length=LONGEST_LINE, blank=True, default="")
    pay = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")
    consent = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")
    ethics_review = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")
    funding = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")
    offensive_content = models.CharField(max_length=LONGEST_ANSWER, blank=True, default="")
    describes_people = models.BooleanField(default=False)
    changed_at = models.DateTimeField()
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    def __str__(self) -> str:
        return str(self.campaign)

    @property
    def card(self) -> CardAnswers:
        """The answers as one value."""
        return CardAnswers(
            summary=self.summary,
            authors=tuple(self.authors.splitlines()),
            citation=self.citation,
            licence=self.licence,
            doi=self.doi,
            contact=self.contact,
            pay=self.pay,
            consent=self.consent,
            ethics_review=self.ethics_review,
            funding=self.funding,
            offensive_content=self.offensive_content,
            describes_people=self.describes_people,
        )
