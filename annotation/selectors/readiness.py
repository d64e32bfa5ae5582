"""What a campaign that is being set up still lacks."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import Campaign, GuidelinesVersion, Highlight, Membership


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the checklist."""

    name: str
    label: str | Promise
    is_done: bool
    lack: str | Promise
    is_needed: bool = True  # else it is only advised

    @property
    def is_missing(self) -> bool:
        return self.is_needed and not self.is_done


def checklist(campaign: Campaign) -> tuple[Item, ...]:
    """Everything that opening a campaign takes, in the order in which one does it."""
    corpus = campaign.corpus
    return (
        Item(
            "design",
            _("Study design, pages and target"),
            campaign.protocol is not None and corpus is not None,
            _("It has no study design and no corpus yet."),
        ),
        Item(
            "seal",
            _("A sealed corpus"),
            corpus is not None and corpus.is_sealed,
            _("Its corpus is still open. Seal it first."),
        ),
        Item(
            "guidelines",
            _("Guidelines"),
            GuidelinesVersion.objects.filter(campaign=campaign).exists(),
            _("It has no guidelines yet."),
        ),
        Item(
            "highlights",
            _("Highlights"),
            Highlight.objects.filter(campaign=campaign).exists(),
            _("No highlights were drawn yet."),
        ),
        Item(
            "people",
            _("Somebody who writes claims"),
            Membership.objects.filter(campaign=campaign, writes_claims=True).exists(),
            _("Nobody writes claims in it yet."),
            is_needed=False,
        ),
    )
