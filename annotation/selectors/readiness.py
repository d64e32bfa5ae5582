"""What a campaign that is being set up still lacks."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import Claim, Highlight
from campaigns.models import Campaign, GuidelinesVersion, Membership


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
            _("Its corpus is still open. Seal it first.") if corpus else _("It has no corpus yet."),
        ),
        Item(
            "guidelines",
            _("Guidelines"),
            GuidelinesVersion.objects.filter(campaign=campaign).exists(),
            _("It has no guidelines yet."),
        ),
        *(_to_verify if _is_imported(campaign) else _to_write)(campaign),
    )


def _is_imported(campaign: Campaign) -> bool:
    return campaign.claims_from == Campaign.ClaimsFrom.FILES


def _to_write(campaign: Campaign) -> tuple[Item, ...]:
    return (
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


def _to_verify(campaign: Campaign) -> tuple[Item, ...]:
    """Claims that were imported are there from the start."""
    return (
        Item(
            "claims",
            _("Claims, imported"),
            Claim.objects.filter(campaign=campaign).exists(),
            _("It has no claims."),
        ),
        Item(
            "people",
            _("Somebody who verifies claims"),
            Membership.objects.filter(campaign=campaign, verifies_claims=True).exists(),
            _("Nobody verifies claims in it yet."),
            is_needed=False,
        ),
    )
